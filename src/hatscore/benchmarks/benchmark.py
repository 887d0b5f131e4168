"""A benchmark in hand: its items by language, how they are asked and how answers are graded."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from hatscore.answers.grading import Question
from hatscore.benchmarks import graders
from hatscore.benchmarks.contract import Item, Manifest, Message
from hatscore.benchmarks.prompts import Prompt, conversation
from hatscore.errors import InvalidArgument


@dataclass(frozen=True, slots=True, repr=False)
class Benchmark:
    """Items that say the same in several languages.

    Attributes
    ----------
    manifest : Manifest
        What it is.
    items : mapping of str to tuple of Item
        By language; the same items in the same order in each.
    prompts : mapping of str to Prompt
        By language, how items are asked.
    examples : mapping of str to tuple of Item
        By language, items that may be shown before the one that is asked.
    notes : tuple of str
        What to know about the data, such as that it is an excerpt.
    """

    manifest: Manifest
    items: Mapping[str, tuple[Item, ...]]
    prompts: Mapping[str, Prompt]
    examples: Mapping[str, tuple[Item, ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Name of the benchmark."""
        return self.manifest.name

    @property
    def languages(self) -> tuple[str, ...]:
        """Languages at hand, in alphabetical order."""
        return tuple(sorted(self.items))

    @property
    def item_names(self) -> tuple[str, ...]:
        """Names of the items, in order."""
        return tuple(item.item for item in next(iter(self.items.values()), ()))

    def __repr__(self) -> str:
        languages = self.languages
        lines = [
            f"Benchmark {self.name} ({self.manifest.title})",
            f"  {len(self.item_names):,} items in {len(languages)} languages: {' '.join(languages)}",
            f"  answers: {self.manifest.kind}; revision {self.manifest.revision[:12]}",
        ]
        return "\n".join([*lines, *(f"  note: {note}" for note in self.notes)])

    def select(
        self, *, languages: Sequence[str] | None = None, items: int | Sequence[str] | None = None
    ) -> "Benchmark":
        """A part of the benchmark: the same items in every language.

        Parameters
        ----------
        languages : sequence of str, optional
            Those to keep; all by default.
        items : int or sequence of str, optional
            How many to keep, the first ones, or their names; all by default.

        Returns
        -------
        Benchmark

        Raises
        ------
        InvalidArgument
            If a language or an item does not exist, or nothing would be left.
        """
        kept = self._languages(languages)
        names = self.item_names if items is None else self._names(items)
        order = {name: place for place, name in enumerate(names)}
        return replace(
            self,
            items={
                code: tuple(
                    sorted(
                        (item for item in self.items[code] if item.item in order),
                        key=lambda item: order[item.item],
                    )
                )
                for code in kept
            },
            prompts={code: self.prompts[code] for code in kept},
            examples={code: self.examples[code] for code in kept if code in self.examples},
        )

    def messages(self, item: Item, *, shots: int = 0) -> tuple[Message, ...]:
        """The conversation that asks an item, in its language.

        Parameters
        ----------
        item : Item
            One of the benchmark.
        shots : int
            How many examples stand before it; those of its own subset, where there are some.

        Returns
        -------
        tuple of Message

        Raises
        ------
        InvalidArgument
            If there are not so many examples.
        """
        shown = self._shown(item, shots) if shots else ()
        return conversation(item, shown, self.prompts[item.language], self.manifest.kind)

    def question(self, item: Item) -> Question:
        """An item as `hatscore.answers.grading.grade` wants it, for numbers and letters.

        Parameters
        ----------
        item : Item
            One of the benchmark.

        Returns
        -------
        Question

        Raises
        ------
        InvalidArgument
            For texts.
        """
        return graders.question(item, self.manifest.kind)

    def grade(self, response: str, item: Item, *, finish_reason: str | None = None) -> graders.Graded:
        """Read a response to an item and say whether it is right, offline.

        Parameters
        ----------
        response : str
            What the system wrote.
        item : Item
            What was asked.
        finish_reason : str, optional
            ``length`` when the response was cut by the token cap.

        Returns
        -------
        Graded
        """
        label = self.prompts[item.language].answer
        read = graders.with_known_label(response, label, item.language)
        return graders.grade(read, item, self.manifest.kind, finish_reason=finish_reason)

    def _languages(self, languages: Sequence[str] | None) -> tuple[str, ...]:
        if languages is None:
            return self.languages
        if unknown := [code for code in languages if code not in self.items]:
            known = ", ".join(self.languages)
            raise InvalidArgument(f"{self.name} is not at hand in {', '.join(unknown)}; there are {known}.")
        if not languages:
            raise InvalidArgument("languages must name at least one language.")
        return tuple(dict.fromkeys(languages))

    def _names(self, items: int | Sequence[str]) -> tuple[str, ...]:
        names = self.item_names
        if isinstance(items, int):
            if not 1 <= items <= len(names):
                raise InvalidArgument(f"items must be from 1 to {len(names)} for {self.name}; got {items}.")
            return names[:items]
        if isinstance(items, str) or not items:
            raise InvalidArgument("items must be a number or a list of names; got " + repr(items) + ".")
        if unknown := [name for name in items if name not in set(names)]:
            first = ", ".join(map(repr, unknown[:5]))
            raise InvalidArgument(f"{self.name} has no items {first}; its first are {', '.join(names[:5])}.")
        return tuple(dict.fromkeys(items))

    def _shown(self, item: Item, shots: int) -> tuple[Item, ...]:
        examples = self.examples.get(item.language, ())
        same = tuple(example for example in examples if item.subset and example.subset == item.subset)
        pool = same or examples
        if not 0 < shots <= len(pool):
            allowed = f"shots can be 0 to {len(pool)}" if pool else "it has no examples, so shots must be 0"
            raise InvalidArgument(f"{self.name}: {allowed}; got {shots}.")
        return pool[:shots]

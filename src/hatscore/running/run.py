"""Do a study: start local models, keep the right answers, ask, judge, and say what is missing."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from hatscore.errors import InvalidArgument
from hatscore.running.golds import keep_golds
from hatscore.running.study import LOCAL, Asked, Study, make_system
from hatscore.sampling.costs import Estimate, estimate
from hatscore.sampling.judge import judge
from hatscore.sampling.judge_prompt import JudgedQuestion
from hatscore.sampling.progress import Progress
from hatscore.sampling.run_result import RunResult
from hatscore.sampling.schedule import sample
from hatscore.sampling.settings import System
from hatscore.sampling.store import Store

if TYPE_CHECKING:
    from hatscore.sampling.local_model import LocalServer


def run_study(study: Study, progress: Callable[[Progress], None] | None = None) -> list[RunResult]:
    """Ask everything that is not in the store yet.

    Parameters
    ----------
    study : Study
        What to do.
    progress : callable, optional
        Gets a `Progress` now and then.

    Returns
    -------
    list of RunResult
        Of the systems, then of the judges.

    Raises
    ------
    InvalidArgument
        If a system cannot be asked as it should be.
    StoreError
        If the store is in use, or holds answers under other settings.
    """
    requests = list(study.requests())
    with Store(study.store) as store:
        keep_golds(store, [asked.benchmark for asked in study.asked])
    results = []
    with _systems(study.systems) as systems:
        results.append(
            sample(
                systems,
                requests,
                attempts=study.attempts,
                store=study.store,
                flow=study.flow,
                progress=progress,
            )
        )
    free = [asked for asked in study.asked if asked.benchmark.manifest.kind == "text"]
    if study.judges and results[0].state != "interrupted":
        with _systems(study.judges) as judges:
            for asked in free:
                found = judge(study.store, _questions(asked), judges, flow=study.flow, progress=progress)
                results += found.runs
    return results


def expected(study: Study) -> Sequence[Estimate]:
    """Calls, tokens and money that are still to be spent, before anything is asked.

    Parameters
    ----------
    study : Study
        What would be done.

    Returns
    -------
    sequence of Estimate

    Raises
    ------
    InvalidArgument
        If a system cannot be asked as it should be.
    """
    systems = [
        make_system(options, system="openai:local", name=options["system"])
        if str(options.get("system", "")).startswith(LOCAL)
        else make_system(options)
        for options in study.systems
    ]
    requests = list(study.requests())
    if not study.store.exists():
        return estimate(systems, requests, study.attempts)
    with Store(study.store, write=False) as store:
        return estimate(systems, requests, study.attempts, store=store)


@contextmanager
def _systems(options: Sequence[Mapping[str, Any]]) -> Iterator[list[System]]:
    """Systems that can be asked; local models run while the block does."""
    with ExitStack() as stack:
        systems = []
        for one in options:
            text = one.get("system")
            if isinstance(text, str) and text.startswith(LOCAL):
                systems.append(_local(one, text, stack))
            else:
                systems.append(make_system(one))
        yield systems


def _local(options: Mapping[str, Any], text: str, stack: ExitStack) -> System:
    from hatscore.sampling.local_model import local_server

    if options.get("base_url"):
        raise InvalidArgument(f"{text} starts its own server; leave out base_url.")
    server = stack.enter_context(local_server(text))
    name = options.get("name") or server.model
    changes = {"system": f"openai:{server.model}", "base_url": server.base_url, "name": name}
    return make_system(options, **changes, choices=server.slots, served_as=_identity(server))


def _identity(server: "LocalServer") -> str:
    """What names a local model whatever its port: the file and its content."""
    return f"{server.weights.path.name} {server.weights.sha256}"


def _questions(asked: Asked) -> list[JudgedQuestion]:
    manifest = asked.benchmark.manifest
    return [
        JudgedQuestion(
            manifest.name,
            manifest.revision,
            item.item,
            language,
            question=item.question,
            passage=item.passage or "",
            reference=item.gold,
        )
        for language in asked.benchmark.languages
        for item in asked.benchmark.items[language]
    ]

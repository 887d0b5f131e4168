"""A model for lighteval that answers sums from a fixed list, right or wrong; run by make_lighteval.py."""

import zlib

from lighteval.models.abstract_model import LightevalModel
from lighteval.models.model_output import ModelResponse
from lighteval.tasks.requests import Doc
from lighteval.utils.cache_management import SampleCache


class FixedAnswers(LightevalModel):  # type: ignore[misc]
    """Answers that depend on the question and the number of the attempt only."""

    def __init__(self, config: object) -> None:
        self.config = config
        self._cache = SampleCache(config)

    @property
    def tokenizer(self) -> None:
        """None is needed."""
        return None

    @property
    def add_special_tokens(self) -> bool:
        """Nothing is tokenized."""
        return False

    @property
    def max_length(self) -> int:
        """Longer than any question."""
        return 2048

    def greedy_until(self, docs: list[Doc]) -> list[ModelResponse]:
        """Answer."""
        return [self._answers(doc) for doc in docs]

    def loglikelihood(self, docs: list[Doc]) -> list[ModelResponse]:
        """Likelihoods of options."""
        return [
            ModelResponse(
                logprobs=[
                    -float(zlib.crc32(f"{doc.query}{choice}".encode()) % 9 + 1) for choice in doc.choices
                ],
                argmax_logits_eq_gold=[False for _ in doc.choices],
            )
            for doc in docs
        ]

    def loglikelihood_rolling(self, docs: list[Doc]) -> list[ModelResponse]:
        """Not asked for."""
        raise NotImplementedError

    def _answers(self, doc: Doc) -> ModelResponse:
        gold = doc.choices[doc.gold_index]
        texts = [
            gold if zlib.crc32(f"{doc.query}/{number}".encode()) % 3 else "0"
            for number in range(doc.num_samples)
        ]
        return ModelResponse(
            input=doc.query, text=texts, input_tokens=[1, 2, 3], output_tokens=[[4]] * len(texts)
        )

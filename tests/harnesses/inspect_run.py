"""A real run of Inspect AI without a model's cost: answers that are known before, several epochs.

Called as a process of its own, with the folder for logs; prints the metrics of the run as JSON.
"""

import json
import random
import sys
from typing import Any

from inspect_ai import Task, eval, task
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import accuracy, match

from hatscore.harnesses.inspect_metric import hat

ITEMS, EPOCHS, LANGUAGES = 24, 4, ("en", "de", "sw")


@task
def sums(place: str = "metadata") -> Task:
    """Questions whose sample says its language and item in the metadata, in its id, or nowhere."""
    samples: list[Sample] = []
    for item in range(ITEMS):
        for language in LANGUAGES:
            identity = f"q{item}/{language}" if place == "id" else len(samples)
            metadata = {"language": language, "item": f"q{item}"} if place == "metadata" else {}
            samples.append(Sample(input=f"{item} {language}", target="9", id=identity, metadata=metadata))
    pattern = r"(?P<item>q\d+)/(?P<language>\w+)" if place == "id" else None
    metrics: list[Any] = [accuracy(), hat(benchmark="sums", pattern=pattern, floor=0.0)]
    return Task(dataset=samples, scorer=match(numeric=True), metrics=metrics)


def answers(messages: Any, *_: Any) -> ModelOutput:
    """Right as often as the item is easy, less so in other languages."""
    item, language = messages[-1].text.split()
    rate = (int(item) + 1) / ITEMS * (1.0 if language == "en" else 0.7)
    right = CHANCE.random() < rate
    output = ModelOutput.from_content("mockllm/model", "9" if right else "8")
    # Without usage, tokens would be counted with a table that is fetched from the network.
    output.usage = ModelUsage(input_tokens=3, output_tokens=1, total_tokens=4)
    return output


CHANCE = random.Random(5)

if __name__ == "__main__":
    folder, place = sys.argv[1:]
    model = get_model("mockllm/model", custom_outputs=answers)
    (log,) = eval(sums(place), model=model, epochs=EPOCHS, log_dir=folder, display="plain", log_format="eval")
    assert log.status == "success", log.error and log.error.message
    assert log.results is not None
    found = {name: m.value for one in log.results.scores for name, m in one.metrics.items()}
    print(json.dumps(found))

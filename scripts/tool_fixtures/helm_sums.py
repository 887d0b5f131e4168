"""Sums in two languages as a HELM scenario with its run specs; loaded as a plugin by make_helm.py."""

import zlib

from helm.benchmark.adaptation.common_adapter_specs import (
    get_generation_adapter_spec,
    get_multiple_choice_joint_adapter_spec,
)
from helm.benchmark.metrics.common_metric_specs import get_exact_match_metric_specs
from helm.benchmark.run_spec import RunSpec, run_spec_function
from helm.benchmark.scenarios.scenario import (
    CORRECT_TAG,
    TEST_SPLIT,
    TRAIN_SPLIT,
    Input,
    Instance,
    Output,
    Reference,
    Scenario,
    ScenarioSpec,
)
from helm.clients.simple_client import SimpleClient, SimpleClientRequest

QUESTIONS = {"en": "What is {a} plus {b}?", "sw": "Jumla ya {a} na {b} ni ngapi?"}
SUMS = [(2, 3), (4, 9), (11, 7), (20, 5), (8, 8), (13, 30)]


def answer(self: SimpleClient, raw_request: SimpleClientRequest) -> dict[str, list[str]]:  # noqa: ARG001
    """The right sum for two of three prompts, else 0; A for questions with options."""
    prompt = raw_request["prompt"]
    question = prompt.rstrip().split("\n")[-2] if "\nA. " not in prompt else "A"
    numbers = [int(word) for word in question.replace("?", "").split() if word.isdigit()]
    right = zlib.crc32(prompt.encode()) % 3
    return {"completions": [(str(sum(numbers)) if right else "0") if numbers else "A"]}


SimpleClient.invoke_model = answer


class SumsScenario(Scenario):  # type: ignore[misc]
    """Sums."""

    name = "tiny_sums"
    description = "Sums in two languages."
    tags: list[str] = []  # noqa: RUF012

    def __init__(self, language: str, options: bool = False) -> None:
        super().__init__()
        self.language, self.options = language, options

    def get_instances(self, output_path: str) -> list[Instance]:  # noqa: ARG002
        """The questions."""
        instances = []
        for number, (a, b) in enumerate(SUMS + SUMS):
            question = Input(text=QUESTIONS[self.language].format(a=a + 10 * (number >= len(SUMS)), b=b))
            total = a + b + 10 * (number >= len(SUMS))
            shifts = (1, 0, 2) if number % 2 else (0, 1, 2)
            references = [
                Reference(Output(text=str(total + shift)), tags=[] if shift else [CORRECT_TAG])
                for shift in (shifts if self.options else (0,))
            ]
            split = TRAIN_SPLIT if number >= len(SUMS) else TEST_SPLIT
            instances.append(Instance(input=question, references=references, split=split))
        return instances


@run_spec_function("tiny_sums")  # type: ignore[untyped-decorator]
def tiny_sums(language: str, options: str = "no") -> RunSpec:
    """Sums as a run."""
    has_options = options == "yes"
    scenario = ScenarioSpec(
        class_name="helm_sums.SumsScenario", args={"language": language, "options": has_options}
    )
    make = get_multiple_choice_joint_adapter_spec if has_options else get_generation_adapter_spec
    adapter = make(instructions="", input_noun="Q", output_noun="A", max_train_instances=2)
    suffix = ",options=yes" if has_options else ""
    return RunSpec(
        name=f"tiny_sums:language={language}{suffix}",
        scenario_spec=scenario,
        adapter_spec=adapter,
        metric_specs=get_exact_match_metric_specs(),
        groups=["tiny_sums"],
    )

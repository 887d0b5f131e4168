"""Benchmark and language from the name of an lm-eval task, and how its built-in filters read."""

import re
from dataclasses import dataclass
from typing import Any

from hatscore.attempts.languages import standard_tag
from hatscore.errors import UnknownFormat

_TWO_OR_THREE = r"(?P<language>[a-z]{2,3})"

_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?P<benchmark>mgsm_(?:direct|en_cot|native_cot))_{_TWO_OR_THREE}",
        rf"(?P<benchmark>mmlu_prox(?:_lite)?|global_mmlu(?:_full)?)_{_TWO_OR_THREE}(?:_(?P<subset>.+))?",
        r"(?P<benchmark>mmmlu)_(?P<language>[a-z]{2})_[a-z]{2}_(?P<subset>.+)",
        r"(?P<benchmark>belebele)_(?P<language>[a-z]{3}_[A-Z][a-z]{3})",
        r"(?P<benchmark>global_piqa_[a-z_]+)_(?P<language>[a-z]{3}_[a-z]{4})",
        rf"(?P<benchmark>truthfulqa)_{_TWO_OR_THREE}(?P<suffix>_mc[12])",
        rf"(?P<benchmark>(?:belebele|afri[a-z]+(?:_(?:cot|direct|translate|en_cot|manual|native|en_direct))*))"
        rf"_{_TWO_OR_THREE}(?P<suffix>_prompt_\d+)?",
        r"(?P<benchmark>(?:xcopa|xnli|xstorycloze|xwinograd|paws|m_mmlu|arc|arc_challenge_mt|hellaswag"
        rf"|lambada_openai_mt|copa|xquad|multiblimp))_{_TWO_OR_THREE}",
        # Any other name that ends in a two-letter code.
        # `xnli_eu_mt` is machine-translated Basque; `few_shot_en` of include is the prompt's language.
        r"(?P<benchmark>(?!xnli_eu_|include_).+)_(?P<language>[a-z]{2})",
    )
)
_OTHER_CODES = {"jp": "ja"}


@dataclass(frozen=True, slots=True)
class Task:
    """What a task's name says.

    Attributes
    ----------
    benchmark, language : str
        Benchmark without the language; standard language tag.
    subset : str
        Subject or domain, which is part of an item's name; may be empty.
    """

    benchmark: str
    language: str
    subset: str = ""


def parse_task(
    name: str, pattern: str | None = None, *, benchmark: str | None = None, language: str | None = None
) -> Task:
    """Take a task's name apart.

    Parameters
    ----------
    name : str
        Such as ``mgsm_direct_sw`` or ``mmlu_prox_lite_ja_law``.
    pattern : str, optional
        Regular expression with the named groups ``benchmark``, ``language``, ``subset`` to use in
        place of the known ones.
    benchmark, language : str, optional
        Those of all tasks.

    Returns
    -------
    Task

    Raises
    ------
    UnknownFormat
        If the name has no known language.

    Examples
    --------
    >>> parse_task("mmlu_prox_lite_ja_law")
    Task(benchmark='mmlu_prox_lite', language='ja', subset='law')
    >>> parse_task("belebele_swh_Latn").language, parse_task("mgsm_en_cot_bn").benchmark
    ('swh-Latn', 'mgsm_en_cot')
    """
    if benchmark and language and (known := standard_tag(language)):
        return Task(benchmark, known)
    patterns = (re.compile(pattern),) if pattern else _PATTERNS
    for candidate in patterns:
        match = candidate.fullmatch(name) or (candidate.search(name) if pattern else None)
        if not match:
            continue
        groups = match.groupdict(default="")
        code = language or groups.get("language", "")
        tag = standard_tag(_OTHER_CODES.get(code, code))
        named = benchmark or groups.get("benchmark", "") + groups.get("suffix", "")
        if tag and named:
            return Task(named, tag, groups.get("subset", ""))
    raise UnknownFormat(
        f"cannot tell benchmark and language from the task name {name!r}; give --pattern with the groups "
        "benchmark and language, such as '(?P<benchmark>mytask)_(?P<language>[a-z]+)'."
    )


_FLEXIBLE = {
    "name": "flexible-extract",
    "filter": [
        {
            "function": "regex",
            "regex_pattern": r"(-?[$0-9.,]{2,})|(-?[0-9]+)",
            "group_select": -1,
        },
        {"function": "take_first"},
    ],
}
_WHITESPACE = {
    "name": "remove_whitespace",
    "filter": [{"function": "remove_whitespace"}, {"function": "take_first"}],
}
_ANSWER_IS = {
    "name": "strict-match",
    "filter": [
        {"function": "regex", "regex_pattern": r"The answer is (\-?[0-9\.\,]+)"},
        {"function": "take_first"},
    ],
}
_NATIVE = {"name": "strict-match", "filter": [{"function": "unknown"}]}
_EXACT = [{"metric": "exact_match", "ignore_case": True, "ignore_punctuation": True}]


def built_in_config(name: str) -> dict[str, Any]:
    """Filters and metric of lm-eval's own tasks, for logs without their results file.

    Parameters
    ----------
    name : str
        Task name.

    Returns
    -------
    dict
        ``filter_list`` and ``metric_list`` as in a results file; empty for other tasks.

    Notes
    -----
    From the task definitions of lm-evaluation-harness 0.4.5 to 0.4.13 (MIT).

    Examples
    --------
    >>> [f["name"] for f in built_in_config("mgsm_direct_sw")["filter_list"]]
    ['remove_whitespace', 'flexible-extract']
    """
    families = {
        r"(afri)?mgsm_(direct|translate).*": [_WHITESPACE, _FLEXIBLE],
        r"(afri)?mgsm_(en_)?cot.*": [_ANSWER_IS, _FLEXIBLE],
        r"mgsm_native_cot_.*": [_NATIVE, _FLEXIBLE],
        r"afrimgsm_.*": [_WHITESPACE, _FLEXIBLE],
    }
    for pattern, filters in families.items():
        if re.fullmatch(pattern, name):
            return {"filter_list": filters, "metric_list": _EXACT}
    return {}

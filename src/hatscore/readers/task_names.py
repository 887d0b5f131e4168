"""Benchmark and language from the names that other tools give to tasks."""

from collections.abc import Sequence

from hatscore.attempts.languages import standard_tag
from hatscore.errors import UnknownFormat
from hatscore.readers.choices import ReadChoices
from hatscore.readers.lm_eval_tasks import Task, parse_task

_TAG = r"(?P<language>[a-z]{2,3}(?:[-_][A-Z][a-z]{3})?)"
# The languages of lighteval's own tasks, without those that are English words (run, hat). Nearly any three
# letters are a language's code, law too.
_THREE = (
    "ace|acm|acq|aeb|afr|ajp|aka|als|amh|apc|ara|arb|ars|ary|arz|asm|ast|awa|ayr|azb|aze|azj|bak|bam|"
    "bel|bem|ben|bho|bih|bjn|bod|bos|bre|bug|bul|cat|ceb|ces|cjk|ckb|crh|cym|dan|deu|dik|div|dyu|dzo|"
    "ell|eng|epo|est|eus|ewe|fao|fas|fij|fin|fon|fra|fuv|gaz|gla|gle|glg|grn|guj|hau|hbs|heb|hin|hne|"
    "hrv|hti|hun|hye|ibo|ilo|ind|isl|ita|jav|jpn|kab|kac|kam|kan|kas|kat|kaz|kbp|kea|khk|khm|kik|kin|"
    "kir|kmb|kmr|knc|kon|kor|kur|lao|lat|lav|lij|lim|lin|lit|lmo|ltg|ltz|lua|lug|luo|lus|lvs|mag|mai|"
    "mal|mar|mkd|mlg|mlt|mni|mos|mri|msa|mya|nep|nld|nno|nob|nor|npi|nso|nus|nya|oci|ori|ory|pag|pan|"
    "pap|pbt|pes|plt|pol|por|prs|pus|que|quy|ron|rus|sag|san|sat|scn|shn|sin|slk|slv|smo|sna|snd|som|"
    "sot|spa|sqi|srd|srp|ssw|swa|swe|swh|szl|tam|taq|tat|tel|tgk|tgl|tha|tir|tpi|tsn|tso|tuk|tum|tur|"
    "twi|tzm|udm|uig|ukr|umb|urd|uzb|uzn|vec|vie|wol|xho|ydd|yid|yor|yue|zho|zsm|zul"
)
LIGHTEVAL = (
    # xcopa_swa_mcf, belebele_swh_Latn_cf, global_mmlu_all_fra_mcf:anatomy
    rf"^(?P<benchmark>.+?)_{_TAG}(?P<suffix>_(?:mcf|cf|hybrid))(?::(?P<subset>.+))?$",
    # mgsm:sw
    r"^(?P<benchmark>[^:]+):(?P<language>[a-z]{2,3})$",
    # mgsm_swa, mkqa_fra:date
    rf"^(?P<benchmark>[^:]+)_(?P<language>{_THREE})(?::(?P<subset>.+))?$",
)
"""Names of lighteval's multilingual tasks, as its task files make them."""


def task_of(
    name: str,
    choices: ReadChoices,
    *,
    patterns: Sequence[str] = (),
    language: str | None = None,
    where: str = "",
) -> Task:
    """Take a task's name apart, with what else is known of its language.

    Parameters
    ----------
    name : str
        Name of the task.
    choices : ReadChoices
        ``pattern`` goes before everything; ``fixed`` may hold benchmark and language.
    patterns : sequence of str
        Regular expressions of the tool, tried before those of lm-eval.
    language : str, optional
        As the tool recorded it; then a name without a language is the benchmark.
    where : str
        Name of the file, for messages.

    Returns
    -------
    Task

    Raises
    ------
    UnknownFormat
        If the language is known from nowhere.

    Examples
    --------
    >>> task_of("global_mmlu_all_fra_mcf:law", ReadChoices(), patterns=LIGHTEVAL)
    Task(benchmark='global_mmlu_all_mcf', language='fr', subset='law')
    >>> task_of("facts", ReadChoices(), language="sw")
    Task(benchmark='facts', language='sw', subset='')
    """
    benchmark, fixed = choices.fixed.get("benchmark"), choices.fixed.get("language")
    known = standard_tag(fixed or language or "")
    for pattern in (choices.pattern,) if choices.pattern else (*patterns, None):
        try:
            task = parse_task(name, pattern, benchmark=benchmark, language=fixed if choices.pattern else None)
        except UnknownFormat as error:
            reason = error
            continue
        if choices.pattern or known is None or task.language == known:
            return task
    if known and not choices.pattern:
        return Task(benchmark or name, known)
    raise UnknownFormat(f"{where}: {reason}" if where else str(reason))

"""Is the name of a harness's task taken apart as its makers meant it?"""

import pytest

import hatscore
from hatscore.errors import InvalidArgument, UnknownFormat
from hatscore.readers.lm_eval_tasks import parse_task

from .conftest import FIRST_TIME, lines_of, sample_file, write_lines

NAMES = [
    # A language at the end.
    ("mgsm_direct_sw", "mgsm_direct", "sw", ""),
    ("mgsm_direct_ca", "mgsm_direct", "ca", ""),
    ("mgsm_native_cot_de", "mgsm_native_cot", "de", ""),
    ("mgsm_native_cot_eu", "mgsm_native_cot", "eu", ""),
    ("xcopa_et", "xcopa", "et", ""),
    ("xcopa_qu", "xcopa", "qu", ""),
    ("xnli_ar", "xnli", "ar", ""),
    ("xstorycloze_my", "xstorycloze", "my", ""),
    ("paws_ja", "paws", "ja", ""),
    ("m_mmlu_nb", "m_mmlu", "nb", ""),
    ("arc_de", "arc", "de", ""),
    ("arc_challenge_mt_pt", "arc_challenge_mt", "pt", ""),
    ("hellaswag_kn", "hellaswag", "kn", ""),
    ("truthfulqa-multi_mc1_gl", "truthfulqa-multi_mc1", "gl", ""),
    ("copa_ca", "copa", "ca", ""),
    ("xquad_es", "xquad", "es", ""),
    ("tydiqa_goldp_sw", "tydiqa_goldp", "sw", ""),
    ("lambada_openai_mt_fr", "lambada_openai_mt", "fr", ""),
    ("lambada_openai_mt_stablelm_de", "lambada_openai_mt_stablelm", "de", ""),
    # Three letters, which have a shorter standard form.
    ("multiblimp_deu", "multiblimp", "de", ""),
    ("afrimgsm_direct_hau", "afrimgsm_direct", "ha", ""),
    ("afrimgsm_translate_direct_zul", "afrimgsm_translate_direct", "zu", ""),
    ("afrimmlu_direct_eng", "afrimmlu_direct", "en", ""),
    ("afrixnli_translate_zul", "afrixnli_translate", "zu", ""),
    # A prompt's or a metric's mark after the language belongs to the benchmark.
    ("afrimgsm_swa_prompt_3", "afrimgsm_prompt_3", "sw", ""),
    ("afrimgsm_vai_prompt_1", "afrimgsm_prompt_1", "vai", ""),
    ("afrimgsm_translate_ibo_prompt_1", "afrimgsm_translate_prompt_1", "ig", ""),
    ("afrimgsm_cot_yor_prompt_2", "afrimgsm_cot_prompt_2", "yo", ""),
    ("afrimgsm_cot_translate_wol_prompt_5", "afrimgsm_cot_translate_prompt_5", "wo", ""),
    ("afrimmlu_direct_ibo_prompt_2", "afrimmlu_direct_prompt_2", "ig", ""),
    ("afrixnli_swa_prompt_1", "afrixnli_prompt_1", "sw", ""),
    ("afriqa_swa_prompt_1", "afriqa_prompt_1", "sw", ""),
    ("belebele_swa_prompt_2", "belebele_prompt_2", "sw", ""),
    ("truthfulqa_de_mc1", "truthfulqa_mc1", "de", ""),
    ("truthfulqa_gl_mc2", "truthfulqa_mc2", "gl", ""),
    # A subject after the language belongs to the item.
    ("mmlu_prox_ja_law", "mmlu_prox", "ja", "law"),
    ("mmlu_prox_lite_ja_law", "mmlu_prox_lite", "ja", "law"),
    ("mmlu_prox_lite_zu_computer_science", "mmlu_prox_lite", "zu", "computer_science"),
    ("mmlu_prox_lite_en_other", "mmlu_prox_lite", "en", "other"),
    ("global_mmlu_yo_stem", "global_mmlu", "yo", "stem"),
    ("global_mmlu_sw_social_sciences", "global_mmlu", "sw", "social_sciences"),
    ("global_mmlu_full_yo_abstract_algebra", "global_mmlu_full", "yo", "abstract_algebra"),
    ("global_mmlu_full_fil_astronomy", "global_mmlu_full", "fil", "astronomy"),
    # A region or a script after the language.
    ("mmmlu_sw_ke_anatomy", "mmmlu", "sw", "anatomy"),
    ("mmmlu_zh_cn_business_ethics", "mmmlu", "zh", "business_ethics"),
    ("mmmlu_es_la_world_religions", "mmmlu", "es", "world_religions"),
    ("mmmlu_ar_xy_virology", "mmmlu", "ar", "virology"),
    ("belebele_eng_Latn", "belebele", "en", ""),
    ("belebele_deu_Latn", "belebele", "de", ""),
    ("belebele_zho_Hant", "belebele", "zh-Hant", ""),
    ("belebele_hin_Latn", "belebele", "hi-Latn", ""),
    ("belebele_nob_Latn", "belebele", "nb", ""),
    ("global_piqa_parallel_generation_eng_latn", "global_piqa_parallel_generation", "en", ""),
]

TRAPS = [
    # The prompt is English, the questions are not.
    ("mgsm_en_cot_bn", "mgsm_en_cot", "bn", ""),
    ("mgsm_en_cot_en", "mgsm_en_cot", "en", ""),
    ("afrimgsm_en_cot_amh", "afrimgsm_en_cot", "am", ""),
    ("afrixnli_en_direct_amh", "afrixnli_en_direct", "am", ""),
    ("afrixnli_native_direct_yor", "afrixnli_native_direct", "yo", ""),
    ("afrixnli_manual_direct_fra", "afrixnli_manual_direct", "fr", ""),
    # Not a country.
    ("xwinograd_jp", "xwinograd", "ja", ""),
]

NO_LANGUAGE = [
    "gsm8k",
    "gsm8k_cot_self_consistency",
    "arc_easy",
    "arc_challenge",
    "hellaswag",
    "truthfulqa_mc1",
    "truthfulqa_gen",
    "mmlu_anatomy",
    "commonsense_qa",
    "med_concepts_qa",
    "ethics_cm",
    "nq_open",
    "flores_eng-fra_prompt_1",
    "include_base_44_albanian_stem",
    "include_base_44_north_macedonian_few_shot_og_humanities",
]

MISLEADING = [
    ("xnli_eu_mt", "mt", "machine-translated Basque, not Maltese"),
    ("include_base_44_albanian_few_shot_en", "en", "Albanian questions under an English prompt"),
]


@pytest.mark.parametrize(("name", "benchmark", "language", "subset"), NAMES + TRAPS, ids=lambda x: x or "-")
def test_names_of_lm_evals_tasks(name: str, benchmark: str, language: str, subset: str) -> None:
    task = parse_task(name)
    assert (task.benchmark, task.language, task.subset) == (benchmark, language, subset)


@pytest.mark.parametrize("name", NO_LANGUAGE)
def test_a_name_without_a_language_is_refused_with_advice(name: str) -> None:
    with pytest.raises(UnknownFormat, match=f"{name}'.*--pattern"):
        parse_task(name)


@pytest.mark.parametrize(("name", "not_this", "why"), MISLEADING)
def test_a_misleading_end_is_not_taken_for_the_language(name: str, not_this: str, why: str) -> None:
    try:
        language = parse_task(name).language
    except UnknownFormat:
        return
    assert language != not_this, why


PATTERN = r"(?P<benchmark>quiz)-(?P<language>[a-z]+)"


@pytest.mark.parametrize(
    ("name", "pattern", "benchmark", "language", "subset"),
    [
        ("quiz-sw", PATTERN, "quiz", "sw", ""),
        ("our_quiz-sw_v2", PATTERN, "quiz", "sw", ""),
        ("quiz-swa", PATTERN, "quiz", "sw", ""),
        ("quiz-law-de", r"(?P<benchmark>quiz)-(?P<subset>\w+)-(?P<language>..)", "quiz", "de", "law"),
        ("mgsm_direct_en_de", r"(?P<benchmark>mgsm_direct)_(?P<language>en)_de", "mgsm_direct", "en", ""),
    ],
)
def test_a_pattern_reads_other_names(
    name: str, pattern: str, benchmark: str, language: str, subset: str
) -> None:
    task = parse_task(name, pattern)
    assert (task.benchmark, task.language, task.subset) == (benchmark, language, subset)


def test_a_pattern_takes_the_place_of_the_known_names() -> None:
    with pytest.raises(UnknownFormat, match="mgsm_direct_sw"):
        parse_task("mgsm_direct_sw", PATTERN)


def test_a_pattern_whose_language_is_none_is_refused() -> None:
    with pytest.raises(UnknownFormat, match="quiz-klingon"):
        parse_task("quiz-klingon", PATTERN)


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("(?P<language>", "no regular expression"),
        ("quiz-(..)", "must name the group language"),
        ("(?P<benchmark>quiz)-..", "must name the group language"),
    ],
)
def test_a_pattern_that_cannot_work_is_refused(pattern: str, message: str) -> None:
    with pytest.raises(InvalidArgument, match=message):
        hatscore.read(sample_file("v_old", "mgsm_direct_de"), pattern=pattern)


def test_a_pattern_is_used_on_files(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("logs") / "acme__one"
    lines = lines_of(sample_file("v_new_repeats1", "mgsm_direct_de"))
    write_lines(folder / f"samples_quiz-sw_{FIRST_TIME}.jsonl", lines)
    write_lines(folder / f"samples_quiz-deu_{FIRST_TIME}.jsonl", lines)
    frame = hatscore.read(folder, pattern=PATTERN).to_frame()
    assert set(frame.select("benchmark", "language").rows()) == {("quiz", "sw"), ("quiz", "de")}
    assert set(
        hatscore.read(folder, pattern="-(?P<language>.+)", fixed={"benchmark": "b"}).to_frame()["benchmark"]
    ) == {"b"}

"""Samples of Inspect AI logs as typed records; fields that are not listed here are skipped unread.

The records are trees, so Python's search for cycles, which costs more than parsing, is spared them.
"""

import json
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

Parsed = TypeVar("Parsed")
Whole = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
"""A count; larger ones do not fit a column, and are damage."""


class Metadata(Struct, gc=False):
    """Those entries of a sample's metadata, or of a task's arguments, that can name a place."""

    benchmark: Any = None
    language: Any = None
    lang: Any = None
    language_code: Any = None
    locale: Any = None
    source_language: Any = None
    item: Any = None
    item_id: Any = None
    question_id: Any = None


class Request(Struct, omit_defaults=True, gc=False):
    """Settings in a request, by the names that vendors give them; texts and tools are not settings."""

    temperature: Any | UnsetType = UNSET
    top_p: Any | UnsetType = UNSET
    top_k: Any | UnsetType = UNSET
    topP: Any | UnsetType = UNSET  # noqa: N815 (the vendors' spelling)
    topK: Any | UnsetType = UNSET  # noqa: N815
    max_tokens: Any | UnsetType = UNSET
    max_completion_tokens: Any | UnsetType = UNSET
    max_output_tokens: Any | UnsetType = UNSET
    maxOutputTokens: Any | UnsetType = UNSET  # noqa: N815
    maxTokens: Any | UnsetType = UNSET  # noqa: N815
    frequency_penalty: Any | UnsetType = UNSET
    presence_penalty: Any | UnsetType = UNSET
    reasoning: Any | UnsetType = UNSET
    reasoning_effort: Any | UnsetType = UNSET
    reasoning_tokens: Any | UnsetType = UNSET
    effort: Any | UnsetType = UNSET
    thinking: Any | UnsetType = UNSET
    thinking_config: Any | UnsetType = UNSET
    thinkingConfig: Any | UnsetType = UNSET  # noqa: N815
    output_config: Any | UnsetType = UNSET
    verbosity: Any | UnsetType = UNSET
    chat_template_kwargs: Any | UnsetType = UNSET
    # Vendors that put the settings one level down.
    config: "Request | UnsetType | None" = UNSET
    generation_config: "Request | UnsetType | None" = UNSET
    generationConfig: "Request | UnsetType | None" = UNSET  # noqa: N815
    inferenceConfig: "Request | UnsetType | None" = UNSET  # noqa: N815
    extra_body: "Request | UnsetType | None" = UNSET


class Call(Struct, gc=False):
    """A request as it was sent."""

    request: Request | None = None


class Event(Struct, gc=False):
    """An event; of models, what was asked and what was sent."""

    event: str = ""
    model: str | None = None
    config: Request | None = None
    call: Call | None = None


class Content(Struct, gc=False):
    """A part of a message."""

    type: str = ""
    text: str = ""


class Message(Struct, gc=False):
    """A message of a model."""

    content: str | list[str | Content] = ""


class Choice(Struct, gc=False):
    """One answer of a model, and why it ended."""

    message: Message | None = None
    stop_reason: str | None = None


class Usage(Struct, gc=False):
    """Tokens."""

    input_tokens: Whole | None = None
    output_tokens: Whole | None = None
    total_tokens: Whole | None = None
    input_tokens_cache_read: Whole | None = None
    input_tokens_cache_write: Whole | None = None
    reasoning_tokens: Whole | None = None


class Transcript(Struct, gc=False):
    """Where the events were in early logs."""

    events: list[Event] = []


class Output(Struct, gc=False):
    """The last output of a sample."""

    choices: list[Choice] = []
    usage: Usage | None = None


class Score(Struct, gc=False):
    """A scorer's value: a letter, number, truth value, or several under names."""

    value: Any = None


class Limit(Struct, gc=False):
    """The limit that ended a sample."""

    type: str = ""


class Sample(Struct, gc=False):
    """One item in one epoch."""

    id: int | str
    epoch: Whole
    target: str | list[str] = ""
    output: Output | None = None
    scores: dict[str, Score] | None = None
    score: Score | None = None
    metadata: Metadata | None = None
    events: list[Event] = []
    transcript: Transcript | None = None
    model_usage: dict[str, Usage] | None = None
    error: Any = None
    limit: Limit | None = None
    uuid: str | None = None


class _Attachments(Struct, gc=False):
    attachments: dict[str, str] = {}


class Spec(Struct, gc=False):
    """What was evaluated."""

    task: str
    model: str
    task_args: dict[str, Any] = {}
    task_id: str = ""
    created: str = ""


class Header(Struct, gc=False):
    """What a log says of its run."""

    eval: Spec
    version: int = 1
    status: str = "started"


class WholeLog(Header):
    """A log in one JSON file; its samples are parsed one by one."""

    samples: list[msgspec.Raw] | None = None


_DECODER = msgspec.json.Decoder(Sample)
_ATTACHMENTS = msgspec.json.Decoder(_Attachments)
_ATTACHED = "attachment://"
_MOST_WITH_NAN = 64 * 2**20  # Python's own reader takes ten times the memory of the text


def parse_header(raw: bytes) -> Header:
    """Parse ``header.json``, or the start of an unfinished log.

    Parameters
    ----------
    raw : bytes
        Its JSON.

    Returns
    -------
    Header

    Raises
    ------
    ValueError
        If it is no JSON, or no header; it says where.
    """
    return _parse(msgspec.json.Decoder(Header), raw)


def parse_whole(raw: bytes) -> WholeLog:
    """Parse a log in one JSON file.

    Parameters
    ----------
    raw : bytes
        Its JSON.

    Returns
    -------
    WholeLog

    Raises
    ------
    ValueError
        If it is no JSON, or no log; it says where.
    """
    return _parse(msgspec.json.Decoder(WholeLog), raw)


def parse_sample(raw: bytes | memoryview | msgspec.Raw) -> Sample:
    """Parse a sample.

    Parameters
    ----------
    raw : bytes, memoryview or msgspec.Raw
        Its JSON.

    Returns
    -------
    Sample

    Raises
    ------
    ValueError
        If it is no JSON, or no sample; it says where.
    """
    try:
        return _DECODER.decode(raw)
    except (
        msgspec.DecodeError,
        ValueError,
        RecursionError,
    ):  # rare; what is wrong is found out a second time
        return _parse(_DECODER, raw)


def response_text(sample: Sample, raw: bytes | memoryview | msgspec.Raw) -> str | None:
    """Text of a sample's last answer, without its thinking.

    Parameters
    ----------
    sample : Sample
        From `parse_sample`.
    raw : bytes, memoryview or msgspec.Raw
        Its JSON, which may hold long texts apart.

    Returns
    -------
    str or None
        None where the model gave no answer.
    """
    if not sample.output or not sample.output.choices or not sample.output.choices[0].message:
        return None
    content = sample.output.choices[0].message.content
    if not isinstance(content, str):
        content = "\n".join(
            part if isinstance(part, str) else part.text
            for part in content
            if isinstance(part, str) or part.type == "text"
        )
    if content.startswith(_ATTACHED):
        attached = _ATTACHMENTS.decode(raw).attachments
        return attached.get(content.removeprefix(_ATTACHED), content)
    return content


def _parse(decoder: "msgspec.json.Decoder[Parsed]", raw: bytes | memoryview | msgspec.Raw) -> Parsed:
    try:
        return decoder.decode(raw)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from None
    except msgspec.DecodeError as error:
        content = bytes(raw)
        if b"NaN" not in content and b"Infinity" not in content:
            raise ValueError(str(error)) from None
        if len(content) > _MOST_WITH_NAN:
            raise ValueError(
                f"it holds NaN, which is no JSON, and is larger than {_MOST_WITH_NAN:,} bytes; a log in one "
                "file is read when 'inspect log convert --to eval' has made it an archive"
            ) from None
        return _with_nan(decoder, content, error)
    except UnicodeDecodeError as error:
        raise ValueError(f"it is not UTF-8 text (byte {error.start})") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _with_nan(decoder: "msgspec.json.Decoder[Parsed]", raw: bytes, error: msgspec.DecodeError) -> Parsed:
    """Inspect writes NaN where there is no number, which is no JSON; Python's own reader takes it."""
    try:
        found = json.loads(raw)
        if isinstance(found, dict) and isinstance(found.get("samples"), list):
            found["samples"] = [msgspec.Raw(json.dumps(sample).encode()) for sample in found["samples"]]
        converted: Parsed = msgspec.convert(found, decoder.type)
    except (ValueError, RecursionError):
        raise ValueError(str(error)) from None
    return converted

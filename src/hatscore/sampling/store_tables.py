"""Tables of a run store. A change of meaning needs a new `SCHEMA_VERSION`."""

SCHEMA_VERSION = 1

CREATE = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE systems (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, settings TEXT NOT NULL,
    price_input REAL, price_output REAL
);
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY, system_id INTEGER NOT NULL, started TEXT NOT NULL, versions TEXT NOT NULL
);
CREATE TABLE prompts (
    id INTEGER PRIMARY KEY, benchmark TEXT NOT NULL, revision TEXT NOT NULL, item TEXT NOT NULL,
    language TEXT NOT NULL, source_language TEXT, prompt_hash TEXT NOT NULL,
    UNIQUE (benchmark, revision, item, language)
);
CREATE TABLE requests (
    id INTEGER PRIMARY KEY, system_id INTEGER NOT NULL, prompt_id INTEGER NOT NULL,
    asked INTEGER NOT NULL, returned INTEGER NOT NULL, model TEXT,
    prompt_tokens INTEGER, output_tokens INTEGER, thinking_tokens INTEGER,
    latency REAL NOT NULL, time TEXT NOT NULL
);
CREATE TABLE attempts (
    system_id INTEGER NOT NULL, prompt_id INTEGER NOT NULL, attempt INTEGER NOT NULL,
    request_id INTEGER, response TEXT, thinking TEXT, finish_reason TEXT,
    prompt_tokens INTEGER, answer_tokens INTEGER, thinking_tokens INTEGER,
    latency REAL, time TEXT NOT NULL, error_class TEXT, error_message TEXT,
    PRIMARY KEY (system_id, prompt_id, attempt)
);
CREATE TABLE verdicts (
    judge TEXT NOT NULL, digest TEXT NOT NULL, benchmark TEXT NOT NULL, revision TEXT NOT NULL,
    language TEXT NOT NULL, verdict TEXT, reason TEXT NOT NULL, time TEXT NOT NULL,
    PRIMARY KEY (judge, digest)
) WITHOUT ROWID;
"""

MEANING = {
    "meta": "Version of this form, the form of the judge, and other facts of the file as a whole.",
    "systems": "One row a system: its settings as JSON, and the prices that costs are computed with.",
    "sessions": "One row each time that a run was started for a system, with the versions of what ran.",
    "prompts": "One row for each item in each language that was asked, with a hash of its prompt.",
    "requests": "One row a request to a server, which may bring several attempts; time in seconds.",
    "attempts": "One row an attempt: the response, or the error that stands there until an answer.",
    "verdicts": "Judgements of free texts, each different text once.",
}
"""What each table holds."""

ADD_REQUEST = """
INSERT INTO requests (system_id, prompt_id, asked, returned, model, prompt_tokens, output_tokens,
                      thinking_tokens, latency, time)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""

ADD_ATTEMPT = """
INSERT INTO attempts (system_id, prompt_id, attempt, request_id, response, thinking, finish_reason,
                      prompt_tokens, answer_tokens, thinking_tokens, latency, time,
                      error_class, error_message)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (system_id, prompt_id, attempt) DO UPDATE SET
    request_id = excluded.request_id, response = excluded.response, thinking = excluded.thinking,
    finish_reason = excluded.finish_reason, prompt_tokens = excluded.prompt_tokens,
    answer_tokens = excluded.answer_tokens, thinking_tokens = excluded.thinking_tokens,
    latency = excluded.latency, time = excluded.time, error_class = excluded.error_class,
    error_message = excluded.error_message
WHERE attempts.error_class IS NOT NULL
"""
"""An error gives way to an answer or a later error; an answer stays."""

ANSWERED = "SELECT prompt_id, attempt FROM attempts WHERE system_id = ? AND error_class IS NULL"

ATTEMPTS = """
SELECT s.name AS system, p.benchmark, p.revision, p.item, p.language, p.source_language, a.attempt,
       a.response, a.finish_reason, a.prompt_tokens, a.answer_tokens, a.thinking_tokens,
       CASE WHEN a.error_class IS NOT NULL THEN 'error'
            WHEN a.finish_reason = 'content_filter' THEN 'refused' END AS outcome,
       a.thinking, a.latency, a.time, a.error_class, a.error_message, a.request_id,
       r.returned AS request_choices, r.output_tokens AS request_output_tokens,
       r.thinking_tokens AS request_thinking_tokens, r.model AS model_reported
FROM attempts a JOIN systems s ON s.id = a.system_id JOIN prompts p ON p.id = a.prompt_id
LEFT JOIN requests r ON r.id = a.request_id
WHERE {condition}
ORDER BY s.id, p.id, a.attempt
"""

SPENT = """
SELECT s.name, count(*), sum(r.prompt_tokens), sum(r.output_tokens), sum(r.thinking_tokens),
       sum(r.prompt_tokens IS NULL OR r.output_tokens IS NULL)
FROM requests r JOIN systems s ON s.id = r.system_id GROUP BY s.id ORDER BY s.id
"""

STATE = """
SELECT s.name, p.benchmark, p.revision, p.language,
       sum(a.error_class IS NULL), sum(a.error_class IS NOT NULL),
       sum(a.finish_reason IS 'length'), sum(a.finish_reason IS 'content_filter'),
       count(DISTINCT p.item)
FROM attempts a JOIN systems s ON s.id = a.system_id JOIN prompts p ON p.id = a.prompt_id
GROUP BY s.id, p.benchmark, p.revision, p.language
ORDER BY s.id, p.benchmark, p.revision, p.language
"""

ERRORS = """
SELECT s.name, a.error_class, count(*), max(a.error_message) FROM attempts a
JOIN systems s ON s.id = a.system_id WHERE a.error_class IS NOT NULL
GROUP BY s.id, a.error_class ORDER BY s.id, count(*) DESC
"""

IDENTICAL = """
SELECT count(*), sum(different = 1) FROM (
    SELECT count(DISTINCT response) AS different FROM attempts
    WHERE system_id = (SELECT id FROM systems WHERE name = ?) AND error_class IS NULL
    GROUP BY prompt_id HAVING count(*) > 1)
"""

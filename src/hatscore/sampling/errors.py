"""What can go wrong with a run as a whole; all are `hatscore.errors.InputError`.

StoreError            the run store cannot be used
|-- StoreLocked       another process writes to it
|-- SettingsDiffer    it holds answers that were given under other settings
`-- StoreFull         there is no space left to write
"""

from hatscore.errors import InputError


class StoreError(InputError):
    """A run store cannot be used."""


class StoreLocked(StoreError):
    """Another process writes to the run store."""


class SettingsDiffer(StoreError):
    """The run store holds answers given under other settings."""


class StoreFull(StoreError):
    """No space is left to write answers."""

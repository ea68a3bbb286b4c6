"""Games as data: each row holds an observation and a choice, and a run that is killed goes on to the same rows."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardkit.arena.match import play_match
from cardkit.commands.composition import late
from cardkit.export import command, export
from cardkit.export.dataset import Dataset
from cardkit.export.export import Exported, export_games
from cardkit.export.judging import Judgement, read_values
from cardkit.export.minari_dataset import to_minari
from tests.support.herd import APP, GAME, HIGHEST, PYTHON, RANDOM, herd
from tests.support.herding_encoding import HerdingEncoding

ENCODING = HerdingEncoding()
GAMES = 40

APP.add(
    command.export,
    encoding=late("tests.support.herding_encoding:encoding_of"),
    action_values=lambda: action_values,
    env_id=lambda: None,
)


def action_values(agent: Any, info: Any, rng: np.random.Generator) -> Judgement:
    return Judgement(agent.analyse(info, rng), exact=len(info.legal_actions) == 2)


JUDGE = "tests.support.herding_judge:Judge"


def exported(folder: Path, agents: tuple[str, ...] = (RANDOM, HIGHEST), **settings: Any) -> Exported:
    return export_games(GAME, ENCODING, agents, GAMES, folder, seed=3, **settings)


def arrays(folder: Path) -> dict[str, np.ndarray]:
    return Dataset(folder).arrays()


def same(one: dict[str, np.ndarray], two: dict[str, np.ndarray]) -> bool:
    return all(np.array_equal(one[name], two[name]) for name in one)


def test_rows_are_the_choices_of_the_match_as_each_seat_saw_them(tmp_path: Path) -> None:
    games: list[Any] = []
    lineup = [RANDOM, HIGHEST, HIGHEST]
    play_match(GAME, lineup, GAMES, seed=3, on_game=games.append)
    done = exported(tmp_path)
    found, row = arrays(tmp_path), 0
    for game in games:
        plies: list[tuple[int, int]] = []
        choice = 0
        for state, seat, slot in game.replay():
            action = GAME.action_of(state, slot)
            info = GAME.information_set(state, seat, plies)
            plies.append((seat, action))
            if len(info.legal_actions) == 1:
                continue
            agent = game.result.seating.tolist().index(seat)
            keys = [found[name][row] for name in ("game", "choice", "seat", "agent", "action")]
            assert keys == [game.number, choice, seat, agent, action]
            assert found["returns"][row] == game.result.returns[agent]
            for name, expected in zip(("observation", "action_mask"), ENCODING.observe(info), strict=True):
                assert np.array_equal(found[name][row], expected)
            choice, row = choice + 1, row + 1
    assert row == done.choices == len(found["game"]) > GAMES
    assert done.games == done.played == GAMES


def test_a_killed_run_goes_on_and_threads_and_files_change_nothing(tmp_path: Path) -> None:
    exported(tmp_path / "whole")
    exported(tmp_path / "parts", part_games=7, jobs=2)
    files = sorted((tmp_path / "parts").glob("*.parquet"))
    assert len(files) == 6
    for lost in files[1::2]:
        lost.unlink()
    (tmp_path / "parts/.games-000000007-000000014.1234.new.parquet").touch()  # which a killed run leaves
    done = exported(tmp_path / "parts", part_games=5)
    assert 0 < done.played < done.games == GAMES
    assert same(arrays(tmp_path / "parts"), arrays(tmp_path / "whole"))


def test_a_block_that_is_full_ends_with_a_whole_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    exported(tmp_path / "whole")
    monkeypatch.setattr("cardkit.export.playing.BLOCK_ROWS", 1)  # a block then has room for one game
    exported(tmp_path / "small")
    assert len(list(Dataset(tmp_path / "small").blocks())) == GAMES
    assert same(arrays(tmp_path / "small"), arrays(tmp_path / "whole"))
    assert len(list((tmp_path / "small").glob("*.parquet"))) == GAMES / export.PART_BLOCKS


def test_only_the_same_export_goes_on_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other/notes.txt").touch()
    with pytest.raises(ValueError, match=r"holds other files and no manifest\.json: name a new folder"):
        exported(tmp_path / "other")
    exported(tmp_path / "mine")
    with pytest.raises(ValueError, match=r"mine holds other games, with agents .*: name a new folder"):
        exported(tmp_path / "mine", (HIGHEST,))
    (file,) = (tmp_path / "mine").glob("*.parquet")
    beyond = file.with_name(f"games-{GAMES:09}-{2 * GAMES:09}.parquet")
    beyond.write_bytes(file.read_bytes())
    with pytest.raises(ValueError, match=f"holds games beyond the {GAMES} of the folder: delete it"):
        exported(tmp_path / "mine")
    beyond.unlink()
    with pytest.raises(ValueError, match="holds no exported games"):
        Dataset(tmp_path / "none")


def cut(content: bytes) -> bytes:
    return content[:-10]


def flipped(content: bytes) -> bytes:
    middle = len(content) // 3
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


@pytest.mark.parametrize("damage", [cut, flipped])
def test_a_damaged_file_is_refused_and_can_be_played_anew(damage: Callable[[bytes], bytes], tmp_path: Path) -> None:
    exported(tmp_path / "whole", part_games=10)
    exported(tmp_path / "mine", part_games=10)
    file = tmp_path / "mine/games-000000010-000000020.parquet"
    file.write_bytes(damage(file.read_bytes()))
    for use in (exported, Dataset):
        with pytest.raises(
            ValueError, match=r"000000020\.parquet is damaged, or of other games: delete it, and export"
        ):
            use(tmp_path / "mine")
    file.unlink()
    assert exported(tmp_path / "mine").played == 10
    assert same(arrays(tmp_path / "mine"), arrays(tmp_path / "whole"))


def test_other_agents_rows_under_a_right_name_are_refused(tmp_path: Path) -> None:
    exported(tmp_path / "mine")
    exported(tmp_path / "other", (HIGHEST,))
    (file,) = (tmp_path / "other").glob("*.parquet")
    (tmp_path / "mine" / file.name).write_bytes(file.read_bytes())
    for use in (exported, Dataset):
        with pytest.raises(ValueError, match="is damaged, or of other games"):
            use(tmp_path / "mine")


def test_a_run_killed_before_its_manifest_leaves_a_folder_that_can_be_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as killed:
        killed.setattr(Path, "replace", lambda *_: exit())
        killed.setattr(Path, "unlink", lambda *_: None)
        with pytest.raises(SystemExit):
            exported(tmp_path)
    assert [file.suffix for file in tmp_path.iterdir()] == [".json"]
    assert exported(tmp_path).played == GAMES


def test_agents_that_are_not_compiled_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is not compiled, and only games of compiled agents are exported"):
        exported(tmp_path, (PYTHON,))
    assert list(tmp_path.iterdir()) == []


def test_shuffled_batches_hold_each_choice_once(tmp_path: Path) -> None:
    done = exported(tmp_path)
    batches = list(Dataset(tmp_path).batches(10, np.random.default_rng(1), ("game", "choice")))
    assert len(batches) == done.choices // 10
    drawn = [pair for batch in batches for pair in zip(batch["game"], batch["choice"], strict=True)]
    assert len(set(drawn)) == len(drawn)
    assert drawn != sorted(drawn)


def test_the_command_goes_on_with_the_seed_of_its_folder(tmp_path: Path) -> None:
    command = "export", "--agents", RANDOM, HIGHEST, "--games", "20", "--to", str(tmp_path / "games")
    first = herd(*command)
    assert first.exit_code == 0, first.output
    assert f"{tmp_path}/games holds " in first.stdout
    assert "choices of 20 games, 20 of them played now: 1 file," in first.stdout
    again = json.loads(herd(*command, "--json").stdout)
    assert (again["games"], again["played"], again["choices"]) == (20, 0, len(Dataset(tmp_path / "games")))
    assert f"seed {again['seed']}" in first.stdout


def test_a_judge_values_the_choices_of_the_first_games(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    command = "export", "--agents", RANDOM, HIGHEST, "--games", "20", "--to", str(folder), "--seed", "3"
    done = herd(*command, "--judge", JUDGE, "--judged", "6")
    assert done.exit_code == 0, done.output
    values, data = read_values(folder), Dataset(folder).arrays()
    rows = data["game"] < 6
    assert np.array_equal(values.game, data["game"][rows])
    assert np.array_equal(values.choice, data["choice"][rows])
    assert np.array_equal(np.isfinite(values.values), data["action_mask"][rows] == 1)
    best = np.nanmax(values.values, axis=1)
    played = values.values[np.arange(len(best)), data["action"][rows]]
    assert np.array_equal(values.exact, data["action_mask"][rows].sum(1) == 2)
    assert 0 < values.exact.sum() < len(values.exact)
    assert values.regret[values.exact] == pytest.approx((best - played)[values.exact], abs=1e-6)
    assert np.isnan(values.regret[~values.exact]).all()
    before = (folder / "values/values.parquet").read_bytes()
    again = herd(*command, "--judge", JUDGE, "--judged", "6")
    assert again.exit_code == 0, again.stderr
    assert (folder / "values/values.parquet").read_bytes() == before
    other = herd(*command, "--judge", JUDGE, "--judged", "5")
    assert "holds values of another judge or of more games: delete it" in other.stderr
    (folder / "values/values.parquet").write_bytes(before[:200] + flipped(before[200:300]) + before[300:])
    with pytest.raises(ValueError, match="is damaged: delete it"):
        read_values(folder)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--seed", "-1"], "seed must be an integer of at least 0, got -1"),
        (["--judge", RANDOM], f"{RANDOM!r} cannot judge: it does not tell what actions are worth, as searches can"),
        (["--minari", "no id"], "a Minari dataset needs an id such as durak/greedy-v0, got 'no id'"),
        (["--minari", "herding"], "a Minari dataset needs an id such as durak/greedy-v0, got 'herding'"),
        (["--minari", "herding/there-v0"], "there is a Minari dataset herding/there-v0 already: give another id"),
    ],
)
def test_what_cannot_be_is_told_before_games_are_played(
    options: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    (tmp_path / "minari/herding/there-v0").mkdir(parents=True)
    done = herd("export", "--agents", RANDOM, "--games", "20", "--to", str(tmp_path / "games"), *options)
    assert (done.exit_code, done.stderr) == (2, f"herd: {told}\n")
    assert not (tmp_path / "games").exists()


def test_a_full_disk_ends_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    done = herd("export", "--agents", RANDOM, "--games", "20", "--to", str(tmp_path / "games"))
    assert done.exit_code == 2
    assert done.stderr == f"herd: {tmp_path}/games/games-000000000-000000020.parquet: No space left on device\n"
    assert [file.name for file in (tmp_path / "games").iterdir()] == ["manifest.json"]


def test_other_libraries_read_the_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    polars, torch = pytest.importorskip("polars"), pytest.importorskip("torch")
    exported(tmp_path / "games")
    found = arrays(tmp_path / "games")
    frame = polars.read_parquet(tmp_path / "games" / "*.parquet")
    assert frame["action"].to_list() == found["action"].tolist()
    kind = polars.Array(polars.Int8, found["action_mask"].shape[1])
    masks = frame.select(polars.col("action_mask").bin.reinterpret(dtype=kind, endianness="little")).to_series()
    assert np.array_equal(masks.to_numpy(), found["action_mask"])
    assert torch.from_numpy(found["observation"]).shape == found["observation"].shape


def test_minari_has_an_episode_for_each_seat_of_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    minari = pytest.importorskip("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    done = exported(tmp_path / "games")
    to_minari(Dataset(tmp_path / "games"), ENCODING, "herding/random-v0")
    loaded, found = minari.load_dataset("herding/random-v0"), arrays(tmp_path / "games")
    assert loaded.total_steps == done.choices
    assert loaded.total_episodes == len(set(zip(found["game"], found["seat"], strict=True)))
    episode, rows = next(loaded.iterate_episodes()), (found["game"] == 0) & (found["seat"] == 0)
    assert episode.actions.tolist() == found["action"][rows].tolist()
    assert np.array_equal(episode.observations["observation"][:-1], found["observation"][rows])
    assert episode.rewards.tolist() == [*[0] * (rows.sum() - 1), found["returns"][rows][-1]]
    assert episode.terminations.tolist() == [False] * (rows.sum() - 1) + [True]

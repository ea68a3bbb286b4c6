"""The site builds without a warning, loads nothing from elsewhere, and its search finds words."""

from __future__ import annotations

import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

import durak_env
from tests.support.browser import CHROMIUM, needs_browser

ROOT = Path(__file__).parents[2]
LOADED = re.compile(
    r"""<(?:script|img|iframe|source|audio|video|embed)\b[^>]*\ssrc=["']?(?:https?:)?//[^"'> ]+
    |<link\b[^>]*\shref=["']?(?:https?:)?//[^"'> ]+
    |url\(\s*["']?(?:https?:)?//[^)]+ | @import\s[^;]*//""",
    re.VERBOSE,
)
"""The things that a browser would fetch from another machine, in HTML or CSS; links to follow are none."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site as strictly as Sphinx can, and return its folder."""
    for needed in ("furo", "myst_nb", "sphinx_copybutton"):
        pytest.importorskip(needed, reason="the extra docs is not installed")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-n", "-W", "--keep-going", "-q", "-d", str(folder / "cache")]
    done = subprocess.run([*command, str(ROOT / "docs"), str(folder / "html")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder / "html"


def article(site: Path, page: str) -> str:
    """Return the content of a page beside its navigation, as HTML."""
    found = re.search(r"<article.*</article>", (site / page).read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[0]


def words_of(site: Path, page: str) -> str:
    """Return the text of a page, without its navigation."""
    return unescape(re.sub(r"<[^>]+>", "", article(site, page)))


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    pages = [*site.rglob("*.html"), *site.rglob("*.css")]
    assert len(pages) > 30
    fetched = {page.name: LOADED.findall(page.read_text(encoding="utf-8")) for page in pages}
    assert {name: found for name, found in fetched.items() if found} == {}


def test_every_command_of_every_program_is_there(site: Path) -> None:
    for page, command, option in (
        ("durak", "durak tournament", "--markdown"),
        ("oh_hell", "oh-hell reproduce", "--quick"),
        ("bang", "bang match", "--max-rounds"),
    ):
        text = words_of(site, f"{page}/commands.html")
        assert command in text
        assert option in text


def test_the_protocol_has_every_message_of_both_sides(site: Path) -> None:
    text = words_of(site, "kit/table_protocol.html")
    assert 'seats, rules=null, open_world=false, seed=null, deal=null, viewer="own"' in text
    assert all(f"\n{name}\n" in text for name in ("tournament_game", "analysis_stopped", "welcome", "revoke"))


@pytest.mark.parametrize("page", ["index", "durak/environment", "oh_hell/environment", "bang/environment"])
def test_a_page_begins_with_the_game_s_picture(site: Path, page: str) -> None:
    before = article(site, f"{page}.html").partition("<table")[0]
    (picture,) = re.findall(r'<img[^>]* src="([^"]+)"', before)
    assert (site / page).parent.joinpath(picture).is_file()


def test_the_front_page_says_how_to_install_it_and_what_to_type(site: Path) -> None:
    text = words_of(site, "index.html")
    assert "pip install ." in text
    assert "gymnasium.make_vec" in text


def test_code_is_copied_by_a_button_and_leads_to_its_source(site: Path) -> None:
    page = (site / "durak" / "environment.html").read_text(encoding="utf-8")
    assert "copybutton.js" in page
    assert 'href="../_modules/durak_env/envs/gym_env.html#DurakEnv"' in page
    assert f"durak-env {durak_env.__version__}" in page


def test_no_class_has_its_own_name_for_a_base_and_no_protocol_has_arguments(site: Path) -> None:
    """`durak_env.CompiledAgent` derives from `cardkit.agents.CompiledAgent`."""
    pages = ["durak/api", "oh_hell/api", "bang/api", "kit/api", "kit/api_of_games"]
    told = {page: words_of(site, f"{page}.html") for page in pages}
    for text in told.values():
        for name, rest in re.findall(r"^class [\w.]*?(\w+)[(\n](.*?)(?=^class |\Z)", text, re.MULTILINE | re.DOTALL):
            bases = re.search(r"Bases: (.*)", rest)
            assert bases is None or name not in re.findall(r"\w+", bases[1]), name
    assert "*args, **kwargs" not in "".join(told.values())


def test_plots_without_the_colours_of_the_page_are_marked_for_the_dark(site: Path) -> None:
    marked = re.compile(r'<img[^>]* class="[^"]*\bplot\b[^>]*>')
    assert all(".png" in plot for plot in marked.findall(article(site, "results/training.html")))
    assert marked.findall(article(site, "results/training.html"))
    assert not marked.findall(article(site, "results/durak.html"))  # SVG takes the page's colours


def test_notebooks_are_there_with_their_outputs(site: Path) -> None:
    for name in ("01_play_and_render", "02_compare_baselines", "03_train_and_inspect", "04_openspiel"):
        assert 'class="cell_output' in article(site, f"tutorials/{name}.html")


def test_an_environment_tells_its_spaces(site: Path) -> None:
    text = words_of(site, "durak/environment.html")
    assert "Discrete(38)" in text
    assert "(301,), float32 in [0, 1]" in text
    assert "durak_v0.parallel_env(): one seat moves in each step" in text
    signature = "".join(text.partition("\ndurak_env.durak_v0.parallel_env(")[2].partition("→")[0].split())
    assert signature.endswith("observation:str='dict',*,illegal:str='terminate',)")


def test_names_in_docstrings_lead_to_their_pages(site: Path) -> None:
    page = (site / "durak" / "environment.html").read_text(encoding="utf-8")
    assert 'href="api.html#durak_env.Encoding"' in page


@needs_browser
def test_a_browser_asks_no_other_machine_and_finds_by_search(site: Path) -> None:
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    asked: list[str] = []
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 390, "height": 844})
        page.on("request", lambda request: asked.append(request.url))
        for name in ("index", "durak/environment", "kit/api", "kit/commands", "results/durak", "start/quickstart"):
            page.goto(f"file://{site}/{name}.html")
            assert page.evaluate("document.documentElement.scrollWidth") <= 390  # nothing hangs over on a phone
        page.goto(f"file://{site}/search.html?q=opponent_pool")
        page.wait_for_selector("ul.search li a")
        browser.close()
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []

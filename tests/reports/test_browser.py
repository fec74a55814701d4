"""Reports of every game in a real browser, from the file system and with the network off. `make browser` installs it."""

import re
import shutil
from base64 import b64decode
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

import matplotlib
import pytest
from playwright.sync_api import sync_playwright

from simlab.reports.answers import findings
from simlab.reports.charts import kit
from simlab.reports.charts.of_run import charts
from simlab.reports.page.write import page as page_of
from simlab.scenarios.scenario import read
from tests.reports.fakes import fake_run
from tests.reports.test_page import HOSTILE
from tests.scenarios.shipped import SCENARIOS

ARGS = "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync"
AXE = files("axe_playwright_python").joinpath("axe.min.js")
GAMES = ("showdown", "arcana", "battle", "fortune", "jester")
PAGES = (*GAMES, "hostile", "swept")
QUICK = ("fortune", "hostile", "swept")
EACH = [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in PAGES]
HOSTILE_SCENARIO = {
    "question": HOSTILE,
    "game": "template",
    "policies": "honest",
    "variants": {"<img src=x onerror=alert(1)>": {}, f"</script><script>alert(2)</script>😀{'y' * 5000}": {"rules": {"bet": 2}}},
    "metrics": ["net", "win", "end"],
}
SWEPT_SCENARIO = {
    "question": "How does the pot grow?",
    "game": "template",
    "policies": "honest",
    "sweep": {"rules.bet": [1, 2, 3], "rules.ranks": [3, 5]},
    "metrics": ["pot", "win"],
}


def scenario_of(name):
    if name in GAMES:
        return {
            "question": "Does it matter?",
            "game": name,
            "policies": "basic",
            "variants": {"as written": {}, "the same rules once again": {}},
        }
    return HOSTILE_SCENARIO if name == "hostile" else SWEPT_SCENARIO


def labels_inside(chart):
    """Names of axes and lines lie within the picture."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    renderer = FigureCanvasAgg(chart.figure).get_renderer()
    whole, scale = chart.figure.bbox, 72 / chart.figure.dpi
    for axes in chart.figure.get_axes():
        for label in [*axes.get_yticklabels(), axes.xaxis.label, axes.yaxis.label]:
            if label.get_text() and label.get_visible():
                box = label.get_window_extent(renderer)
                assert box.x0 * scale >= whole.x0 * scale - 1, (chart.name, label.get_text())
                assert box.x1 * scale <= whole.x1 * scale + 1, (chart.name, label.get_text())


class Pages(dict[str, Any]):
    """A page for each game, one of a hostile scenario, one of a sweep; and their charts. Drawn when first asked for."""

    def __init__(self, home):
        super().__init__()
        self.home = home

    def __missing__(self, name):
        run = fake_run(self.home / name, scenario_of(name))
        pictures = charts(run) if name == "hostile" else charts(run, 6)  # those of the story among them: `make test-all` draws all
        path = self.home / name / "report.html"
        path.write_text(page_of(run, findings(run), [(chart, chart.svg()) for chart in pictures]), encoding="utf-8")
        self[name] = (path, pictures)
        return self[name]


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    return Pages(tmp_path_factory.mktemp("pages"))


@pytest.fixture(scope="module")
def chromium():
    program = shutil.which("chromium")
    assert program, "no chromium: `make browser` installs it"
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=program, args=ARGS.split())
        yield browser
        browser.close()


@pytest.fixture
def opened(chromium, drawn):
    """Opens a page with the network off and nothing said on the console."""
    said, contexts = [], []

    def visit(name, width=1000, **options):
        context = chromium.new_context(viewport={"width": width, "height": 800}, offline=True, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("dialog", lambda dialog: said.append(dialog.message))
        page.on("request", lambda request: said.append(request.url) if not request.url.startswith(("file:", "data:")) else None)
        page.goto(drawn[name][0].as_uri())
        return page

    yield visit
    for context in contexts:
        context.close()
    assert said == []


def unfold(page, which="details"):
    page.evaluate("(which) => document.querySelectorAll(which).forEach((part) => { part.open = true; })", which)


def axe(page, **options):
    """What axe-core complains about, with the first element of each complaint."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    alike = ["tbody tr:nth-child(n+4)", "dl > div:nth-child(n+4)", "figure:nth-of-type(n+4)"]  # more of the same
    page.evaluate("(alike) => alike.forEach((which) => document.querySelectorAll(which).forEach((part) => part.remove()))", alike)
    found = page.evaluate("(options) => axe.run(document, options)", options)
    return [(wrong["id"], wrong["nodes"][0]["html"][:200], wrong["nodes"][0]["failureSummary"]) for wrong in found["violations"]]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_no_label_of_any_chart_of_a_game_is_cut(tmp_path, name):
    with matplotlib.rc_context(kit.STYLE):
        for chart in charts(fake_run(tmp_path, scenario_of(name))):
            chart.figure.draw_without_rendering()
            labels_inside(chart)


@pytest.mark.parametrize("name", EACH)
def test_no_label_of_a_chart_is_cut(drawn, name):
    pictures = drawn[name][1]
    assert len(pictures) >= (5 if name in GAMES else 2)
    with matplotlib.rc_context(kit.STYLE):
        for chart in pictures:
            labels_inside(chart)


@pytest.mark.parametrize("name", EACH)
def test_a_page_is_light_and_passes_axe(drawn, opened, name):
    assert drawn[name][0].stat().st_size < 1_500_000
    page = opened(name)
    unfold(page, "details.fold, figure:first-of-type details")  # tables are all alike: one is enough
    assert axe(page) == []


@pytest.mark.parametrize("name", [pytest.param("fortune", marks=pytest.mark.slow), "hostile"])
def test_in_the_dark_everything_keeps_its_contrast(opened, name):
    page = opened(name, color_scheme="dark")
    unfold(page, "details.fold, figure:first-of-type details")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 26)"
    assert axe(page, runOnly={"type": "rule", "values": ["color-contrast"]}) == []


SORT_ALL = """() => Array.from(document.querySelectorAll('table'), (table) => {
  const heads = Array.from(table.tHead.rows[0].cells);
  const place = heads.findLastIndex((head) => head.className === 'n');
  if (place < 0) return null;
  const values = () => Array.from(table.tBodies[0].rows, (row) => row.cells[place].dataset.v).filter((v) => v !== undefined).map(Number);
  const found = [];
  for (let k = 0; k < 2; k += 1) {
    heads[place].querySelector('button').click();
    found.push([heads[place].getAttribute('aria-sort'), values()]);
  }
  return found;
})"""


@pytest.mark.parametrize("name", ["hostile", *(pytest.param(name, marks=pytest.mark.slow) for name in PAGES if name != "hostile")])
def test_tables_sort_controls_change_the_chart_and_a_phone_scrolls_one_way(opened, name):
    page = opened(name)
    tables_sort(page)
    unfold(page, "#explore")
    controls_change_the_chart(page)
    unfold(page, "details.fold")
    page.set_viewport_size({"width": 390, "height": 800})
    for _ in range(2):
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        unfold(page)


def tables_sort(page):
    sorted_tables = [table for table in page.evaluate(SORT_ALL) if table]
    assert len(sorted_tables) > 4
    for (up, rising), (down, falling) in sorted_tables:
        assert (up, rising) == ("ascending", sorted(rising))
        assert (down, falling) == ("descending", sorted(falling, reverse=True))


def controls_change_the_chart(page):
    """Each control draws another chart; hovering a dot tells its interval."""
    seen = [page.locator("#plot").text_content()]
    page.select_option("#pick-metric", index=1)
    seen.append(page.locator("#plot").text_content())
    if page.locator("#pick-variant").is_visible():
        page.select_option("#pick-variant", index=1)
        seen.append(page.locator("#plot").text_content())
    if page.locator("#pick-entry").is_visible():
        page.select_option("#pick-entry", index=1)
        seen.append(page.locator("#plot").text_content())
    if page.locator("#pick-point").is_visible():
        page.select_option("#pick-point", index=1)
        seen.append(page.locator("#plot").text_content())
    assert len(seen) > 1
    assert all(a != b for a, b in pairwise(seen))
    page.locator("#plot g.dot").first.hover()
    assert re.search(r": -?[\d.,]+.* \(-?[\d.,]+( %)? to -?[\d.,]+", page.locator("#said").inner_text())


NAMES = """[...document.querySelectorAll('#plot g.dot')].map((dot) => {
  const lines = [...dot.querySelectorAll('text')];
  const left = Math.min(...lines.map((line) => line.getBBox().x));
  return [dot.getAttribute('aria-label'), lines.map((line) => line.textContent).join(' '), left];
})"""


@pytest.mark.parametrize("width", [1000, 390])
@pytest.mark.parametrize("name", [pytest.param("fortune", marks=pytest.mark.slow), "swept"])
def test_no_name_beside_the_dots_is_cut(opened, name, width):
    page = opened(name, width=width)
    unfold(page, "#explore")
    page.select_option("#pick-metric", label="share of the win")
    for words, shown, left in page.evaluate(NAMES):
        assert words.startswith(f"{shown}: ")
        assert left >= 0


def test_a_table_is_copied_filtered_and_saved_as_csv(opened):
    page = opened("fortune", permissions=["clipboard-read", "clipboard-write"])
    unfold(page, "#numbers-table")
    table, copy = page.locator("#numbers-table table").first, page.locator("#numbers-table button.copy").first
    copy.click()
    page.wait_for_function("document.querySelector('#numbers-table button.copy').textContent === 'Copied'")
    lines = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert lines[0] == "variant,number,of,estimate,95 % interval,games"
    assert len(lines) == table.locator("tr").count()
    assert lines[1].split(",")[:3] == ["as written", "share of the win", "first seat"]
    assert 0 < float(lines[1].split(",")[3]) < 1
    page.locator("#numbers-table input").first.fill("same rules")
    assert table.locator("tbody tr:visible").count() == (len(lines) - 1) // 2
    with page.expect_download() as saved:
        page.locator("#numbers-table button.save").first.click()
    text = Path(saved.value.path()).read_text(encoding="utf-8").splitlines()
    assert saved.value.suggested_filename == "the-numbers-asked-for.csv"
    assert {line.split(",")[0] for line in text[1:]} == {"the same rules once again"}


def test_a_legend_hides_a_variant_and_any_variant_can_be_the_baseline(opened):
    page = opened("fortune")
    unfold(page, "#explore")
    lines = page.locator("#plot g.dot")
    every = lines.count()
    page.locator("#legend button").first.click()
    assert page.locator("#legend button").first.get_attribute("aria-pressed") == "false"
    assert lines.count() == every // 2
    page.locator("#legend button").first.click()
    page.select_option("#pick-base", label="as written")
    names = "dots => dots.map((dot) => dot.getAttribute('aria-label'))"
    against_first = lines.evaluate_all(names)
    assert all(name.startswith("the same rules once again") for name in against_first)
    page.select_option("#pick-base", label="the same rules once again")
    assert [value_in(name) for name in lines.evaluate_all(names)] == [-value_in(name) for name in against_first]


def value_in(name):
    return float(re.search(r": (-?[\d.]+)", name)[1])


def test_a_click_on_the_legend_of_a_picture_hides_what_it_names(opened):
    page = opened("fortune")
    picture = page.locator(".pic:has(.key)").first
    key, image = picture.locator(".key").first, picture.locator("img")
    whole, which = image.get_attribute("src"), key.get_attribute("data-series")
    hot = picture.locator(f'.hot[data-series="{which}"]')
    assert 'display="none"' not in b64decode(whole.partition(",")[2]).decode()
    key.click()
    assert key.get_attribute("aria-pressed") == "false"
    assert key.get_attribute("aria-label").endswith(": hidden")
    assert f'id="series-{which}' in b64decode(image.get_attribute("src").partition(",")[2]).decode()
    assert 'display="none"' in b64decode(image.get_attribute("src").partition(",")[2]).decode()
    assert hot.count() == 0 or not hot.first.is_visible()
    key.press("Enter")
    assert key.get_attribute("aria-pressed") == "true"
    assert 'display="none"' not in b64decode(image.get_attribute("src").partition(",")[2]).decode()
    inside = picture.evaluate("""(box) => { const whole = box.getBoundingClientRect();
      return [...box.querySelectorAll('.key')].every((key) => { const own = key.getBoundingClientRect();
        return own.width > 20 && own.left >= whole.left && own.right <= whole.right + 1 && own.bottom <= whole.bottom + 1; }); }""")
    assert inside


def test_pointing_at_a_chart_tells_the_number_and_its_interval(opened):
    page = opened("fortune")
    spot = page.locator("figure .hot").first
    spot.hover(force=True)
    said = spot.evaluate("(spot) => getComputedStyle(spot, '::after').content")
    assert re.search(r"\d.* \(-?[\d.,]+ to -?[\d.,]+\)", said)


STORY = """() => {
  const fold = document.querySelector('details.fold').getBoundingClientRect();
  const empty = Array.from(document.querySelectorAll('main > .first, main > .charts'), (row) => {
    const whole = row.getBoundingClientRect();
    const parts = Array.from(row.children, (part) => part.getBoundingClientRect());
    return 1 - parts.reduce((sum, part) => sum + part.width * part.height, 0) / (whole.width * whole.height);
  });
  return [fold.top + scrollY, Math.max(...empty), document.documentElement.scrollWidth];
}"""
TWO_SCREENS = 2 * 900


def printed_pages(page):
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4", prefer_css_page_size=True)))


def story_is_short_and_without_holes(page, width):
    length, empty, wide = page.evaluate(STORY)
    assert length <= (TWO_SCREENS if width == 1280 else 1.5 * TWO_SCREENS)
    assert empty <= 1 / 3
    assert wide <= width


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize(
    "name", ["fortune", *(pytest.param(name, marks=pytest.mark.slow) for name in PAGES if name not in ("fortune", "hostile"))]
)
def test_the_story_takes_two_screens_and_has_no_holes(opened, name, width):
    story_is_short_and_without_holes(opened(name, width=width), width)


@pytest.mark.slow
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_the_story_of_every_scenario_takes_two_screens_and_has_no_holes(chromium, tmp_path, path):
    run = fake_run(tmp_path, read(path).data)
    found = charts(run)
    text = page_of(run, findings(run), [(chart, chart.svg()) for chart in found])
    assert len(text.encode()) < 1_500_000
    (tmp_path / "report.html").write_text(text, encoding="utf-8")
    said = []
    for width, scheme in ((1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")):
        context = chromium.new_context(viewport={"width": width, "height": 900}, offline=True, color_scheme=scheme)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto((tmp_path / "report.html").as_uri())
        story_is_short_and_without_holes(page, width)
        assert 1 <= printed_pages(page) <= 2
        context.close()
    assert said == []


def test_the_keyboard_is_enough(opened):
    page = opened("fortune")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.url.endswith("#answer")
    unfold(page, "#explore")
    page.locator("#pick-metric").focus()
    before = page.locator("#plot").text_content()
    page.keyboard.press("ArrowDown")
    assert page.locator("#plot").text_content() != before
    page.locator("#plot g.dot").first.focus()
    assert " to " in page.locator("#said").inner_text()
    page.locator("figure summary").first.focus()
    page.keyboard.press("Enter")
    assert page.locator("figure details").first.get_attribute("open") is not None
    page.locator("figure th button").first.focus()
    page.keyboard.press("Enter")
    assert page.locator("figure th").first.get_attribute("aria-sort") == "ascending"


def test_a_number_leads_to_its_definition_and_to_games(opened):
    page = opened("fortune")
    unfold(page, "#numbers-table")
    links = page.locator("#numbers-table table").first.locator("tbody tr").first.locator("a")
    assert [links.nth(k).get_attribute("href") for k in range(links.count())] == ["#m-win", "#m-win", "#g-1"]
    links.nth(1).click()
    page.wait_for_selector("#m-win:visible")
    assert "Worked out:" in page.locator("#m-win").inner_text()
    page.goto(page.url.partition("#")[0] + "#g-1")
    page.wait_for_selector("#g-1:visible")
    assert "simlab replay" in page.locator("#g-1 + pre").inner_text()


@pytest.mark.parametrize("name", [pytest.param("battle", marks=pytest.mark.slow), "swept"])
def test_print_gives_a_summary_of_two_pages(opened, name):
    page = opened(name)
    page.emulate_media(media="print", color_scheme="dark")
    assert not page.locator(".folds").is_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator("figure").first.evaluate("(figure) => getComputedStyle(figure).breakInside") == "avoid"
    assert 1 <= printed_pages(page) <= 2


@pytest.mark.parametrize("name", [pytest.param("arcana", marks=pytest.mark.slow), "hostile"])
def test_with_scripts_off_it_still_reads(opened, name):
    page = opened(name, java_script_enabled=False)
    assert not page.locator("#explorer").is_visible()
    assert page.locator(".answer p").count() >= 1
    assert page.locator("figure img").count() >= 2
    unfold_by_hand = page.locator("#explore > summary")
    unfold_by_hand.click()
    assert page.locator(".noscript").is_visible()
    assert not page.locator("button").count()


def test_nothing_of_a_hostile_scenario_runs_or_breaks_out(opened, drawn):
    page = opened("hostile")
    assert page.locator("script").count() == 2
    assert page.locator("img:not([src^='data:'])").count() == 0
    assert page.locator("h1").inner_text().startswith("<script>alert(1)</script>")
    assert page.locator("h1").inner_text().endswith("…")
    assert "{{ 7*7 }}" in page.locator("h1").inner_text()
    assert page.evaluate("document.title").startswith("<script>alert(1)</script>")
    policy = page.locator("meta[http-equiv]").get_attribute("content")
    assert "default-src 'none'" in policy
    assert Path(drawn["hostile"][0]).read_text(encoding="utf-8").count("<script") == 2

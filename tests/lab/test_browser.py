"""The lab in a real browser: turn, watch, save, play, compare; at phone width, by keyboard alone, for those who listen."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from simlab import api
from simlab.cli import main
from simlab.contract.catalogue import shipped
from simlab.reports.wording import with_interval
from tests.reports.test_browser import axe

WATCHED = {"policies": ["honest"], "metrics": ["pot", "win"], "games": 40_000}
SHORT: dict[str, dict[str, int]] = {  # rules under which a game is over soon
    "arcana": {"target_points": 5, "max_deals": 2}, "battle": {"battle_rounds": 1, "draw_rounds": 2}, "fortune": {"max_rounds": 3},
    "jester": {"target": 5, "max_rounds": 2}, "showdown": {"target": 1, "max_rounds": 1}, "template": {"deals": 3},
}  # fmt: skip
QUICK = ("template",)


@pytest.fixture(scope="module")
def runs(home):
    """Two runs to look at."""
    for name, bet in (("first", 1), ("second", 3)):
        asked = {"question": f"What is in the pot with {bet}?", "game": "template", "policies": "honest", "rules": {"bet": bet}}
        api.run({**asked, "rollouts": 3_000, "metrics": ["pot"]}, out=home / name, report=False)


def turn(page, steps=2):
    page.focus("#knob-bet")
    for _ in range(steps):
        page.keyboard.press("ArrowRight")


def no_wider(page):
    """Nothing reaches beyond the screen."""
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_a_knob_is_turned_settles_and_is_saved_to_the_same_numbers(visit, tmp_path):
    page = visit("knobs/template", WATCHED)
    assert page.text_content("#words").startswith("Turn a knob")
    turn(page)
    page.wait_for_selector("#words :text('more by')")  # of the tweak: before it was turned as many games may have been played without it
    page.wait_for_selector('.answer[data-games="40000"]')
    page.wait_for_selector("#status.good")
    assert page.text_content("#status") == "settled"
    shown = [cell.strip() for cell in page.locator("tr.settled td").all_text_contents()]
    assert "pot: more by" in page.text_content("#words").lower()
    assert "bet%22%3A3" in page.url
    page.click("#save")
    command = page.text_content("#command")
    done = CliRunner().invoke(main, [*command.split()[1:], "--out", str(tmp_path / "out"), "--json"])
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    numbers = [row for row in found["results"] if row["metric"] == "pot"]
    (pair,) = [row for row in found["pairs"] if row["metric"] == "pot"]
    assert shown[:3] == [with_interval(row, False) for row in (*numbers, pair)]
    assert pair["verdict"] in page.text_content("#words")
    page.click("#undo")
    page.wait_for_selector("#words :text('Turn a knob')")
    page.click("#redo")
    page.wait_for_selector("#words :text('more by')")
    page.click("#share")
    link = page.input_value("#link")
    assert "bet%22%3A3" in link
    assert page.url.split("/")[3] not in link


def test_stronger_players_are_asked_and_a_tweak_that_cannot_be_is_told(visit):
    page = visit("knobs/template", {**WATCHED, "tweak": {"bet": 2}})
    page.wait_for_selector("#status.good")
    page.select_option("#stronger", "always_bet")
    page.click("#hold")
    page.wait_for_selector(".under :text('it holds')")
    page.select_option("#stronger", "equilibrium")
    page.click("#hold")
    page.wait_for_selector(".under :text('cannot play these rules')")


@pytest.mark.slow
def test_the_full_report_opens_and_is_that_of_the_command_line(visit, home, tmp_path):
    page = visit("knobs/template", {**WATCHED, "tweak": {"bet": 7}})
    page.wait_for_selector('.answer[data-games="40000"]')
    page.click("#save")
    command = page.text_content("#command")
    page.click("#report")
    page.wait_for_selector("#open-report", timeout=60_000)
    assert CliRunner().invoke(main, [*command.split()[1:], "--out", str(tmp_path / "out")]).exit_code == 0
    mine = home / page.get_attribute("#open-report", "href").removeprefix("report/")
    for name in ("results.parquet", "pairs.parquet", "histograms.parquet"):
        assert (mine / name).read_bytes() == (tmp_path / "out" / name).read_bytes()
    with page.expect_popup() as popup:
        page.click("#open-report")
    popup.value.wait_for_selector("h1")
    assert "7" in popup.value.text_content("h1")


@pytest.mark.parametrize("game", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in shipped()])
def test_a_whole_game_is_played_to_its_end(visit, home, game):
    page = visit(f"play/{game}", {"seed": 3, "rules": SHORT[game]})
    page.set_default_timeout(300_000 if game not in QUICK else 60_000)  # others compile it at the same time
    page.click("#deal")
    for _ in range(400):
        page.wait_for_selector("#main:not([aria-busy])[data-over]")
        if page.get_attribute("#main", "data-over") == "true":
            break
        moves = page.get_attribute("#main", "data-moves")
        page.click(".actions button")
        page.wait_for_selector(f'#main[data-moves="{int(moves) + 1}"]')
    assert page.text_content("h1") == "The end"
    assert page.locator("#result tbody tr").count() >= 1
    if game == "template":
        page.click("#coach")
        page.wait_for_selector("#marks")
    kept = json.loads((home / "played" / f"{game}-3-0.json").read_text())
    assert kept["you"] == 0
    assert kept["actions"]


def test_a_hint_and_undo_at_the_table_by_keyboard_alone(visit):
    page = visit("play/template", {"seed": 11, "rules": {"deals": 5}})
    page.focus("#deal")
    page.keyboard.press("Enter")
    page.wait_for_selector(".actions button:focus")
    before = page.text_content(".felt .table-line")
    page.keyboard.press("Enter")
    page.wait_for_selector('#main[data-moves="2"]')
    page.wait_for_selector(".actions button:focus")
    page.focus("#undo-move")
    page.keyboard.press("Space")
    page.wait_for_selector('#main[data-moves="3"]')
    assert page.text_content(".felt .table-line") == before
    page.focus("#hint")
    page.keyboard.press("Enter")
    page.wait_for_selector("#advice .bars li")
    assert " to " in page.text_content("#advice .bars")


def test_every_room_is_reached_by_tab(visit):
    page = visit("knobs/template", WATCHED)
    seen = []
    for _ in range(36):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.id || document.activeElement.textContent.trim().slice(0, 20)"))
    page.focus("#f-who-plays-at-all-seats")
    page.keyboard.press("ArrowUp")
    page.wait_for_selector('#f-who-plays-at-all-seats option[selected]:not([value="honest"])', state="attached")
    assert page.evaluate("document.activeElement.id") == "f-who-plays-at-all-seats"
    page.fill("#knob-bet-typed", "2")
    page.keyboard.press("Enter")
    page.wait_for_selector(".knob.changed")
    assert page.evaluate("document.activeElement.id") == "knob-bet-typed"
    assert {"Knobs", "Runs", "Play", "Hands", "pause", "longer", "save", "report", "share", "knob-bet", "knob-deals"} <= set(seen)


def test_two_runs_are_chosen_and_compared_one_is_deleted_and_taken_back(visit, runs, home):
    page = visit("runs")
    page.wait_for_selector('[data-run="second"]')
    page.fill("#run-search", "pot with 3")
    assert page.locator("[data-run]").count() == 1
    page.fill("#run-search", "")
    page.check("#pick-first")
    page.check("#pick-second")
    page.click("#compare")
    page.wait_for_selector("#both tr.settled")
    assert "pot" in page.text_content("#both tr.settled th").lower()
    page.go_back()
    page.click("#delete-first")
    page.wait_for_selector("#undo-delete:focus")
    assert not (home / "first").exists()
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-run="first"]')
    assert (home / "first" / "manifest.json").exists()


def test_hands_are_set_by_clicking_and_the_map_is_clickable(visit):
    page = visit("hands/template", {"at": "facing"})
    page.click('[data-card="Q"]')
    page.wait_for_selector('#values[data-done="true"]')
    assert page.locator("#values .bars li").count() == 2
    page.click("#draw-map")
    page.click(".heat tbody tr:first-child td:last-child button")
    page.wait_for_selector('[data-card="J"][aria-pressed="true"]')
    page.wait_for_selector('#values[data-done="true"] .best :text("fold")')


def rooms_of(page):
    """Every screen of the lab, one after the other, each ready to be looked at."""
    yield page.wait_for_selector("#status.good")
    for room, there in (("#/runs", "[data-run]"), ("#/hands/template", ".card-key"), ("#/play/template", "#deal")):
        page.evaluate("(room) => { location.hash = room; }", room)
        yield page.wait_for_selector(there)
    page.click("#deal")
    yield page.wait_for_selector(".actions button")


@pytest.mark.parametrize(
    ("scheme", "width"),
    [
        ("dark", 390),
        *(pytest.param(scheme, width, marks=pytest.mark.slow) for scheme, width in (("light", 390), ("light", 1280), ("dark", 1280))),
    ],
)
def test_every_room_suits_a_phone_and_those_who_listen(visit, runs, scheme, width):
    page = visit("knobs/template", {**WATCHED, "tweak": {"bet": 4}}, width=width, color_scheme=scheme)
    for _ in rooms_of(page):
        no_wider(page)
        assert axe(page) == []


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_ends_of_games_and_two_runs_side_by_side_suit_those_who_listen(visit, runs, scheme):
    page = visit("runs/compare", {"left": "first", "right": "second"}, width=390, color_scheme=scheme)
    page.wait_for_selector("#both")
    no_wider(page)
    assert axe(page) == []
    page = visit("play/template", {"seed": 2}, width=390, color_scheme=scheme)
    page.click("#deal")
    page.click("#hint")
    page.wait_for_selector("#advice .bars")
    assert axe(page) == []
    while page.get_attribute("#main", "data-over") != "true":
        moves = page.get_attribute("#main", "data-moves")
        page.click(".actions button")
        page.wait_for_selector(f'#main[data-moves="{int(moves) + 1}"]')
    page.click("#coach")
    page.wait_for_selector("#marks")
    assert axe(page) == []
    page = visit("hands/template", {"hand": ["K"]}, width=390, color_scheme=scheme)
    page.click("#draw-map")
    page.wait_for_selector(".heat")
    page.wait_for_selector('#values[data-done="true"]')
    no_wider(page)
    assert axe(page) == []


def test_what_a_scenario_says_is_shown_and_never_run(visit, home):
    hostile = "<img src=x onerror=alert(1)></script><script>alert(2)</script>"
    api.run({"question": hostile, "game": "template", "policies": "honest", "rollouts": 100}, out=Path(home) / "hostile", report=False)
    page = visit("runs")
    page.wait_for_selector('[data-run="hostile"]')
    assert page.text_content('[data-run="hostile"] h2') == hostile
    assert page.locator("main img").count() == 0

"""What a reader does on the pages, at a desk, on a phone, with keys alone, and without scripts."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import to, until

LAW = "cs-2007/27/"
CITATION = '.words a:not(.term):text-is("Pravidlo 31")'


def test_a_citation_shows_its_text_after_a_moment(page: Page, base: str) -> None:
    page.goto(to(base, LAW))
    page.locator(CITATION).hover()
    preview = page.get_by_role("dialog", name="Pravidlo 31, 2007")
    expect(preview).to_contain_text("Jestliže mimo pořadí hráč učinil nabídku")
    expect(preview).to_contain_text("NABÍDKA MIMO POŘADÍ")
    preview.hover()
    page.wait_for_timeout(500)
    expect(preview).to_be_visible()
    page.keyboard.press("Escape")
    expect(preview).to_have_count(0)


def test_a_pinned_preview_stays(page: Page, address: str) -> None:
    page.goto(address + LAW)
    page.locator(CITATION).hover()
    preview = page.locator(".preview")
    preview.get_by_role("button", name="Připnout").click()
    page.mouse.move(10, 600)
    page.wait_for_timeout(600)
    expect(preview).to_be_visible()
    preview.get_by_role("button", name="Zavřít").click()
    expect(preview).to_have_count(0)


def test_tab_walks_the_page_and_a_key_of_its_own_opens_a_preview(page: Page, address: str) -> None:
    page.goto(address + LAW)
    page.locator("main").focus()
    for _ in range(22):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Pravidlo 31":
            break
    assert page.evaluate("document.activeElement.textContent") == "Pravidlo 31"
    expect(page.locator(".preview")).to_have_count(0)
    page.keyboard.press("p")
    expect(page.locator(".preview")).to_contain_text("Pravidlo 31, 2007")
    expect(page.locator(".preview")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(CITATION)).to_be_focused()
    expect(page.locator(".preview")).to_have_count(0)


def tabs_to_citation(page: Page, number: int) -> int:
    """How often Tab is pressed from the beginning of the text to one of its citations."""
    page.locator("main").focus()
    pressed = cited = 0
    while cited < number:
        page.keyboard.press("Tab")
        pressed += 1
        cited += page.evaluate("document.activeElement.matches('.words > p a.citation')")
    return pressed


def test_tab_comes_to_the_tenth_citation_through_the_text_alone(
    page: Page, browser: Browser, address: str
) -> None:
    page.goto(address + LAW)
    tabs = tabs_to_citation(page, 10)
    inside = page.locator(".prov .words > p a").all()
    tenth = page.locator(".words > p a.citation").nth(9)
    before = [link.evaluate("(a, b) => a === b", tenth.element_handle()) for link in inside]
    assert tabs <= before.index(True) + 2
    assert tabs <= 22
    scriptless = browser.new_context(java_script_enabled=False)
    plain = scriptless.new_page()
    plain.goto(address + LAW)
    assert tabs <= tabs_to_citation(plain, 10) < 60
    scriptless.close()


def test_tab_passes_the_notes_in_the_margin_and_enter_goes_into_them(
    page: Page, address: str
) -> None:
    page.goto(address + LAW)
    page.locator('[id="27.A"] > .line summary').focus()
    page.keyboard.press("Enter")
    link = page.locator('[id="27.A"] > .line .listed a').first
    expect(link).not_to_have_attribute("tabindex", "-1")
    page.keyboard.press("Tab")
    expect(link).to_be_focused()


def test_what_tab_passes_has_a_key_or_comes_back_when_keys_are_off(
    page: Page, address: str
) -> None:
    page.goto(address + LAW)
    label = page.locator('[id="27.A"] > .line > .label')
    notes = page.locator('[id="27.A"] > .line > .notes > summary')
    page.keyboard.press("j")
    expect(label).to_be_focused()
    page.keyboard.press("n")
    expect(notes).to_be_focused()
    expect(page.locator('[id="27.A"] > .line > .notes .listed').first).to_be_visible()
    page.keyboard.press("?")
    page.get_by_role("checkbox", name="Klávesové zkratky zapnuty").uncheck()
    page.keyboard.press("Escape")
    for each in (label, notes):
        expect(each).not_to_have_attribute("tabindex", "-1")


def test_a_page_opened_at_a_place_begins_there(page: Page, address: str) -> None:
    page.goto(address + "cs/matrix/#law-73")
    top = "document.getElementById('law-73').getBoundingClientRect().top"
    until(page, f"0 <= {top} && {top} < 200")


def test_findings_speak_the_language_of_the_reader(page: Page, address: str) -> None:
    page.goto(address + "en/about/")
    page.goto(address + "cs-2007/12/#12.B.1")
    finding = page.locator('[id="12.B.1"] > .line [data-t="finding.missing-label"]')
    expect(finding).to_have_text("Pravidlo 12B1 is printed without its label.")
    expect(finding).to_have_attribute("lang", "en")
    expect(finding.locator("[data-g]")).to_have_attribute("lang", "cs")
    name = page.locator('[id="12.B.1"] > .line [data-t="check.missing-label"]')
    expect(name).to_have_text(["missing label"] * 2)


def test_the_hint_in_the_search_box_is_not_cut(browser: Browser, address: str) -> None:
    page = browser.new_page()
    for ui in ("cs", "sr", "sr-Cyrl", "pl", "en"):
        page.goto(f"{address}{ui}/search/")
        for width in (360, 390):
            page.set_viewport_size({"width": width, "height": 800})
            room, wanted = page.evaluate(
                """() => {
                  const box = document.getElementById("search-input");
                  const style = getComputedStyle(box, "::placeholder");
                  const brush = document.createElement("canvas").getContext("2d");
                  brush.font = `${style.fontSize} ${style.fontFamily}`;
                  const { paddingLeft, paddingRight } = getComputedStyle(box);
                  const padding = parseFloat(paddingLeft) + parseFloat(paddingRight);
                  return [box.clientWidth - padding, brush.measureText(box.placeholder).width];
                }"""
            )
            assert wanted <= room, (ui, width)
    page.close()


def test_what_a_later_revision_changed_is_not_told_as_the_law(page: Page, address: str) -> None:
    page.goto(address + "compare/cs-2007/pl-2017/73/")
    expect(page.locator(".law-head")).to_contain_text(
        "podle našeho čtení ve znění změny z roku 2024"
    )
    row = page.locator(".change-row", has=page.get_by_role("link", name="73B2"))
    expect(row.locator(".chips")).to_contain_text("text PL 2017 sám na 73B2 ještě odkazuje")
    page.goto(address + "en/changes/#law-73")
    expect(page.locator("section", has=page.locator("#law-73"))).to_contain_text("in 2024")


def test_signs_that_a_source_lost_are_told_where_it_is_quoted(page: Page, address: str) -> None:
    page.goto(address + "cs/situations/before-auction/")
    quoted = page.locator("li div", has_text="piky ( ), srdce ( )")
    expect(quoted.first).to_contain_text("Mezi závorkami nic není")
    page.goto(address + "guide-cs/14/")
    lost = page.locator('[data-t="finding.lost-sign"]', has_text="4(")
    expect(lost.first).to_contain_text("ztraceného znaku barvy")


def test_a_tap_opens_a_sheet_from_below(browser: Browser, address: str) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, locale="cs"
    )
    page = context.new_page()
    page.goto(address + LAW)
    page.locator(CITATION).tap()
    sheet = page.locator(".preview")
    expect(sheet).to_contain_text("Pravidlo 31, 2007")
    box = sheet.bounding_box()
    assert box and box["x"] == 0 and box["width"] == 390 and box["y"] + box["height"] > 840
    assert page.url.endswith(LAW)
    expect(sheet).to_have_role("dialog")
    expect(sheet).to_be_focused()
    page.go_back()
    expect(sheet).to_be_hidden()
    expect(page).to_have_url(re.compile("cs-2007/27/"))
    page.locator(CITATION).tap()
    go = sheet.get_by_role("link", name="Otevřít: Pravidlo 31, 2007")
    expect(go).to_be_in_viewport(ratio=1)
    go.tap()
    expect(page).to_have_url(address + "cs-2007/31/")
    page.go_back()
    expect(page).to_have_url(address + LAW)
    assert not page.evaluate("history.state?.sheet")
    page.locator(CITATION).tap()
    sheet.get_by_role("button", name="Zavřít").tap()
    expect(sheet).to_be_hidden()
    until(page, "!history.state?.sheet")
    page.locator(CITATION).tap()
    expect(sheet).to_be_visible()
    page.locator(CITATION).tap()
    expect(page).to_have_url(address + "cs-2007/31/")
    context.close()


def test_a_tap_on_another_citation_shows_that_one_and_back_closes_it(
    browser: Browser, address: str
) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, locale="cs"
    )
    page = context.new_page()
    page.goto(address + "cs-2017/27/#27.B.1.b")
    sheet = page.locator(".preview")
    for citation, title in (("odstavec 1.a výše", "27B1(a)"), ("Pravidlo 23A", "23A")):
        page.locator(f"[id='27.B.1.b'] .words a:text-is('{citation}')").tap()
        expect(sheet).to_have_count(1)
        expect(sheet.get_by_role("link", name=f"Otevřít: Pravidlo {title}, 2017")).to_be_visible()
    page.go_back()
    expect(sheet).to_be_hidden()
    expect(page).to_have_url(address + "cs-2017/27/#27.B.1.b")
    context.close()


@pytest.mark.parametrize("width", [390, 1280])
def test_what_is_jumped_to_stands_right_below_what_sticks(
    page: Page, address: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(address + "cs-2017/27/#27.B.1.b")
    gap = """document.getElementById("27.B.1.b").getBoundingClientRect().top
        - document.querySelector(".state").getBoundingClientRect().bottom"""
    until(page, f"Math.abs({gap} - 7) < 4")


def test_on_a_phone_answers_take_the_room_of_the_opening(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(address + "cs/")
    before = page.locator("#search-input").bounding_box()
    page.locator("#search-input").fill("renons")
    expect(page.locator(".search-hit").first).to_be_visible()
    after = page.locator("#search-input").bounding_box()
    assert before and after and after["y"] < before["y"] - 100


@pytest.mark.parametrize(
    ("start", "link", "end"),
    [
        (LAW, '.siblings a:has-text("PL 2017")', "pl-2017/27/"),
        (LAW, '.listed a:text-is("27D")', LAW + "#27.D"),
        ("cs/index/", '.subject-index a:text-is("27A1")', "cs-2007/27/#27.A.1"),
        (
            "terms/d/",
            '.definitions a:text-is("Tichý hráč")',
            "cs-2007/definitions/#tichy-hrac",
        ),
        ("cs/", '.laws a:has(b:text-is("27"))', "cs-2017/27/"),
    ],
)
def test_a_tap_outside_the_words_of_a_law_simply_goes(
    browser: Browser, address: str, start: str, link: str, end: str
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    page.goto(address + start)
    found = page.locator(link).first
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    found.tap()
    expect(page).to_have_url(address + end)
    context.close()


def test_a_label_opens_what_can_be_done_with_its_paragraph(
    context: BrowserContext, page: Page, address: str
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(address + LAW)
    page.locator('[id="27.B.1.b"] > .line > .label').click()
    expect(page).to_have_url(address + LAW + "#27.B.1.b")
    menu = page.get_by_role("group", name="Pravidlo 27B1(b), 2007")
    menu.get_by_role("button", name="Kopírovat citaci").click()
    expect(page.get_by_role("status").filter(has_text="Zkopírováno")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "Pravidlo 27B1(b), 2007"
    menu.get_by_role("button", name="PL 2017").click()
    revealed = page.locator('[id="27.B.1.b"] .revealed')
    expect(revealed.locator("[lang=pl] .words")).to_contain_text("zapowiedzi")
    menu.get_by_role("button", name="PL 2017").click()
    expect(revealed).to_have_count(0)


def test_keys_move_reveal_and_can_be_turned_off(page: Page, address: str) -> None:
    page.goto(address + LAW)
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(page.locator('[id="27.A.1"] > .line > .label')).to_be_focused()
    page.keyboard.press("l")
    expect(page.locator('[id="27.A.1"] .revealed')).to_have_count(1)
    page.keyboard.press("k")
    expect(page.locator('[id="27.A"] > .line > .label')).to_be_focused()
    page.keyboard.press("?")
    page.get_by_role("checkbox", name="Klávesové zkratky zapnuty").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(200)
    assert page.url.endswith(LAW)
    page.get_by_role("button", name="Klávesové zkratky").click()
    page.get_by_role("checkbox").check()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(address + "cs-2007/28/")
    page.wait_for_load_state()  # a page that is only on its way hears no key
    page.keyboard.press("d")
    expect(page).to_have_url(address + "compare/cs-2007/cs-2017/28/")


def test_the_help_lists_no_key_that_does_nothing(page: Page, address: str) -> None:
    page.goto(address + LAW)
    page.keyboard.press("?")
    listed = page.locator("dialog.help dt:has(+ dd:text-is('další odstavec')) kbd")
    expect(listed.first).to_be_visible()
    marks = listed.all_inner_texts()
    page.keyboard.press("Escape")
    expect(page.locator("dialog.help")).to_be_hidden()
    assert marks
    for mark, anchor in zip(marks, ("27.A", "27.A.1"), strict=False):
        page.keyboard.press({"↓": "ArrowDown"}.get(mark, mark))
        expect(page.locator(".current")).to_have_id(anchor)


def test_a_key_is_heard_as_soon_as_the_help_is_closed(page: Page, address: str) -> None:
    """Between a dialog's end and its ``close`` event the focus is still in it."""
    page.goto(address + LAW)
    page.keyboard.press("?")
    expect(page.locator("dialog.help")).to_be_visible()
    page.evaluate("""() => {
      document.querySelector("dialog.help").close();
      const key = new KeyboardEvent("keydown", { key: "j", bubbles: true });
      document.activeElement.dispatchEvent(key);
    }""")
    expect(page.locator(".current")).to_have_id("27.A")


def test_serbian_turns_to_cyrillic_and_stays_so(page: Page, base: str) -> None:
    page.goto(to(base, "sr-2007/27/"))
    page.get_by_role("button", name="Ћирилица").click()
    expect(page.locator("h1")).to_contain_text("Недовољан лицит")
    expect(page.locator("main")).to_have_attribute("lang", "sr-Cyrl")
    expect(page.locator(".outline")).to_contain_text("Прихватање недовољног лицита")
    expect(page.locator(CITATION.replace("Pravidlo", "Члан"))).to_have_count(1)
    page.reload()
    expect(page.locator("h1")).to_contain_text("Недовољан лицит")
    page.get_by_role("button", name="Latinica").click()
    expect(page.locator("h1")).to_contain_text("Nedovoljan licit")
    page.goto(to(base, "sr-Cyrl/about/"))
    page.goto(to(base, "parallel/27/"))
    expect(page.locator(".heads")).to_contain_text("Недовољан лицит")
    page.goto(to(base, "terms/d/"))
    expect(page.locator("#dummy .wordings")).to_contain_text("дами")
    expect(page.locator('main .wordings [lang="sr-Latn"]')).to_have_count(0)
    page.goto(to(base, "sr/about/"))  # no button here would turn it back
    expect(page.locator("h1")).to_have_text("O sajtu")
    expect(page.locator("main")).not_to_have_attribute("lang", "sr-Cyrl")


def test_the_language_of_the_interface_stays_the_reader_s(page: Page, address: str) -> None:
    page.goto(address + "en/about/")
    page.goto(address + "pl-2017/41/")
    expect(page.locator(".rooms")).to_contain_text("At the table")
    expect(page.locator(".state")).to_contain_text(
        "The Laws of 2017 have been in force since 2017."
    )
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    expect(page.locator("h1")).to_contain_text("Rozpoczęcie rozgrywki")
    page.goto(address + "cs-2017/16/")
    twice = page.locator('[data-t="finding.reference-to-other-paragraph"]')
    expect(twice).to_contain_text("In PL 2017 the citation here leads to 16C. In CS 2007")
    expect(twice).to_contain_text("which is 16C in CS 2017")
    page.goto(address + "pl-2017/64/")
    expect(page.locator(".eyebrow")).to_contain_text("Chapter VI")
    expect(page.locator(".changed")).to_contain_text("3 changed in substance, 4 reworded")
    expect(page.locator("nav.rooms")).to_have_attribute("aria-label", "Sections")
    expect(page.locator("#search-input")).to_have_attribute("placeholder", re.compile("revoke"))
    page.get_by_role("link", name="Terms").first.click()
    expect(page).to_have_url(address + "en/terms/")
    page.goto(address + "sr-Cyrl/about/")
    page.goto(address + "sr-2007/27/")
    expect(page.locator("h1")).to_contain_text("Недовољан лицит")
    expect(page.locator(".rooms")).to_contain_text("За столом")


def test_side_by_side_a_phone_tells_which_text_is_in_force(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(address + "parallel/27/")
    expect(page.locator(".heads .force:visible")).to_have_count(4)


def test_who_comes_by_a_link_reads_in_the_language_of_their_browser(
    page: Page, address: str
) -> None:
    page.goto(address + "pl-2017/68/#68.D.2.b")
    expect(page.locator(".rooms")).to_contain_text("U stolu")
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    assert page.evaluate("lawbase.recall('interface', null)") is None
    page.goto(address + "parallel/68/")
    expect(page.locator(".rooms")).to_contain_text("U stolu")


def test_the_one_page_for_all_speaks_the_reader_s_language(page: Page, base: str) -> None:
    page.goto(to(base, "pl/about/"))
    page.goto(to(base, "parallel/27/"))
    expect(page.locator("h1")).to_contain_text("Odzywka niewystarczająca")
    expect(page.locator(".heads")).to_contain_text("PL 2017 obowiązuje")
    expect(page).to_have_title("Przepis 27 obok siebie: Odzywka niewystarczająca · lawbase")
    page.locator(".languages").get_by_role("link", name="sr", exact=True).click()
    expect(page.locator("h1")).to_contain_text("Nedovoljan licit")
    page.goto(to(base, "compare/cs-2007/pl-2017/27/"))
    expect(page.locator(".lead.forth")).to_contain_text("suštinske promene")
    expect(page.locator(".what [lang]").first).to_have_attribute("lang", "sr-Latn")


def test_an_address_of_before_and_one_the_other_way_round_lead_on(
    context: BrowserContext, address: str
) -> None:
    page = context.new_page()  # it is told of what isn't there any more
    for old, now in (
        ("pl/trace/27.B.1.b/", "trace/27/#27.B.1.b"),
        ("pl/trace/27/#27.B", "trace/27/#27.B"),
        ("pl/compare/cs-2007/cs-2017/27/", "compare/cs-2007/cs-2017/27/"),
        ("pl/references/27/", "references/27/"),
        ("pl/terms/d/#dummy", "pl/terms/#dummy"),
        ("pl/terms/dummy/", "pl/terms/#dummy"),
        ("compare/pl-2017/cs-2007/", "pl/compare/cs-2007/pl-2017/?from=pl-2017"),
        ("compare/pl-2017/cs-2007/64/", "compare/cs-2007/pl-2017/64/?from=pl-2017"),
    ):
        page.goto(address + old)
        expect(page).to_have_url(address + now)
    expect(page.locator(".eyebrow span:visible")).to_have_text("PL 2017 → CS 2007")
    page.goto(address + "sr/parallel/27/")
    expect(page).to_have_url(address + "parallel/27/")
    expect(page.locator("#languages a[aria-current]")).to_have_attribute("hreflang", "sr-Latn")
    page.goto(address + LAW)
    assert page.evaluate("lawbase.recall('interface')") == "sr"


def test_switching_the_language_keeps_the_paragraph_and_the_year(page: Page, address: str) -> None:
    page.goto(address + "cs-2017/16/#16.B.1")
    page.locator(".languages").get_by_role("link", name="pl").click()
    expect(page).to_have_url(address + "pl-2017/16/#16.B.1")
    page.goto(address + LAW + "#27.B.1.b")
    page.locator(".languages").get_by_role("link", name="pl").click()
    expect(page).to_have_url(address + "parallel/27/#27.B.1.b")
    page.goto(address + "cs/concordance/?from=16#x")
    page.locator(".languages").get_by_role("link", name="en").click()
    expect(page).to_have_url(address + "en/concordance/?from=16#x")


def test_a_superseded_paragraph_leads_to_its_place_in_force(page: Page, base: str) -> None:
    page.goto(to(base, "cs-2007/16/") + "#16.D.2")
    current = page.locator(".state [data-current]")
    expect(current).to_have_text("CS 2017 16C2")
    current.click()
    expect(page.locator('[id="16.C.2"]')).to_be_visible()


@pytest.mark.parametrize("width", [360, 800, 1280])
def test_the_edition_stays_in_sight_and_hides_nothing(page: Page, base: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{to(base, LAW)}#27.C")
    state, target = page.locator(".state"), page.locator('[id="27.C"]')
    expect(state).to_be_in_viewport(ratio=1)
    until(page, "scrollY > 0")
    above, below = state.bounding_box(), target.bounding_box()
    assert above and below and above["y"] + above["height"] <= below["y"]


@pytest.mark.parametrize("path", ["cs-2007/26/", "pl-2017/16/", "sr-2007/80/", "cs-2007/12/"])
def test_notes_tear_no_hole_in_a_law_and_none_hides_another(
    page: Page, base: str, path: str
) -> None:
    page.goto(to(base, path))
    told = page.evaluate(
        """[...document.querySelectorAll(".line:has(> .notes)")].map((line) => {
          const words = line.querySelector(":scope > .words").offsetHeight;
          const body = line.querySelector(".notes").lastElementChild.getBoundingClientRect();
          return [line.offsetHeight - words, body.top, body.bottom];
        })"""
    )
    assert len(told) > 3
    assert max(hole for hole, _, _ in told) < 10
    assert all(one[2] <= other[1] for one, other in pairwise(told))


@pytest.mark.parametrize("path", ["pl-2017/16/", "sr-2007/80/", "cs-2007/12/"])
def test_what_is_odd_about_a_text_opens_below_its_mark(page: Page, base: str, path: str) -> None:
    page.goto(to(base, path))
    odd = page.locator(".odd").first
    expect(odd.locator("p").first).to_be_hidden()
    odd.locator("summary").click()
    expect(odd.locator("p").first).to_be_visible()


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("pair", ["cs-2007/cs-2017/27", "cs-2007/pl-2017/64"])
def test_a_comparison_shows_which_text_is_in_force(
    page: Page, address: str, pair: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{address}compare/{pair}/")
    old, new = page.locator(".side-heads .force").all()
    expect(old).to_have_text("neplatí")
    expect(new).to_have_text("platí")
    for mark in (old, new):
        expect(mark).to_be_in_viewport(ratio=1)


def test_side_by_side_what_is_new_stands_on_the_right(page: Page, base: str) -> None:
    page.goto(to(base, "compare/sr-2007/pl-2017/12/"))
    new, dropped = page.locator(".change-row.new ins"), page.locator(".change-row.dropped del")
    right, left = new.first.bounding_box(), dropped.first.bounding_box()
    assert left and right and left["x"] + left["width"] < right["x"]


def test_the_site_remembers_where_the_reader_left_off(page: Page, base: str) -> None:
    page.goto(to(base, LAW))
    page.goto(to(base, "cs/"))
    line = page.locator("[data-resume]")
    expect(line).to_contain_text("Naposledy: Pravidlo 27")
    line.get_by_role("link").click()
    expect(page.locator("h1")).to_contain_text("27")


def test_columns_are_chosen_and_remembered(page: Page, address: str) -> None:
    page.goto(address + "parallel/27/")
    row = page.locator('[id="27.A.1"]')
    expect(row.get_by_text("Svaki nedovoljan licit")).to_be_visible()
    page.get_by_label("SR 2007").uncheck()
    expect(row.get_by_text("Svaki nedovoljan licit")).to_be_hidden()
    page.goto(address + "parallel/28/")
    expect(page.get_by_label("SR 2007")).not_to_be_checked()


def test_compare_inline_side_by_side_and_changes_only(page: Page, address: str) -> None:
    page.goto(address + "compare/cs-2007/cs-2017/27/")
    changed = page.locator(".change-row:is(.wording, .substance)").first
    expect(changed.locator(".inline del").first).to_be_visible()
    page.get_by_label("vedle sebe").check()
    expect(changed.locator(".inline")).to_be_hidden()
    expect(changed.locator(".sides .old del").first).to_be_visible()
    expect(changed.locator(".sides .new ins").first).to_be_visible()
    page.get_by_label("jen změny").check()
    expect(page.locator(".quiet-row").first).to_be_hidden()


def test_a_comparison_is_read_in_either_direction(page: Page, base: str) -> None:
    page.goto(to(base, "compare/cs-2007/cs-2017/27/"))
    row = page.locator(".change-row.substance").first
    came, went = row.locator(".inline ins").count(), row.locator(".inline del").count()
    counts = page.locator(".lead:visible").inner_text()
    assert came != went or "nov" in counts
    page.get_by_label("CS 2017 → CS 2007").check()
    expect(page.locator(".eyebrow span:visible")).to_have_text("CS 2017 → CS 2007")
    assert (row.locator(".inline del").count(), row.locator(".inline ins").count()) == (came, went)
    page.get_by_label("vedle sebe").check()
    new, old = row.locator(".sides .new").bounding_box(), row.locator(".sides .old").bounding_box()
    assert new and old and new["x"] < old["x"]
    page.goto(to(base, "compare/cs-2007/pl-2017/64/", "?from=pl-2017"))
    chips = page.locator(".change-row.new").first.locator(".chip:visible")
    expect(chips).to_have_text("− vypuštěno")
    page.get_by_label("PL 2017 → CS 2007").uncheck()
    expect(chips).to_have_text("+ nové")


def test_the_address_alone_says_which_way_a_comparison_is_read(page: Page, base: str) -> None:
    law = to(base, "compare/cs-2007/cs-2017/27/")
    page.goto(law)
    page.get_by_label("CS 2017 → CS 2007").check()
    expect(page).to_have_url(law + "?from=cs-2017")
    page.reload()
    expect(page.locator(".eyebrow span:visible")).to_have_text("CS 2017 → CS 2007")
    page.locator("a[rel=next]").click()
    expect(page).to_have_url(to(base, "compare/cs-2007/cs-2017/28/", "?from=cs-2017"))
    expect(page.locator(".eyebrow span:visible")).to_have_text("CS 2017 → CS 2007")
    page.get_by_label("CS 2017 → CS 2007").uncheck()
    expect(page).to_have_url(to(base, "compare/cs-2007/cs-2017/28/"))
    page.goto(to(base, "cs/compare/"))
    page.get_by_role("link", name="CS 2017 → CS 2007").click()
    expect(page.locator("h1 span:visible")).to_have_text("CS 2017 → CS 2007")
    page.go_back()
    page.get_by_role("link", name="CS 2007 → CS 2017").click()
    expect(page.locator("h1 span:visible")).to_have_text("CS 2007 → CS 2017")


def test_both_directions_of_every_pair_are_listed(page: Page, base: str) -> None:
    page.goto(to(base, "cs/compare/"))
    for pair in ("CS 2007 → CS 2017", "CS 2017 → CS 2007", "PL 2017 → SR 2007"):
        expect(page.locator(".pairs").get_by_text(pair, exact=True)).to_be_visible()
    page.get_by_role("link", name="PL 2017 → SR 2007").click()
    expect(page.locator("h1 span:visible")).to_have_text("PL 2017 → SR 2007")
    expect(page.locator(".tile small:visible").first).to_contain_text("−")


def test_a_citation_of_either_year_is_translated(page: Page, base: str) -> None:
    page.goto(to(base, "cs/concordance/"))
    box = page.get_by_label("Zadejte číslo z kteréhokoli roku")
    box.fill("Pravidlo 16 D")
    expect(page.locator("#citation-answer")).to_contain_text("2007: 16D → 2017: 16C")
    box.fill("16C")
    expect(page.locator("#citation-answer")).to_contain_text("2017: 16C → 2007: 16D")


def test_two_answers_stand_on_lines_of_their_own(page: Page, base: str) -> None:
    page.goto(to(base, "cs/concordance/"))
    page.get_by_label("Zadejte číslo z kteréhokoli roku").fill("16D2")
    answers = page.locator("#citation-answer span")
    expect(answers).to_have_count(2)
    boxes = [each.bounding_box() for each in answers.all()]
    tops = [box["y"] for box in boxes if box]
    assert len(tops) == 2
    assert tops[0] < tops[1]


def test_a_filter_counts_what_it_leaves(page: Page, base: str) -> None:
    page.goto(to(base, "cs/situations/"))
    counts = page.locator(".stages summary")
    every = counts.all_text_contents()
    page.get_by_role("searchbox").fill("karta na stole")
    for section in page.locator(".stages section:visible").all():
        left = section.locator("li:visible").count()
        expect(section.locator("summary")).to_have_text(re.compile(rf"^{left} / \d+ "))
    page.get_by_role("searchbox").fill("")
    expect(counts).to_have_text(every)


@pytest.mark.parametrize("language", ["cs", "sr-Cyrl"])
def test_pictures_lead_to_situations(browser: Browser, address: str, language: str) -> None:
    """Who and what happened, tapped without a word: declarer, then a lead, then out of turn."""
    context = browser.new_context(viewport={"width": 360, "height": 800}, has_touch=True)
    page = context.new_page()
    page.goto(f"{address}{language}/situations/")
    shown = page.locator(".stages li:visible")
    left = []
    for picture in (".seat-bottom", '[data-about="led"]', '[data-about="turn"]'):
        button = page.locator(f"[data-pictures] {picture}")
        button.tap()
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".tapped")).to_be_visible()
        told = page.locator(".tapped").inner_text()
        left.append(shown.count())
        assert told.split(" / ")[0] == str(left[-1])
    assert left[0] > left[1] > left[2] > 0
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.reload()
    expect(page.locator(".tapped")).to_be_visible()
    assert shown.count() == left[-1]
    page.locator(".tapped > a").tap()
    expect(shown.first).to_be_in_viewport()
    for picture in (".seat-bottom", '[data-about="led"]', '[data-about="turn"]'):
        page.locator(f"[data-pictures] {picture}").tap()
    expect(page.locator(".tapped")).to_be_hidden()
    context.close()


@pytest.mark.parametrize(
    ("language", "letters", "room"),
    [
        ("cs", "C Č D H Ch I", "Pojmy"),
        ("sr", "L Lj M N", "Pojmovi"),
        ("sr-Cyrl", "Л Љ М Н", "Појмови"),
        ("pl", "K L Ł M", "Pojęcia"),
    ],
)
def test_terms_stand_under_the_letters_of_the_reader_s_language(
    page: Page, base: str, language: str, letters: str, room: str
) -> None:
    page.goto(to(base, f"{language}/terms/"))
    shown = page.locator(".stage-links a").all_inner_texts()
    assert [letter for letter in letters.split() if letter in shown] == [
        letter for letter in shown if letter in letters.split()
    ]
    page.locator(".stage-links a").nth(2).click()
    section = page.locator(".glossary section").nth(2)
    expect(section).to_be_in_viewport()
    word = section.locator("li a").first.inner_text()
    assert word.lower().startswith(shown[2].lower())
    section.locator("li a").first.click()
    expect(page.locator("h1")).to_have_text(room)
    expect(page.locator(".term-entry:visible")).to_have_count(1)
    expect(page.locator(".term-entry:visible h2")).to_have_text(word)


def test_on_a_phone_what_a_filter_leaves_is_in_sight(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 800}, has_touch=True)
    page = context.new_page()
    page.goto(f"{address}cs/situations/")
    page.locator("[data-pictures] .seat-bottom").tap()
    told = page.locator(".tapped")
    expect(told.locator("p a").first).to_be_in_viewport()
    assert (
        told.locator("p a").first.inner_text()
        == page.locator(".stages li:visible").first.inner_text()
    )
    page.locator("[data-pictures] .seat-bottom").tap()
    page.evaluate("scrollTo(0, 0)")
    page.locator("#filter").fill("výnos")
    expect(told).to_be_in_viewport()
    expect(page.locator(".stages li:visible").first).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    context.close()


def test_a_definition_that_was_dropped_says_what_governs_it_now(page: Page, base: str) -> None:
    page.goto(to(base, "cs-2007/definitions/"))
    note = page.locator(".prov", has=page.get_by_role("heading", name="Nepřiznání barvy")).first
    expect(note).to_contain_text("už není mezi definicemi, viz PL 2017 61")
    assert "vypuštěno" not in note.inner_text()


def test_paragraphs_that_share_a_margin_are_told_apart(browser: Browser, address: str) -> None:
    """A label without words takes its notes to the first paragraph below it."""
    context = browser.new_context(viewport={"width": 390, "height": 800}, locale="cs")
    page = context.new_page()
    page.goto(f"{address}cs-2007/27/")
    for summary in page.locator(".notes > summary").all():
        assert summary.inner_text().count("odkazy sem:") <= 1
    for notes in page.locator(".notes").all():
        lists = notes.locator(".note-body").count()
        assert lists == 1 or notes.locator(".of").count() == lists
    context.close()


def test_a_filter_that_leaves_nothing_leads_to_the_search(page: Page, address: str) -> None:
    page.goto(f"{address}en/situations/")
    page.locator("#filter").fill("opening leed out of turn")
    page.locator(".tapped > a").click()
    expect(page.locator(".search-hit").first).to_be_visible()


def test_the_matrix_fits_a_phone_and_shows_no_heading_of_nothing(
    browser: Browser, address: str
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="cs")
    page = context.new_page()
    page.goto(address + "cs/matrix/")
    assert page.evaluate("document.documentElement.scrollHeight") < 9000
    page.locator(".stage-links a", has_text=re.compile("^64$")).click()
    expect(page.locator("#law-64 tbody tr").first).to_be_in_viewport()
    every = "(laws) => laws.forEach((law) => { law.open = true; })"
    page.locator(".matrix details").evaluate_all(every)
    assert page.evaluate("""
      [...document.querySelectorAll('.matrix .table')].every((t) => t.scrollWidth <= t.clientWidth)
    """)
    assert (
        page.locator(".stands:visible")
        .filter(has_text=re.compile("^přeformulováno$"))
        .first.evaluate("""
      (e) => e.getBoundingClientRect().height < 1.9 * parseFloat(getComputedStyle(e).fontSize)
    """)
    )
    says = "(cell) => getComputedStyle(cell, '::before').content"
    cells = page.locator(".matrix tbody tr").first.locator("td").all()
    marks = ['"CS 2007"', '"SR 2007"', '"CS 2017"', '"PL 2017"']
    assert [cell.evaluate(says) for cell in cells] == marks
    page.locator("#only-substance").check()
    page.locator("#only-missing").check()
    left = page.locator(".matrix details:visible")
    assert 0 < left.count() < 10
    for law in left.all():
        expect(law.locator("tbody tr:visible").first).to_be_visible()
    context.close()


def test_a_place_may_be_named_as_people_write_it(page: Page, base: str) -> None:
    page.goto(to(base, LAW) + "#27B1b")
    until(page, "location.hash === '#27.B.1.b'")
    expect(page.locator('[id="27.B.1.b"]')).to_be_in_viewport()


def test_a_paragraph_is_copied_with_its_text_and_its_link(
    context: BrowserContext, page: Page, address: str
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(address + LAW)
    page.locator('[id="27.A.2"] > .line > .label').click()
    page.get_by_role("button", name="Kopírovat text a odkaz").click()
    expect(page.get_by_role("status").filter(has_text="Zkopírováno")).to_be_visible()
    first, words, link = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert first == "Pravidlo 27A2, 2007" and link == address + LAW + "#27.A.2"
    assert words.endswith("použije se Pravidlo 31.")


def test_lists_are_sifted_without_diacritics(page: Page, base: str) -> None:
    page.goto(to(base, "cs/terms/"))
    page.locator("#filter").fill("tichy")
    expect(page.locator(".glossary li:visible").first).to_contain_text("tichý hráč")
    assert 0 < page.locator(".glossary li:visible").count() < 10


def test_the_theme_goes_round(page: Page, address: str) -> None:
    page.goto(address + LAW)
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.locator("[data-theme-switch]").click()
    assert page.evaluate(paper) == light
    page.locator("[data-theme-switch]").click()
    dark = page.evaluate(paper)
    assert dark != light
    page.goto(address + "cs/about/")
    assert page.evaluate(paper) == dark


def test_without_scripts_everything_reads_links_and_compares(browser: Browser, base: str) -> None:
    context = browser.new_context(
        viewport={"width": 1280, "height": 900}, java_script_enabled=False
    )
    page = context.new_page()
    page.goto(to(base, LAW))
    page.locator(CITATION).click()
    expect(page.locator("h1")).to_contain_text("31")
    page.goto(to(base, LAW))
    expect(page.locator(".footnote").first).to_be_visible()
    page.get_by_role("link", name="porovnat ›").click()
    expect(page.locator(".change-row.substance .inline del").first).to_be_visible()
    page.get_by_label("vedle sebe").check()
    expect(page.locator(".sides .old del").first).to_be_visible()
    page.goto(to(base, "parallel/27/"))
    page.get_by_label("PL 2017").uncheck()
    expect(page.get_by_text("Każda odzywka niewystarczająca")).to_be_hidden()
    context.close()


def test_text_of_twice_the_size_leaves_the_tools_of_a_phone_in_sight(
    browser: Browser, address: str
) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, locale="cs", bypass_csp=True
    )
    page = context.new_page()
    page.goto(address + "cs/")
    page.add_style_tag(content="html { font-size: 200% !important }")
    for tool in page.locator(".top a, .top button, .bar a").all():
        box = tool.bounding_box()
        assert box is None or box["x"] + box["width"] <= 390
    context.close()


def test_what_opens_the_notes_on_a_phone_is_said_in_words(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 800})
    page = context.new_page()
    for law in ("cs-2007/27/", "pl-2017/64/", "sr-2007/12/"):
        page.goto(address + law)
        for part in page.locator(".notes > summary > :not(.hidden):visible").all():
            assert re.fullmatch(r"[\w\s:.,?]+", part.inner_text()), part.inner_text()
    context.close()


def test_the_number_of_a_law_stays_in_one_line_on_a_phone(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 800}, locale="cs")
    page = context.new_page()
    for law in ("pl-2017/27/", "compare/cs-2007/pl-2017/64/", "parallel/12/"):
        page.goto(address + law)
        lines = page.locator("h1 .number").evaluate(
            """number => {
              const text = document.createRange();
              text.selectNodeContents(number);
              return text.getClientRects().length;
            }"""
        )
        assert lines == 1, law
    context.close()


def test_a_phone_reads_comparisons_one_under_the_other(browser: Browser, address: str) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 760}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    page.goto(address + "compare/cs-2007/pl-2017/64/")
    sides = page.locator(".sides").first
    old, new = sides.locator(".old").bounding_box(), sides.locator(".new").bounding_box()
    assert old and new and old["y"] + old["height"] <= new["y"] and new["width"] > 280
    page.goto(address + "cs/situations/")
    assert page.evaluate("document.documentElement.scrollHeight") < 4000
    page.locator("#filter").fill("výnos mimo")
    expect(page.locator(".stages li:visible").first).to_contain_text("mimo pořadí")
    page.goto(address + "cs/")
    table = page.locator(".bar").get_by_role("link", name="U stolu")
    expect(table).to_be_in_viewport()
    expect(page.get_by_role("link", name="Průvodce pro začátečníky")).to_be_in_viewport()
    context.close()


def test_among_many_cards_the_one_asked_for_is_open_without_scripts(
    browser: Browser, address: str
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, java_script_enabled=False)
    page = context.new_page()
    page.goto(address + "cs/situations/play/")
    height = page.locator("body").bounding_box()
    assert height and height["height"] < 25_000
    expect(page.locator(".situation .path:visible")).to_have_count(0)
    page.locator("#dummy-suggests-a-card h2 a").click()
    expect(page.locator("#dummy-suggests-a-card .path").first).to_be_visible()
    page.goto(address + "cs/situations/after-play/")
    expect(page.locator(".situation .path").first).to_be_visible()
    context.close()


def test_on_paper_closed_rows_show_and_a_card_goes_alone(page: Page, address: str) -> None:
    page.goto(address + "compare/cs-2007/cs-2017/27/")
    page.emulate_media(media="print")
    closed = page.locator(".change-row.reference details").first
    expect(closed.locator(".words").first).to_be_visible()
    page.goto(address + "cs/situations/lead/#who-leads-and-who-is-declarer")
    page.evaluate("location.hash = document.querySelectorAll('.situation')[1].id")
    expect(page.locator(".situation:visible")).to_have_count(1)


def test_on_paper_notes_show_and_tools_do_not(page: Page, address: str) -> None:
    page.goto(address + LAW)
    page.emulate_media(media="print")
    expect(page.locator(".footnote").first).to_be_visible()
    expect(page.locator(".top")).to_be_hidden()
    expect(page.locator(".foot")).to_be_hidden()

"""The search in the page: found, chosen, opened, closed, with keys alone, by tap, in any script."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

from tests.browser.accessibility import DESK, PHONE, hurdles, look_at, looked_at
from tests.browser.conftest import to

LAW = "cs-2007/27/"


def open_search(page: Page) -> Locator:
    """The search box, opened by its key, once the engine and all of its data are there."""
    page.keyboard.press("/")
    expect(page.locator("#search-input")).to_be_focused()
    expect(page.locator(".search-place").first).to_be_visible()
    expect(page.locator("#search-results")).to_have_attribute("aria-busy", "false")
    return page.locator("#search-input")


def held_back(page: Page, pattern: str) -> Callable[[], None]:
    """Keeps what the page asks for waiting, until the function that is returned is called."""
    waiting: list[Route] = []
    page.route(pattern, lambda route: waiting.append(route))

    def release() -> None:
        page.route(pattern, lambda route: route.continue_())
        for route in waiting:
            route.continue_()

    return release


def chosen(page: Page) -> Locator:
    """What Enter opens."""
    return page.locator('[role="gridcell"][aria-selected="true"]')


def test_the_first_answer_is_chosen_and_enter_opens_it(page: Page, base: str) -> None:
    page.goto(to(base, LAW))
    open_search(page).press_sequentially("zahajovaci vynos licem dolu")
    expect(chosen(page)).to_contain_text("41A")
    expect(page.locator("mark").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"pl-2017/41/(index\.html)?#41\.A$"))
    expect(page.locator('[id="41.A"]')).to_be_in_viewport()


def test_enter_waits_for_the_whole_answer(page: Page, address: str) -> None:
    release = held_back(page, "**/search/pl.js*")
    page.goto(address + LAW)
    page.keyboard.press("/")
    page.locator("#search-input").fill("zahajovací výnos lícem dolů")
    expect(page.locator(".search-hit").first).to_contain_text("CS 2007")
    page.keyboard.press("Enter")
    expect(page.locator("#search-dialog")).to_be_visible()
    expect(page.locator("#search-results")).to_have_attribute("aria-busy", "true")
    release()
    expect(page).to_have_url(re.compile("pl-2017/41/#41.A$"))


def test_a_list_of_another_version_is_asked_for_anew(context: BrowserContext, address: str) -> None:
    """A cache may keep the list of a version whose data are gone; what it names may come late."""
    page = context.new_page()
    held: list[Route] = []

    def outdated(route: Route) -> None:
        body = re.sub(r"sha256-\w{6}", "sha256-AAAAAA", route.fetch().text())
        route.fulfill(body=body, content_type="text/javascript")

    def late(route: Route) -> None:
        held.append(route)
        if len(held) > 1:
            for each in held:
                each.continue_()

    page.route("**/assets/search.js", outdated)
    page.route("**/search/cs.js*", late)
    page.goto(address + LAW)
    open_search(page).press_sequentially("12C1")
    expect(chosen(page)).to_contain_text("12C1")


def test_data_of_another_version_are_refused(context: BrowserContext, address: str) -> None:
    page = context.new_page()

    def other(route: Route) -> None:
        body = f"{route.fetch().text()}\n// of another version"
        route.fulfill(body=body, content_type="text/javascript")

    page.route("**/search/cs.js*", other)
    page.goto(address + LAW)
    page.keyboard.press("/")
    expect(page.locator("#search-status")).to_have_text("Hledání se nepodařilo načíst.")


def test_a_text_in_force_that_is_still_coming_is_announced(page: Page, address: str) -> None:
    release = held_back(page, "**/search/pl.js*")
    page.goto(address + LAW)
    page.keyboard.press("/")
    page.locator("#search-input").fill("zahajovací výnos lícem dolů")
    first = page.locator(".search-hit").first
    expect(first).to_contain_text("CS 2007, nahrazeno")
    expect(first).to_contain_text("PL 2017: platné znění se ještě načítá…")
    release()
    expect(first).to_contain_text("PL 2017")
    expect(page.locator(".search-coming")).to_have_count(0)


def test_what_is_in_force_comes_before_what_was_dropped(page: Page, base: str) -> None:
    page.goto(to(base, LAW))
    open_search(page).fill("renons")
    expect(chosen(page)).to_contain_text("PL 2017")
    expect(chosen(page).locator(".search-own[lang=cs]")).to_have_text(
        re.compile("Postup po dokonaném nepřiznání barvy", re.IGNORECASE)
    )
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"pl-2017/64/"))


def test_a_place_says_nothing_of_a_sure_answer(page: Page, base: str) -> None:
    page.goto(to(base, LAW))
    open_search(page).fill("fałszywy renons")
    expect(chosen(page)).to_contain_text("PL 2017")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"pl-2017/64/"))
    expect(page.locator(".arrived")).to_have_count(0)


def test_a_place_says_by_what_an_unsure_answer_led_there(page: Page, base: str) -> None:
    page.goto(to(base, "pl/"))
    page.goto(to(base, "pl-2017/27/"))
    open_search(page).fill("cześć")
    expect(page.locator("#search-status")).to_contain_text("Brak pewności")
    page.keyboard.press("Enter")
    told = page.locator(".arrived")
    expect(told).to_contain_text(re.compile(r"Być może odpowiedź na „cześć” \(.+\)\."))
    expect(told).to_be_in_viewport()
    told.get_by_role("button", name="Zamknij").click()
    expect(told).to_have_count(0)
    page.reload()
    expect(page.locator("main h1")).to_be_visible()
    expect(told).to_have_count(0)


def test_the_place_of_an_unsure_answer_speaks_the_reader_s_language(
    page: Page, address: str
) -> None:
    page.goto(f"{address}en/terms/")
    open_search(page).fill("two players bid at once")
    page.keyboard.press("Enter")
    told = page.locator("[lang=pl] .arrived")
    expect(told).to_contain_text("Perhaps the answer to “two players bid at once” (as")
    expect(told).to_have_attribute("lang", "en")


def test_a_short_word_is_not_corrected_nor_completed_without_its_signs(
    page: Page, address: str
) -> None:
    page.goto(address + LAW)
    box = open_search(page)
    box.fill("pít pivo")
    expect(page.locator("#search-status")).to_contain_text("Odpověď jsme nenašli.")
    expect(page.locator(".search-choice")).to_have_count(0)


def test_a_second_enter_waits_no_longer_and_any_other_key_stays(page: Page, address: str) -> None:
    held_back(page, "**/search/pl.js*")
    page.goto(address + LAW)
    page.keyboard.press("/")
    page.locator("#search-input").fill("zahajovací výnos lícem dolů")
    expect(page.locator(".search-hit").first).to_contain_text("CS 2007")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#search-dialog")).to_be_visible()
    page.locator("#search-input").fill("zahajovací výnos lícem")
    expect(page.locator(".search-hit").first).to_contain_text("CS 2007")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("cs-2007/"))  # the first so far: of what has come by then


def test_why_an_answer_was_found_is_told_in_the_reader_s_script(page: Page, address: str) -> None:
    page.goto(address + "sr-Cyrl/search/?q=недовршен борд")
    expect(page.locator("#search-results")).to_have_attribute("aria-busy", "false")
    why = page.locator(".search-why", has_text="као у случају").first
    expect(why).to_have_text(re.compile("^[^A-Za-z]*$"))


def test_a_closed_search_leaves_the_address_alone(page: Page, address: str) -> None:
    release = held_back(page, "**/search/pl.js*")
    page.goto(address + LAW)
    page.keyboard.press("/")
    page.locator("#search-input").fill("dummy")
    expect(page).to_have_url(re.compile(r"\?q=dummy$"))
    page.go_back()
    expect(page.locator("#search-dialog")).to_be_hidden()
    release()
    expect(page.locator("#search-results")).to_have_attribute("aria-busy", "false")
    page.wait_for_timeout(600)
    expect(page).to_have_url(address + LAW)
    page.keyboard.press("/")
    expect(page.locator(".search-hit").first).to_contain_text("2017")


def test_what_was_chosen_stays_chosen_when_more_data_comes(page: Page, address: str) -> None:
    release = held_back(page, "**/search/pl.js*")
    page.goto(address + LAW)
    page.keyboard.press("/")
    page.locator("#search-input").fill("zahajovací výnos lícem dolů")
    expect(page.locator(".search-hit").first).to_be_visible()
    page.keyboard.press("ArrowDown")
    target = chosen(page).locator("a").first.get_attribute("href")
    release()
    expect(page.locator("#search-results")).to_have_attribute("aria-busy", "false")
    expect(chosen(page).locator("a").first).to_have_attribute("href", target or "")


def test_arrows_walk_through_answers_and_their_twins(page: Page, address: str) -> None:
    page.goto(address + LAW)
    box = open_search(page)
    box.fill("renons")
    first = chosen(page).get_attribute("id")
    page.keyboard.press("ArrowDown")
    second = chosen(page)
    assert second.get_attribute("id") != first
    assert box.get_attribute("aria-activedescendant") == second.get_attribute("id")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(page.locator('.search-beside[aria-selected="true"]')).to_contain_text(
        "CS 2007, nahrazeno"
    )
    page.keyboard.press("ArrowRight")
    twin = chosen(page).locator("a")
    target = twin.get_attribute("href")
    expect(twin).to_have_attribute("aria-label", re.compile(r"^(CS|PL|SR) 20\d\d, "))
    page.keyboard.press("Enter")
    assert target is not None
    expect(page).to_have_url(target.replace("index.html", ""))


def test_a_citation_jumps(page: Page, base: str) -> None:
    page.goto(to(base, "sr/"))
    page.goto(to(base, "sr-2007/1/"))
    open_search(page).fill("Члан 50Д1")
    beside = page.locator(".search-hit").first.locator(".search-beside a")
    expect(beside).to_have_attribute("href", re.compile(r"sr-2007/50/index\.html#50\.D\.1$"))
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"pl-2017/50/(index\.html)?#50\.D\.1$"))


SPELLINGS = (
    "27-B-1-b",
    "27, B, 1, b",
    "27:B1b",
    "L27B1b",
    "27/B/1/b",
    "27 odst. B bod 1b",
    "27 punkt B1b",
)


def test_a_citation_in_any_spelling_jumps(page: Page, address: str) -> None:
    page.goto(address + LAW)
    box = open_search(page)
    for typed in SPELLINGS:
        box.fill("dummy")
        expect(page.locator(".search-hit").first).not_to_contain_text("27B1(b)")
        box.fill(typed)
        expect(page.locator(".search-hit").first).to_contain_text("27B1(b)")
        to_it = re.compile(r"-2017/27/index\.html#27\.B\.1\.b$")
        expect(chosen(page).locator("a").first).to_have_attribute("href", to_it)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"-2017/27/#27\.B\.1\.b$"))


def test_escape_empties_the_box_and_then_closes(page: Page, address: str) -> None:
    page.goto(address + LAW)
    box = open_search(page)
    box.fill("dummy")
    expect(page).to_have_url(re.compile(r"\?q=dummy$"))
    page.keyboard.press("Escape")
    expect(box).to_have_value("")
    page.keyboard.press("Escape")
    expect(page.locator("#search-dialog")).to_be_hidden()
    expect(page).to_have_url(address + LAW)


def test_back_closes_the_search_and_returns_to_it(page: Page, address: str) -> None:
    page.goto(address + LAW)
    open_search(page).fill("výnos mimo pořadí")
    expect(page).to_have_url(re.compile(r"\?q="))
    page.locator(".search-answer a").nth(1).click()
    expect(page).not_to_have_url(re.compile(LAW))
    page.go_back()
    expect(page.locator("#search-input")).to_have_value("výnos mimo pořadí")
    expect(page.locator(".search-hit").first).to_be_visible()
    page.go_back()
    expect(page.locator("#search-dialog")).to_be_hidden()
    expect(page).to_have_url(address + LAW)


def test_an_answer_on_this_very_page_is_shown_at_once(page: Page, address: str) -> None:
    page.goto(address + LAW)
    open_search(page).fill("27C edition:cs-2007")
    page.keyboard.press("Enter")
    expect(page.locator("#search-dialog")).to_be_hidden()
    expect(page).to_have_url(address + LAW + "#27.C")


def test_the_address_holds_the_query_and_the_filter(page: Page, base: str) -> None:
    page.goto(to(base, "cs/search/", "?q=revoke&edition=sr-2007"))
    marks = page.locator(".search-edition")
    expect(marks.first).to_have_text("SR 2007, nahrazeno")
    assert set(marks.all_text_contents()) == {"SR 2007, nahrazeno"}
    page.get_by_role("button", name="Polski").click()
    expect(marks.first).to_have_text("PL 2017")
    expect(page).to_have_url(re.compile(r"\?q=revoke&lang=pl$"))
    expect(page.locator("[data-without-query]")).to_be_hidden()


def test_an_empty_box_offers_recent_places_and_situations(page: Page, address: str) -> None:
    page.goto(address + LAW)
    open_search(page).fill("93C")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/93/#93.C$"))
    open_search(page)
    expect(page.locator(".search-place").first).to_contain_text("93C")
    expect(page.locator(".search-place .search-edition").first).to_have_text("PL 2017")
    page.locator('a[href*="#insufficient-bid"]').click()
    expect(page).to_have_url(address + "cs/situations/auction/#insufficient-bid")


def test_the_law_s_words_are_tagged_and_not_what_is_said_of_them(page: Page, base: str) -> None:
    page.goto(to(base, "en/search/", "?q=opening lead out of turn&edition=cs-2007"))
    hit = page.locator(".search-answer").first
    expect(hit.locator(".search-snippet")).to_have_attribute("lang", "cs")
    expect(hit.locator(".search-trail")).to_have_attribute("lang", "cs")
    expect(hit.locator(".search-edition")).to_have_text("CS 2007, superseded")
    spoken = "e => e.closest('[lang]').lang"
    assert hit.locator(".search-edition").evaluate(spoken) == "en"
    for why in page.locator(".search-why").all():
        assert why.evaluate(spoken) == "en"
    assert page.locator(".search-why").count()


def test_who_is_led_to_another_language_s_text_keeps_their_interface(
    page: Page, address: str
) -> None:
    page.goto(address + LAW)
    open_search(page).fill("zahajovací výnos lícem dolů")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("pl-2017/41/#41.A$"))
    expect(page.locator(".rooms")).to_contain_text("U stolu")
    page.locator(".rooms").get_by_role("link", name="Pojmy").click()
    expect(page).to_have_url(address + "cs/terms/")


def test_no_answer_is_said_plainly_and_a_slip_is_corrected(page: Page, address: str) -> None:
    page.goto(address + LAW)
    box = open_search(page)
    status = page.locator("#search-status")
    box.fill("castling")
    expect(status).to_contain_text("Odpověď jsme nenašli.")
    expect(page.locator(".search-hit")).to_have_count(0)
    box.fill("Law 100")
    expect(status).to_contain_text("Pravidlo 100 neexistuje; Pravidla mají čísla 1 až 93.")
    box.fill("12C5")
    expect(status).to_contain_text("Ustanovení 12C5 v Pravidle 12 není.")
    box.fill("nedostatečnná nabídka")
    page.get_by_role("button", name="Mysleli jste „nedostatečná nabídka“?").click()
    expect(box).to_have_value("nedostatečná nabídka")
    expect(page.locator(".search-hit").first).to_contain_text("27")


def test_what_happened_leads_to_its_card(page: Page, address: str) -> None:
    page.goto(address + "cs/")
    page.locator("#search-input").fill("výnos mimo pořadí")
    expect(page.locator(".search-hit").first).to_be_visible()
    card = page.locator('.search-results a[href*="/situations/"]').first
    title = card.inner_text()
    card.click()
    expect(page).to_have_url(re.compile(r"/cs/situations/[\w-]+/#[\w-]+$"))
    opened = page.locator(".situation:target h2")
    expect(opened).to_have_text(title)
    expect(opened).to_be_in_viewport()


def test_three_taps_lead_to_the_paragraph_in_force(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    page.goto(address + "cs-2007/1/")
    page.locator(".bar [data-search]").tap()
    page.locator("#search-input").fill("pravidlo 54B")
    page.locator(".search-hit .search-answer a").first.tap()
    expect(page).to_have_url(address + "pl-2017/54/#54.B")
    expect(page.locator("[id='54.B']")).to_be_in_viewport()
    page.go_back()
    page.goto(address + "cs/")
    page.locator('.laws a:has(b:text-is("27"))').first.tap()
    expect(page).to_have_url(address + "cs-2017/27/")
    context.close()


def test_a_hit_in_an_older_text_says_what_became_of_it(page: Page, address: str) -> None:
    page.goto(address + "sr/search/?q=23&edition=sr-2007")
    said = page.locator(".search-hit .search-became")
    expect(said).to_have_text(["2017: premešteno, preformulisano", "2017: izostavljeno"])
    page.goto(address + "sr/search/?q=27B1a")
    own = page.locator(".search-hit").first.locator(".search-beside .search-became")
    expect(own).to_have_text("2017: suštinska promena")
    expect(page.locator(".search-answer .search-became")).to_have_count(0)


def test_texts_in_force_alone_when_asked_and_no_preview_of_a_hit(page: Page, address: str) -> None:
    page.goto(address + "cs/search/?q=revoke&edition=sr-2007")
    page.get_by_role("button", name="Platné").click()
    marks = page.locator(".search-hit .search-edition")
    expect(marks.first).to_have_text("PL 2017")
    assert all(mark.endswith("2017") for mark in marks.all_text_contents())
    page.locator(".search-hit").first.hover()
    page.wait_for_timeout(700)
    expect(page.locator(".preview")).to_have_count(0)


def test_situations_that_match_are_not_called_common(page: Page, address: str) -> None:
    page.goto(address + "cs-2017/27/")
    box = open_search(page)
    titles = page.locator(".search-title")
    expect(titles.filter(has_text="Co se stává často")).to_be_visible()
    box.fill("výnos mimo pořadí")
    expect(titles).to_have_text(["U stolu"])


def test_a_provision_that_is_not_there_is_told_after_enter(page: Page, address: str) -> None:
    page.goto(address + LAW)
    open_search(page).fill("12C5")
    expect(page.locator("#search-status")).to_contain_text("Ustanovení 12C5 v Pravidle 12 není.")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/12/#12.C$"))
    expect(page.locator(".arrived")).to_contain_text("Ustanovení 12C5 v Pravidle 12 není.")


def test_where_a_reader_was_is_told_in_their_script(page: Page, address: str) -> None:
    page.goto(address + "sr/terms/")
    open_search(page).fill("16B")
    page.locator(".search-beside a").filter(has_text="SR 2007").first.click()
    expect(page).to_have_url(re.compile("/sr-2007/16/"))
    page.goto(address + "sr-2007/definitions/")
    for reader, resumed, recent in (
        ("sr-Cyrl", "Дефиниције", "Члан 16"),
        ("sr", "Definicije", "Član 16"),
    ):
        page.goto(f"{address}{reader}/")
        expect(page.locator("[data-resume] a")).to_contain_text(resumed)
        page.goto(f"{address}{reader}/terms/")
        open_search(page)
        expect(page.locator(".search-place").first).to_contain_text(recent)


def test_what_is_typed_is_completed(page: Page, address: str) -> None:
    page.goto(address + "pl-2017/1/")
    box = open_search(page)
    box.press_sequentially("karta przyg")
    page.locator(".search-choice", has_text="karta przygwożdżona").first.click()
    expect(box).to_have_value("karta przygwożdżona")


def test_as_one_types_a_screen_of_hits_is_drawn_and_then_all(page: Page, address: str) -> None:
    page.goto(address + LAW)
    box = open_search(page)
    drawn = box.evaluate(
        """(input) => {
          input.value = "hráč";
          input.dispatchEvent(new Event("input"));
          return new Promise((told) => requestAnimationFrame(() =>
            told(document.querySelectorAll(".search-hit").length)));
        }"""
    )
    assert drawn == 5
    expect(page.locator(".search-hit")).to_have_count(10)
    law = page.locator(".search-law").first.element_handle()
    box.press("End")
    box.press("Space")
    expect(page.locator(".search-hit")).to_have_count(10)
    assert law.evaluate("(law) => law.isConnected")


TYPE_AT_ONCE = """async (input) => {
  const { searcher } = await lawbase.search.attach();
  const { search } = searcher;
  const asked = [];
  searcher.search = (typed, given) => {
    asked.push(typed);
    return search.call(searcher, typed, given);
  };
  for (const typed of ["h", "hr", "hrá", "hráč"]) {
    input.value = typed;
    input.dispatchEvent(new Event("input"));
  }
  await new Promise(requestAnimationFrame);
  return asked.filter((typed) => "hráč".startsWith(typed)); // likely queries are tried meanwhile
}"""


def test_of_letters_that_come_at_once_only_the_last_is_answered(page: Page, address: str) -> None:
    page.goto(address + LAW)
    assert open_search(page).evaluate(TYPE_AT_ONCE) == ["hráč"]


def test_what_was_typed_just_now_is_answered_before_it_is_opened(page: Page, address: str) -> None:
    page.goto(address + LAW)
    box = open_search(page)
    box.evaluate(
        """(input) => {
          const press = (key) => input.dispatchEvent(new KeyboardEvent("keydown", { key }));
          input.value = "50";
          input.dispatchEvent(new Event("input"));
          press("Enter");
        }"""
    )
    expect(page).to_have_url(re.compile(r"-2017/50/"))


def test_serbian_is_found_and_shown_in_cyrillic(page: Page, base: str) -> None:
    page.goto(to(base, "sr-Cyrl/search/", "?q=неовлашћена информација"))
    beside = page.locator('.search-beside a[data-lang="sr-Latn"]').first
    expect(beside).to_contain_text("информациј")
    expect(page.locator("#search-status")).to_contain_text("Одговора:")


def test_a_tap_opens_it_on_a_phone(browser: Browser, address: str) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, locale="cs"
    )
    page = context.new_page()
    page.goto(address + LAW)
    page.locator(".bar [data-search]").tap()
    page.locator("#search-input").fill("výnos mimo pořadí")
    expect(page.locator(".search-hit").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    results = page.locator(".search-results")
    assert results.evaluate("(e) => e.scrollWidth <= e.clientWidth")
    page.get_by_role("button", name="Zavřít").tap()
    expect(page.locator("#search-dialog")).to_be_hidden()
    context.close()


def test_the_open_search_keeps_nobody_out(browser: Browser, address: str, packages: Path) -> None:
    with looked_at(browser, *DESK) as page:
        page.goto(f"{address}{LAW}?q=")
        for query, said in (
            ("", ".search-place"),
            ("výnos mimo pořadí", ".search-hit"),
            ("castling", "#search-status:not(:empty)"),
        ):
            page.locator("#search-input").fill(query)
            expect(page.locator(said).first).to_be_visible()
            expect(page.locator("#search-results")).to_have_attribute("aria-busy", "false")
            for look in (DESK, PHONE):
                look_at(page, *look)
                assert hurdles(page, packages, "#search-dialog") == [], (query, look)


def test_without_scripts_the_box_leads_to_the_laws(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address + LAW)
    page.locator(".seek").click()
    expect(page).to_have_url(address + "cs/search/index.html")
    expect(page.get_by_role("link", name="Rejstřík").first).to_be_visible()
    page.locator(".contents a").first.click()
    expect(page.locator("h1")).to_be_visible()
    context.close()

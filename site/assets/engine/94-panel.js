// The search panel: the box and what it finds.
{
  const { Chooser, Filters, Rows, Searcher, filterOf, messageOf, optionsOf } = lawbase.engine;
  const { make } = lawbase;
  const say = (name, values) => lawbase.say(name, values);
  const PAGE = 10;
  const AT_ONCE = 5;
  const RECENT = 6;
  const CHOICES = 5;
  const CARDS = 2;
  const QUIET = 300;
  const TYPED = 3;
  const AT_A_TIME = 8;
  const PATIENCE = 8000;

  // Not every browser tells when it is idle.
  const whenIdle = (act) =>
    window.requestIdleCallback ? window.requestIdleCallback(act) : setTimeout(act, QUIET);

  // The tag of the language that the reader's interface speaks, whatever the page's text does.
  const spoken = () => lawbase.site.interfaces[lawbase.page.interface].html;

  // The rows for some items: those of the last answer when they show the same.
  function again(last, items, make) {
    const name = JSON.stringify(items);
    if (last?.name === name) return last;
    return { name, rows: items.length ? make() : [] };
  }

  class Panel {
    // asked: the query and the filter that the page's address came with.
    constructor(room, asked) {
      this.room = room;
      this.room.lang = spoken();
      this.common = lawbase.parts.common;
      this.learn();
      this.input = room.querySelector("input[type=search]");
      this.grid = room.querySelector(".search-results");
      this.status = room.querySelector(".search-status");
      this.chooser = new Chooser(this.input, this.grid, say("search.answers"));
      this.filter = filterOf(asked, this.common);
      this.limit = PAGE;
      this.above = {};
      this.reader = lawbase.page.interface.split("-")[0];
      this.furnish();
      this.listen();
      this.update();
      this.isSettled = false;
      this.grid.setAttribute("aria-busy", "true");
      if (this.searcher.isWhole) this.settle();
    }

    learn() {
      const searcher = (this.searcher = new Searcher(lawbase.parts));
      whenIdle(() => this.warm(searcher, this.likelyQueries()));
      this.rows = this.makeRows();
    }

    // More of the data was loaded: everything is answered with it from now on. What the reader
    // moved to stays chosen. A search that was closed meanwhile answers when it is opened again.
    extend() {
      if (this.searcher.isWhole) return;
      this.learn();
      if (this.isOpen) this.answerAnew();
      if (this.searcher.isWhole) this.settle();
    }

    get isOpen() {
      return this.room.localName !== "dialog" || this.room.open;
    }

    answerAnew() {
      const { chooser, opening } = this;
      const preferred = chooser.isPreferred && chooser.target?.href;
      this.update();
      this.opening = opening;
      chooser.preferLink(preferred);
    }

    // The rest of the data can't be had.
    fail() {
      this.status.textContent = say("search.failed");
      this.settle();
    }

    // No better answer is to come: what waited for it is opened.
    settle() {
      this.isSettled = true;
      this.grid.setAttribute("aria-busy", "false");
      if (this.opening) this.openNow();
    }

    makeRows() {
      const written = (text) => this.spoken(this.reader).write(text);
      return new Rows(this.searcher, (edition) => this.writing(edition), written);
    }

    // Unpacks what answers need, and has the browser compile what makes them, before they are asked
    // for: one query at a time, as long as no more of the data came. Patterns are compiled by
    // themselves for texts with letters that take two bytes.
    warm(searcher, [first, ...others]) {
      if (searcher !== this.searcher) return;
      if (!first) return this.unpack(searcher, searcher.unpacking());
      for (const typed of ["1 A", "1 Ž"]) searcher.reader.read(typed);
      const result = searcher.search(first, { reader: this.reader });
      this.makeRows().hits(result, first);
      this.choicesFor(first, result);
      whenIdle(() => this.warm(searcher, others));
    }

    // Unpacks the rest, a few milliseconds at a time.
    unpack(searcher, pieces) {
      const end = performance.now() + AT_A_TIME;
      while (performance.now() < end) if (pieces.next().done) return;
      if (searcher === this.searcher) whenIdle(() => this.unpack(searcher, pieces));
    }

    // What is asked most, in the reader's language, and once in each other one, whose words a first
    // letter may begin as well; and some of it letter by letter, as it is typed.
    likelyQueries() {
      const asked = (language) => lawbase.parts[language].guiding;
      const others = this.searcher.languages.filter((language) => language !== this.reader);
      const abroad = others.map((language) => asked(language)[0]);
      const whole = [...asked(this.reader), ...abroad];
      const typed = (text) => Array.from(text, (_, n) => text.slice(0, n + 1));
      return [...whole, ...[...whole.slice(0, TYPED), ...abroad].flatMap(typed)];
    }

    furnish() {
      const chips = this.room.querySelector(".search-filters");
      this.chips = new Filters(chips, this.common, () => this.refine());
      const widen = { type: "button", class: "search-more", onclick: () => this.widen() };
      this.more = make("button", widen);
      this.grid.after(this.more);
      if (this.room.tagName !== "DIALOG") return;
      const label = { title: say("close"), "aria-label": say("close") };
      const close = { type: "button", class: "search-close", onclick: () => this.room.close() };
      this.input.form.append(make("button", { ...close, ...label }, "×"));
    }

    listen() {
      const { input, room, grid } = this;
      // While one types, what a screen holds is drawn, once a frame, however many letters came since
      // the last; the rest when they pause.
      input.addEventListener("input", () => {
        this.limit = PAGE;
        this.next ??= requestAnimationFrame(() => this.updateTyped());
      });
      input.addEventListener("keydown", (event) => this.key(event));
      input.form.addEventListener("submit", (event) => {
        event.preventDefault();
        this.open();
      });
      room.addEventListener("close", () => {
        clearTimeout(this.later);
        clearTimeout(this.rest);
        cancelAnimationFrame(this.next);
        this.next = null;
        this.opening = null;
      });
      room.addEventListener("pointerdown", () => {
        this.opening = null;
      });
      grid.addEventListener("click", (event) => this.remember(event.target.closest("a")));
    }

    updateTyped() {
      this.update(AT_ONCE);
      this.rest = setTimeout(() => this.answerAnew(), QUIET);
    }

    // Answers what was typed since the last frame, before something is done with the answer.
    catchUp() {
      if (this.next) this.updateTyped();
    }

    refine() {
      this.limit = PAGE;
      this.update();
      this.input.focus();
    }

    widen() {
      const at = this.chooser.cells.length;
      this.limit += PAGE;
      this.update();
      this.chooser.choose(this.chooser.cells[at]);
      this.input.focus();
    }

    // How texts of an edition are written and tagged for this reader.
    writing(edition) {
      const { mark, title, language } = this.common.marks[edition];
      return { mark, title, ...this.read(lawbase.tagOf(language)) };
    }

    // How words that are printed under a tag are written and tagged for this reader.
    read(tag) {
      const script = lawbase.scriptFor(tag, spoken());
      const table = script && lawbase.tables?.[script.to];
      if (!table) return { tag, html: tag, write: String };
      return { tag, html: script.to, write: (text) => lawbase.inScript(text, table) };
    }

    // Answers what is typed, with the first hits or with all that are asked for.
    update(limit = this.limit) {
      const typed = this.input.value.trim();
      clearTimeout(this.rest);
      cancelAnimationFrame(this.next);
      this.next = null;
      this.opening = null;
      this.chips.show(this.filter);
      if (this.isEmpty !== (typed === "")) this.showEmpty(typed === "");
      clearTimeout(this.later);
      this.later = setTimeout(() => this.address(typed), QUIET);
      if (typed) this.answer(typed, limit);
      else this.offer();
    }

    showEmpty(isEmpty) {
      this.isEmpty = isEmpty;
      this.room.classList.toggle("search-empty", isEmpty);
      lawbase.showWithoutQuery(isEmpty);
    }

    // Tells in the page's address what is asked, unless the search was closed meanwhile.
    address(typed) {
      if (this.room.tagName === "DIALOG" && !this.room.open) return;
      const url = new URL(location.href);
      for (const name of ["q", "edition", "lang", "force"]) url.searchParams.delete(name);
      if (typed) url.searchParams.set("q", typed);
      for (const [name, value] of Object.entries(this.filter)) url.searchParams.set(name, value);
      history.replaceState(history.state, "", url);
    }

    answer(typed, limit) {
      const { reader, rows } = this;
      const result = this.searcher.search(typed, { ...optionsOf(this.filter), limit, reader });
      const choices = this.choicesFor(typed, result);
      const cards = this.cardsFor(typed, result);
      const replace = (text) => this.replace(text);
      const table = () => rows.titled(say("search.table"), cards.map((card) => rows.place(card)));
      const above = this.above;
      this.above = {
        choices: again(above.choices, choices, () => [rows.choices(choices, replace)]),
        cards: again(above.cards, cards, table),
      };
      const shown = [this.above.choices, this.above.cards].flatMap(({ rows }) => rows);
      const groups = [...shown, ...rows.hits(result, typed)];
      const nearest = result.isWhole && !result.total && choices.length ? say("search.nearest") : "";
      const more = Math.max(0, result.total - this.limit);
      this.show(groups, `${messageOf(result)} ${nearest}`, more, ".search-hit [role=gridcell]");
    }

    // The situations most like the query, and those that the typed words begin to tell, as links to
    // their cards.
    cardsFor(typed, { situations, query, total }) {
      if (query.citations.length || query.phrases.length) return [];
      const titles = this.titles;
      if (!titles.length) return [];
      const told = this.searcher.suggester.suggest(typed, [this.reader], CARDS, ["situation"]);
      const begun = told.map(({ text }) => titles.indexOf(text));
      const found = new Set([...(total ? situations : []), ...begun]);
      return [...found].slice(0, CARDS).map((number) => this.card(number));
    }

    // A situation's card.
    card(number) {
      return this.cardOf(this.searcher.places[number], this.titles[number]);
    }

    cardOf([id, stage], title) {
      const href = lawbase.linkTo(`${lawbase.page.interface}/situations/${stage}/`, id);
      const { write, html } = this.spoken(this.reader);
      return { href, title: write(title), lang: html };
    }

    // The titles of situations in the reader's language, once they are there.
    get titles() {
      return this.searcher.titles[this.reader] ?? [];
    }

    // Groups of rows, what is said about them, how many more there are, and which cell is chosen.
    show(groups, said, more = 0, chosen = null) {
      this.chooser.show(groups);
      this.chooser.choose(chosen && this.grid.querySelector(chosen));
      if (this.status.textContent !== said) this.status.textContent = said;
      this.more.hidden = !more;
      if (more) this.more.textContent = say("search.more", { n: more });
    }

    // What was probably meant, and what it may become.
    choicesFor(typed, result) {
      const { expanded, query } = result;
      const meant = this.searcher.meant(result);
      const choices = meant ? [{ text: meant, label: say("search.meant", { query: meant }) }] : [];
      if (!query.citations.length && !query.phrases.length) {
        choices.push(...this.completions(typed, expanded, result.total > 0));
      }
      return choices.slice(0, CHOICES);
    }

    completions(typed, expanded, answered) {
      const { languages: spoken } = expanded;
      const languages = spoken.includes(this.reader) ? [this.reader] : spoken;
      const words = typed.split(/\s+/);
      const nameOf = (named) => named.map(({ form }) => form).join(" ");
      const own = nameOf(this.searcher.suggester.words(typed));
      for (let start = typed; start.length > 2; start = start.slice(0, -1)) {
        const found = new Map();
        for (const entry of this.searcher.suggester.suggest(start, languages, 2 * CHOICES)) {
          if (entry.kind === "situation") continue;
          const name = nameOf(entry.own);
          if (name !== own && !found.has(name)) found.set(name, this.choice(entry));
        }
        if (found.size || answered || words.length > 1) return [...found.values()];
      }
      return [];
    }

    choice({ text, language }) {
      const { html, write } = this.spoken(language);
      return { text, label: write(text), lang: html };
    }

    // An empty box: where the reader was, and what is asked most.
    offer() {
      const { rows } = this;
      const places = lawbase.recall("recent", []);
      const { editions } = this.searcher.catalogue;
      const recent = places.map(({ page, anchor, title, lang }) => {
        const edition = editions.find(({ id }) => page.startsWith(`${id}/`));
        const { html, write } = this.read(lang);
        const href = lawbase.linkTo(page, anchor);
        return rows.place({ href, title: write(title), lang: html, edition, printed: { title, lang } });
      });
      const situations = this.guiding().map((situation) => rows.place(situation));
      const groups = [];
      if (recent.length) groups.push(...rows.titled(say("search.recent"), recent));
      if (situations.length) groups.push(...rows.titled(say("search.situations"), situations));
      const keys = matchMedia("(hover: hover)").matches ? [say("search.keys")] : [];
      this.show(groups, [say("search.hint"), ...keys].join(" "));
    }

    guiding() {
      const { guiding: titles } = lawbase.parts[this.reader];
      return this.common.situations.guiding.map((place, n) => this.cardOf(place, titles[n]));
    }

    // How a language is written and tagged for this reader.
    spoken(language) {
      const edition = this.searcher.catalogue.editions.find((e) => e.language === language);
      return edition ? this.writing(edition.id) : { html: language, write: String };
    }

    replace(text) {
      this.input.value = text;
      this.refine();
    }

    key(event) {
      if (event.isComposing || event.altKey) return;
      const { key, ctrlKey, metaKey } = event;
      if (key.startsWith("Arrow")) this.catchUp();
      if (key !== "Enter") this.opening = null;
      const acts = {
        Escape: () => this.empty(),
        Enter: () => this.open(ctrlKey || metaKey),
      };
      const act = Object.hasOwn(acts, key) ? acts[key] : () => this.chooser.key(event);
      if (act()) event.preventDefault();
    }

    empty() {
      if (!this.input.value) return false;
      this.replace("");
      return true;
    }

    // Opens what is chosen. The first of an answer from a part of the data may not be the first of
    // the whole, so it waits for that, but not for ever, nor when it is asked again, when the reader
    // moved to it themselves or did something else meanwhile.
    open(apart = false) {
      this.catchUp();
      const isFirst = !this.chooser.isPreferred && !this.opening;
      if (this.input.value.trim() && isFirst && !this.isSettled) {
        const opening = (this.opening = { apart });
        setTimeout(() => this.opening === opening && this.openNow(), PATIENCE);
        return true;
      }
      return this.openNow(apart);
    }

    openNow(apart = this.opening?.apart) {
      const { target } = this.chooser;
      this.opening = null;
      if (!target) return false;
      if (apart && target.href) {
        this.remember(target);
        window.open(target.href);
      } else {
        target.click();
      }
      return true;
    }

    // Keeps where the reader went; closes when it is on this page.
    remember(link) {
      if (!link) return;
      const place = lawbase.placeOf(link.href);
      const kept = { ...place, title: link.dataset.title, lang: link.dataset.lang ?? null };
      const same = (other) => other.page === place.page && other.anchor === place.anchor;
      const others = lawbase.recall("recent", []).filter((other) => !same(other));
      lawbase.remember("recent", [kept, ...others].slice(0, RECENT));
      const { said } = link.dataset;
      lawbase.arrival.expect(said ? { ...place, said, close: say("close"), lang: spoken() } : null);
      if (this.room.tagName === "DIALOG" && place.page === lawbase.page.path) this.leaveFor(link);
    }

    leaveFor(link) {
      history.replaceState(null, "", location.pathname);
      this.room.close();
      location.assign(link.href);
      lawbase.arrival.tell();
    }
  }

  let panel = null;

  lawbase.search = {
    attach(room, asked) {
      const script = lawbase.site.scripts.find(({ to }) => to === spoken());
      const written = script ? lawbase.load(script.table) : Promise.resolve();
      return written.then(() => {
        if (panel) panel.update();
        else panel = new Panel(room, asked);
        return panel;
      });
    },
  };
}

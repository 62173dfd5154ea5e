// The search panel: the box, what it finds, and how one moves in it.
{
  const { Rows, Searcher } = lawbase.engine;
  const { make } = lawbase;
  const say = (name, values) => lawbase.say(name, values);
  const PAGE = 10;
  const RECENT = 6;
  const CHOICES = 5;
  const QUIET = 300;

  class Panel {
    // asked: the query and the filter that the page's address came with.
    constructor(room, asked) {
      this.room = room;
      this.searcher = new Searcher(lawbase.parts);
      this.common = lawbase.parts.common;
      this.rows = new Rows(this.searcher, (edition) => this.voice(edition));
      this.input = room.querySelector("input[type=search]");
      this.grid = room.querySelector(".search-results");
      this.status = room.querySelector(".search-status");
      this.filter = lawbase.engine.filterOf(asked, this.common);
      this.limit = PAGE;
      this.reader = lawbase.page.interface.split("-")[0];
      this.prepare();
      this.listen();
      this.update();
      if (!this.input.value) setTimeout(() => this.warm(), QUIET);
    }

    // Unpacks what the reader's language needs before the first letter is typed.
    warm() {
      const [first] = this.guiding();
      if (first && !this.input.value) this.searcher.search(first.title);
    }

    prepare() {
      const { grid, input } = this;
      grid.setAttribute("role", "grid");
      grid.setAttribute("aria-label", say("search.answers"));
      input.setAttribute("role", "combobox");
      input.setAttribute("aria-haspopup", "grid");
      input.setAttribute("aria-controls", grid.id);
      input.setAttribute("aria-expanded", "true");
      input.setAttribute("aria-autocomplete", "list");
      this.chips = new lawbase.engine.Filters(
        this.room.querySelector(".search-filters"),
        this.common,
        () => this.refine(),
      );
      this.more = make("button", { type: "button", class: "search-more", onclick: () => this.widen() });
      this.more.hidden = true;
      grid.after(this.more);
      if (this.room.tagName === "DIALOG") this.input.form.append(this.closer());
    }

    closer() {
      const close = { type: "button", class: "search-close", onclick: () => this.room.close() };
      return make("button", { ...close, title: say("close"), "aria-label": say("close") }, "×");
    }

    listen() {
      this.input.addEventListener("input", () => {
        this.limit = PAGE;
        this.update();
      });
      this.input.addEventListener("keydown", (event) => this.key(event));
      this.room.addEventListener("close", () => clearTimeout(this.later));
      this.input.form.addEventListener("submit", (event) => {
        event.preventDefault();
        this.open();
      });
      this.grid.addEventListener("click", (event) => this.remember(event.target.closest("a")));
      this.grid.addEventListener("pointermove", (event) => {
        const cell = event.target.closest("[role=gridcell]");
        if (cell && event.pointerType === "mouse") this.choose(cell);
      });
    }

    refine() {
      this.limit = PAGE;
      this.update();
      this.input.focus();
    }

    widen() {
      const at = this.cells().length;
      this.limit += PAGE;
      this.update();
      this.choose(this.cells()[at]);
      this.input.focus();
    }

    // How texts of an edition are written and tagged for this reader.
    voice(edition) {
      const { mark, title, html } = this.common.marks[edition];
      const script = lawbase.site.scripts.find(({ from, to }) => {
        return from === html && to === document.documentElement.lang;
      });
      const table = script && lawbase.tables?.[script.to];
      if (!table) return { mark, title, html, write: (text) => text };
      return { mark, title, html: script.to, write: (text) => lawbase.inScript(text, table) };
    }

    update() {
      const typed = this.input.value.trim();
      this.chips.show(this.filter);
      this.room.classList.toggle("search-empty", typed === "");
      this.address(typed);
      for (const element of document.querySelectorAll("[data-without-query]")) {
        element.hidden = typed !== "";
      }
      if (typed) this.answer(typed);
      else this.offer();
    }

    address(typed) {
      const url = new URL(location.href);
      for (const name of ["q", "edition", "lang"]) url.searchParams.delete(name);
      if (typed) url.searchParams.set("q", typed);
      for (const [name, value] of Object.entries(this.filter)) url.searchParams.set(name, value);
      clearTimeout(this.later);
      const write = () => history.replaceState(history.state, "", url);
      this.later = setTimeout(write, QUIET);
    }

    answer(typed) {
      const { limit, reader } = this;
      const options = { ...lawbase.engine.optionsOf(this.filter), limit, reader };
      const result = this.searcher.search(typed, options);
      const choices = this.choicesFor(typed, result);
      const shown = this.rows.hits(result);
      if (choices.length) {
        shown.unshift(this.rows.choices(choices, (text) => this.replace(text)));
      }
      this.show(shown, result.hits.length ? this.grid.querySelector(".search-hit") : null);
      this.choose(this.grid.querySelector(".search-hit [role=gridcell]"));
      this.more.hidden = result.hits.length >= result.total;
      this.more.textContent = say("search.more", { n: result.total - result.hits.length });
      const nearest = !result.total && choices.length ? say("search.nearest") : "";
      this.tell(`${lawbase.engine.messageOf(result)} ${nearest}`);
    }

    // What was probably meant, and what it may become.
    choicesFor(typed, result) {
      const { understood, query } = result;
      const meant = this.searcher.meant(result);
      const choices = meant ? [{ text: meant, label: say("search.meant", { query: meant }) }] : [];
      if (!query.citations.length && !query.phrases.length) {
        choices.push(...this.completions(typed, understood, result.total > 0));
      }
      return choices.slice(0, CHOICES);
    }

    completions(typed, understood, answered) {
      const { languages: spoken } = understood;
      const languages = spoken.includes(this.reader) ? [this.reader] : spoken;
      const words = typed.split(/\s+/);
      const own = this.searcher.suggester.words(typed).join(" ");
      for (let start = typed; start.length > 2; start = start.slice(0, -1)) {
        const found = new Map();
        for (const entry of this.searcher.suggester.suggest(start, languages, 2 * CHOICES)) {
          const words = entry.own.join(" ");
          if (words !== own && !found.has(words)) found.set(words, this.choice(entry));
        }
        if (found.size || answered || words.length > 1) return [...found.values()];
      }
      return [];
    }

    choice({ text, language }) {
      const edition = this.searcher.catalogue.editions.find((e) => e.language === language);
      const { html, write } = edition ? this.voice(edition.id) : { html: language, write: String };
      return { text, label: write(text), lang: html };
    }

    // An empty box: where the reader was, and what is asked most.
    offer() {
      const { rows } = this;
      const places = lawbase.recall("recent", []);
      const recent = places.map(({ page, anchor, title, lang }) =>
        rows.place({ href: lawbase.linkTo(page, anchor), title, lang }),
      );
      const situations = this.guiding().map((situation) => rows.place(situation));
      const groups = [];
      if (recent.length) groups.push(...rows.titled(say("search.recent"), recent));
      if (situations.length) groups.push(...rows.titled(say("search.situations"), situations));
      this.show(groups);
      this.choose(null);
      this.more.hidden = true;
      this.tell(say("search.hint"));
    }

    guiding() {
      const { interface: ui } = lawbase.page;
      const { situations } = lawbase.parts[this.reader];
      const write = this.write(this.reader);
      return this.common.guiding.map((name) => {
        const place = this.common.situations.findIndex(([id]) => id === name);
        const [id, stage] = this.common.situations[place];
        return { href: lawbase.linkTo(`${ui}/situations/${stage}/`, id), title: write(situations[place]) };
      });
    }

    write(language) {
      const edition = this.searcher.catalogue.editions.find((e) => e.language === language);
      return edition ? this.voice(edition.id).write : (text) => text;
    }

    show(groups) {
      this.grid.replaceChildren(...groups);
      this.cells().forEach((cell, n) => {
        cell.id = `search-cell-${n}`;
      });
    }

    tell(text) {
      this.status.textContent = text;
    }

    replace(text) {
      this.input.value = text;
      this.refine();
    }

    cells() {
      return [...this.grid.querySelectorAll("[role=gridcell]")];
    }

    // Makes a cell the one that Enter opens.
    choose(cell) {
      this.grid.querySelector("[aria-selected=true]")?.removeAttribute("aria-selected");
      this.chosen = cell ?? null;
      if (!cell) return this.input.removeAttribute("aria-activedescendant");
      cell.setAttribute("aria-selected", "true");
      this.input.setAttribute("aria-activedescendant", cell.id);
    }

    key(event) {
      if (event.isComposing || event.altKey) return;
      const moves = {
        ArrowDown: () => this.moveBy(1),
        ArrowUp: () => this.moveBy(-1),
        ArrowRight: () => this.atEnd() && this.moveAside(1),
        ArrowLeft: () => this.chosen?.matches(":not(:first-child)") && this.moveAside(-1),
        Enter: () => this.open(event.ctrlKey || event.metaKey),
        Escape: () => this.input.value !== "" && this.replace(""),
      };
      if (Object.hasOwn(moves, event.key) && moves[event.key]()) event.preventDefault();
    }

    atEnd() {
      const { value, selectionStart, selectionEnd } = this.input;
      return selectionStart === value.length && selectionEnd === value.length;
    }

    moveBy(step) {
      const rows = [...this.grid.querySelectorAll("[role=row]")];
      const at = rows.indexOf(this.chosen?.parentElement);
      const next = rows[Math.max(0, Math.min(rows.length - 1, at + step))];
      if (!next) return false;
      this.choose(next.firstElementChild);
      next.scrollIntoView({ block: "nearest" });
      return true;
    }

    moveAside(step) {
      const next = step > 0 ? this.chosen?.nextElementSibling : this.chosen?.previousElementSibling;
      if (!next) return false;
      this.choose(next);
      return true;
    }

    open(apart = false) {
      const target = this.chosen?.querySelector("a, button");
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
      const kept = { ...place, title: link.dataset.title, lang: link.lang || null };
      const same = (other) => other.page === place.page && other.anchor === place.anchor;
      const others = lawbase.recall("recent", []).filter((other) => !same(other));
      lawbase.remember("recent", [kept, ...others].slice(0, RECENT));
      if (this.room.tagName === "DIALOG" && place.page === lawbase.page.path) this.leaveFor(link);
    }

    leaveFor(link) {
      history.replaceState(null, "", location.pathname);
      this.room.close();
      location.assign(link.href);
    }
  }

  let panel = null;

  lawbase.search = {
    attach(room, asked) {
      const script = lawbase.site.scripts.find(({ to }) => to === document.documentElement.lang);
      const written = script ? lawbase.load(script.table) : Promise.resolve();
      return written.then(() => {
        panel ??= new Panel(room, asked);
      });
    },
  };
}

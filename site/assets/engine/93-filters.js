// What the results are limited to: chips for languages and editions, one pressed at a time.
{
  const { make } = lawbase;
  const say = (name, values) => lawbase.say(name, values);

  class Filters {
    constructor(element, { marks, documents }, changed) {
      const languages = [...new Set(documents.editions.map(([, language]) => language))];
      this.chips = [
        this.chip({}, say("search.all")),
        this.chip({ force: "1" }, say("search.force")),
        ...languages.map((lang) => this.chip({ lang }, nameOf(lawbase.tagOf(lang)))),
        ...Object.entries(marks).map(([edition, { mark, language }]) =>
          this.chip({ edition }, mark, lawbase.tagOf(language)),
        ),
      ];
      this.changed = changed;
      element.setAttribute("role", "group");
      element.setAttribute("aria-label", say("search.filters"));
      element.replaceChildren(...this.chips.map(({ button }) => button));
      element.hidden = false;
    }

    chip(filter, label, lang = null) {
      const attributes = { type: "button", "aria-pressed": "false", lang };
      const button = make("button", { ...attributes, onclick: () => this.press(filter) }, label);
      return { filter, button };
    }

    press(filter) {
      for (const name of Object.keys(this.current)) delete this.current[name];
      Object.assign(this.current, filter);
      this.changed();
    }

    show(filter) {
      this.current = filter;
      const now = JSON.stringify(filter);
      for (const chip of this.chips) {
        const pressed = String(JSON.stringify(chip.filter) === now);
        const { button } = chip;
        if (button.getAttribute("aria-pressed") !== pressed) button.setAttribute("aria-pressed", pressed);
      }
    }
  }

  // A language as it calls itself.
  function nameOf(tag) {
    const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag.split("-")[0]);
    return name[0].toUpperCase() + name.slice(1);
  }

  // The filter that an address asks for.
  function filterOf(asked, { documents }) {
    const edition = asked.get("edition");
    const lang = asked.get("lang");
    if (asked.has("force")) return { force: "1" };
    if (documents.editions.some(([id]) => id === edition)) return { edition };
    return documents.editions.some((row) => row[1] === lang) ? { lang } : {};
  }

  const optionsOf = ({ edition, lang, force }) => ({
    force: force ? ["force"] : [],
    editions: edition ? [edition] : [],
    languages: lang ? [lang] : [],
  });

  Object.assign(lawbase.engine, { Filters, filterOf, optionsOf });
}

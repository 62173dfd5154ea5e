// What was typed into the one box: citations, quoted phrases, filters and words.
{
  const PHRASE = /["„“”«»‟]([^"„“”«»‟]*)["„“”«»‟]/g;
  const FILTER = /(?<!\S)(edition|lang|law|in|year)(?:(?<=lang)uage)?:(\S*)/gi;
  const LAWS = /^(\d{1,3})(?:[-–—](\d{1,3}))?$/;
  const YEAR = /(?<![\p{L}\p{N}_.,])(?:19|20)[0-9][0-9](?![\p{L}\p{N}_%])/gu;
  const FORCE = "force";
  const noFilters = () => ({
    editions: [],
    languages: [],
    years: [],
    laws: [],
    kinds: [],
    force: [],
  });

  class QueryReader {
    // kinds: the words after "in:" and the kinds of provisions that they mean.
    constructor(analyzer, citations, { years, kinds, longest, most_words }) {
      Object.assign(this, { analyzer, citations, kinds, longest, most: most_words });
      this.years = new Set(years);
    }

    // The parts of a query; what can't be read as a filter is refused, not guessed. The rest is
    // the text with citations and filters blanked.
    read(typed) {
      const text = this.analyzer.latin(typed.slice(0, this.longest).normalize("NFC")).trim();
      const phrases = [...text.matchAll(PHRASE)].filter((match) => match[1].trim());
      let unquoted = without(text, phrases.map(spanOf));
      const given = [...unquoted.matchAll(FILTER)];
      unquoted = without(unquoted, given.map(spanOf));
      const { filters, refused } = this.filters(given);
      const cited = this.citations.read(unquoted);
      const taken = [...given.map(spanOf), ...cited.map(({ start, end }) => [start, end])];
      if (cited.length) {
        const numbers = [...without(unquoted, taken).matchAll(YEAR)];
        const years = numbers.filter((match) => this.years.has(Number(match[0])));
        taken.push(...years.map(spanOf));
        filters.years.push(...years.map((match) => Number(match[0])));
      }
      const rest = without(text, taken);
      const tokens = this.analyzer.tokens(rest).slice(0, this.most);
      const spans = phrases.map(spanOf);
      const quoted = tokens.filter(({ start: at }) => spans.some(([start, end]) => start <= at && at < end));
      // More words outside than inside: the marks tell what somebody said.
      const isSpeech = quoted.length < tokens.length - quoted.length;
      return {
        text,
        rest,
        tokens,
        naming: this.naming(text, cited),
        citations: cited.flatMap(({ addresses }) => addresses),
        phrases: isSpeech ? [] : phrases.map((match) => match[1].trim()),
        filters,
        refused,
      };
    }

    // The words inside of citations, which tell a language too: "Pravidlo 27, odstavec B".
    naming(text, cited) {
      if (!cited.length) return [];
      return this.analyzer
        .tokens(text)
        .filter(({ form }) => form.length > 1 && /^\p{L}+$/u.test(form))
        .filter((token) => cited.some(({ start, end }) => start <= token.start && token.start < end));
    }

    filters(given) {
      const filters = noFilters();
      const refused = [];
      for (const [, typed, value] of given) {
        const name = typed.toLowerCase();
        const [, first, last = first] = LAWS.exec(value) ?? [];
        const kind = value.toLowerCase();
        const kinds = Object.hasOwn(this.kinds, kind) && this.kinds[kind];
        if (name === "law" && Number(first) <= Number(last)) filters.laws.push([Number(first), Number(last)]);
        else if (name === "year" && /^\d+$/.test(value)) filters.years.push(Number(value));
        else if (name === "in" && kind === FORCE) filters.force.push(FORCE);
        else if (name === "in" && kinds) filters.kinds.push(...kinds);
        else if (name === "edition" && value) filters.editions.push(value.toLowerCase());
        else if (name === "lang" && value) filters.languages.push(value.toLowerCase());
        else refused.push(`${name}:${value}`);
      }
      return { filters, refused };
    }
  }

  // Whether what was typed as a filter, and is none, is a range of laws from last to first.
  const endsBeforeItBegins = (refused) => {
    const [, name, value] = /^([^:]*):(.*)$/s.exec(refused);
    return name === "law" && LAWS.test(value);
  };

  const spanOf = (match) => [match.index, match.index + match[0].length];

  // The text with some stretches blanked, so that offsets stay.
  function without(text, spans) {
    for (const [start, end] of spans) {
      text = text.slice(0, start) + " ".repeat(end - start) + text.slice(end);
    }
    return text;
  }

  // The field of each filter and the word that it is typed with.
  const NAMES = {
    editions: "edition",
    languages: "lang",
    years: "year",
    laws: "law",
    kinds: "in",
    force: "in",
  };

  // Filters as they are typed: "edition:cs-2017 law:61-64 in:definitions"; kinds: the words after "in:".
  function spelt(filters, kinds) {
    const words = Object.keys(kinds).filter((word) => filters.kinds.includes(kinds[word][0]));
    const laws = filters.laws.map(([first, last]) => (first < last ? `${first}-${last}` : first));
    const given = { ...filters, laws, kinds: words, force: filters.force.map(() => FORCE) };
    const told = Object.entries(NAMES).flatMap(([field, name]) =>
      given[field].map((value) => `${name}:${value}`),
    );
    return [...new Set(told)].join(" ");
  }

  const isUnfiltered = (filters) => Object.values(filters).every((values) => !values.length);

  Object.assign(lawbase.engine, { QueryReader, endsBeforeItBegins, isUnfiltered, noFilters, spelt });
}

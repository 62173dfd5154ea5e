// Search: from what was typed to an answer.
{
  const E = lawbase.engine;

  class Searcher {
    // parts: "common" and every language by name, as the build wrote them.
    constructor(parts) {
      const { common } = parts;
      const { figures, languages } = common;
      this.analyzer = new E.Analyzer({ letters: common.letters, ...figures.analysis });
      this.catalogue = new E.Catalogue(common.documents);
      const entryPoints = new E.EntryPoints(common.entry_points, figures.ranking.straight);
      const { weighing } = figures;
      this.postings = new E.Postings(this.catalogue, entryPoints, common.lengths, languages, weighing);
      this.enter(parts, entryPoints);
      this.reader = this.queryReader(common, figures);
      this.expander = new E.Expander(this.lexicons, this.common, common.unknown, figures);
      const ranker = new E.Ranker(this.postings, this.catalogue, entryPoints, figures);
      const own = (document) => this.passages.words(document);
      const phrases = new E.PhraseFinder(this.analyzer, this.lexicons, this.postings, own);
      this.finder = new E.Finder(this.catalogue, ranker, phrases, figures);
      const equivalents = (...expansion) => this.postings.equivalents(...expansion);
      this.snippets = new E.SnippetMaker(this.analyzer, this.lexicons, equivalents, figures);
    }

    enter(parts, entryPoints) {
      const { languages, figures } = parts.common;
      this.lexicons = {};
      const words = {};
      const wordings = {};
      for (const name of languages) {
        const part = parts[name];
        const wording = (wordings[name] = new E.Wording(part, this.analyzer));
        this.lexicons[name] = new E.Lexicon(part, wording, figures.vocabulary);
        words[name] = new E.LanguageWords(name, part, wording, this.catalogue, entryPoints);
        this.postings.enter(name, words[name]);
      }
      const spoken = { words, lexicons: this.lexicons };
      const leading = Object.keys(figures.weighing.lent);
      this.common = new E.CommonWords(parts.common, entryPoints, spoken, leading);
      entryPoints.learn(spoken, this.common);
      this.postings.enter("common", this.common);
      this.passages = new E.Passages(this.catalogue, this.analyzer, wordings, parts);
      this.suggester = new E.Suggester(this.catalogue, this.analyzer, this.passages, parts);
    }

    queryReader(common, { query }) {
      const { catalogue } = this;
      const exists = (address) => catalogue.at(address).length > 0;
      const words = { lawWords: common.law_words, joining: common.joining };
      const citations = new E.CitationReader(words, exists);
      const years = catalogue.editions.map(({ year }) => year);
      return new E.QueryReader(this.analyzer, citations, { years, ...query });
    }

    // The answer to a query, in texts of the given editions and languages, or of all: documents,
    // best first, messages about what isn't there, and what was probably meant. Of texts that say
    // the same, a reader of some language is shown those in it, unless they asked in another one.
    search(typed, { editions = [], languages = [], limit = 10, reader = null } = {}) {
      const query = this.reader.read(typed);
      query.filters.editions.push(...editions);
      query.filters.languages.push(...languages);
      const expanded = this.expander.expand(query.rest, query.tokens);
      const answer = this.finder.find(query, expanded);
      const shown = this.asksAbroad(expanded, reader) ? null : reader;
      return {
        query,
        expanded,
        total: answer.found.length,
        messages: answer.messages,
        suggestion: suggestionOf(query, expanded),
        hits: answer.found.slice(0, limit).map(([thread, score]) => {
          const spoken = expanded.languages;
          const document = this.finder.textToShow(thread, answer, query.filters, spoken, shown);
          return this.hit(thread, document, score);
        }),
      };
    }

    // Whether a query is in one language that has texts, but not in the reader's.
    asksAbroad({ languages, queryTerms }, reader) {
      const [language] = languages;
      const known = queryTerms.length && languages.length === 1 && language !== reader;
      return known && this.catalogue.spokenIn(language).length > 0;
    }

    hit(thread, document, score) {
      const { id, language } = this.catalogue.editionOf(document);
      const twins = this.catalogue.thread(thread).filter((other) => other !== document);
      return {
        document,
        edition: id,
        language,
        key: this.catalogue.keys[document],
        score,
        twins: twins.map((twin) => ({
          document: twin,
          edition: this.catalogue.editionOf(twin).id,
          key: this.catalogue.keys[twin],
        })),
      };
    }

    // What was probably meant, written as in the texts; a word that may not be typed out yet is no
    // slip.
    meant({ query, expanded }) {
      const { languages, queryTerms } = expanded;
      const last = queryTerms[queryTerms.length - 1];
      if (last?.corrected && last.token.end === query.rest.trimEnd().length) {
        const { form } = last.token;
        if (languages.some((name) => this.lexicons[name].completions(form).length)) return "";
      }
      const names = [...languages, ...Object.keys(this.lexicons)];
      const lexicons = names.map((name) => this.lexicons[name]);
      const printed = (form) => lexicons.map((lexicon) => lexicon.printed(form)).find(Boolean);
      return suggestionOf(query, expanded, printed);
    }

    // The best sentences of a hit with the spans to be marked.
    snippet({ document, language }, expanded) {
      const telling = this.telling(expanded, language);
      const { text, sentences } = this.passages.shown(document);
      return this.snippets.cut(text, sentences, language, telling);
    }

    telling(expanded, language) {
      expanded.telling ??= {};
      return (expanded.telling[language] ??= this.snippets.telling(expanded, language));
    }
  }

  // The query with its misspelt words corrected, or nothing when none is; write says how a
  // corrected form is written.
  function suggestionOf({ rest }, { queryTerms }, write = (form) => form) {
    let text = rest;
    for (const { token, corrected } of [...queryTerms].reverse()) {
      if (corrected) text = text.slice(0, token.start) + write(corrected) + text.slice(token.end);
    }
    return text === rest ? "" : text.trim().replace(/\s+/g, " ");
  }

  E.Searcher = Searcher;
}

// Snippets: the sentences of a passage that answer, with the words that matched marked.
{
  const LONGEST = 280;
  // What stands between words and is neither a number nor a suit.
  const SIGNS = /^[ \n,.;:!?()„“”"'/–—-]*$/;

  class SnippetMaker {
    constructor(analyzer, lexicons, equivalents) {
      Object.assign(this, { analyzer, lexicons, equivalents, stemsOfEntries: {} });
    }

    // By stem: the words and names of a language with it that a query is about, as stems, and how much
    // each says.
    telling({ queryTerms }, language) {
      const worth = new Map();
      for (const { weight, expansions } of queryTerms) {
        for (const expansion of expansions) {
          for (const name of this.names(expansion, language)) {
            const key = name.length > 1 ? name.join(" ") : name[0];
            const most = weight * expansion.factor;
            if (!(worth.get(key)?.weight >= most)) worth.set(key, { name, weight: most });
          }
        }
      }
      const found = new Map();
      const { stop } = this.lexicons[language];
      for (const told of worth.values()) {
        if (told.name.length === 1 && stop.has(told.name[0])) continue;
        for (const stem of told.name) {
          if (found.has(stem)) found.get(stem).push(told);
          else found.set(stem, [told]);
        }
      }
      return found;
    }

    // The words of a query that stand among some stems of a language, in any inflection or as a name.
    wordsAmong(stems, language, { queryTerms }) {
      const lexicon = this.lexicons[language];
      const stands = ({ field, term }) => {
        if (field !== language && field !== "common") return false;
        if (!term.startsWith("@")) return stems.has(term);
        return lexicon.naming(term).some((name) => name.every((stem) => stems.has(stem)));
      };
      const found = queryTerms.filter(({ expansions }) => expansions.some(stands));
      return found.map(({ token }) => token);
    }

    // What an expansion to a word is in a language: itself, a concept's names, an equivalent.
    names({ field, term }, language) {
      if (term.startsWith("@")) return this.lexicons[language].names.get(term) ?? [];
      if (field === language || field === "common") return [[term]];
      return this.equivalents(field, language, term).map((stem) => [stem]);
    }

    // The best stretch of whole sentences of a passage, and the spans in it to be marked.
    cut(passage, language, telling) {
      const { text, sentences } = passage;
      const hits = this.hits(this.stemmed(passage, language), telling);
      let [start, end] = this.bestStretch(sentences, hits, text.length);
      end = Math.min(end, wordEnd(text, start + 2 * LONGEST));
      const marks = hits
        .filter((hit) => start <= hit.start && hit.end <= end)
        .map((hit) => [hit.start - start, hit.end - start]);
      const breaksOff = end < text.length && !".!?".includes(text[end - 1]);
      return { text: text.slice(start, end) + (breaksOff ? "…" : ""), marks };
    }

    // The spans of words and whole names, the longest from each word on, and what each says.
    hits(words, telling) {
      const found = [];
      let last = 0;
      for (let n = 0; n < words.length; n++) {
        let most = 0;
        let weight = 0;
        for (const stem of words[n].stems) {
          for (const told of telling.get(stem) ?? []) {
            const { length } = told.name;
            if (length < most || (length === most && told.weight <= weight)) continue;
            const near = words.slice(n, n + length);
            const stands = (each) => near.some(({ stems }) => stems.includes(each));
            if (length > 1 && !told.name.every(stands)) continue;
            most = length;
            weight = told.weight;
          }
        }
        if (!most || n < last) continue;
        last = n + most;
        found.push({ start: words[n].start, end: words[last - 1].end, weight });
      }
      return found;
    }

    // The words of a passage with their stems, kept for the next letter that is typed.
    stemmed(passage, language) {
      const { text, reading } = passage;
      return (passage.words ??= this.wordsOf(text, language, reading?.words));
    }

    // The words of a text with their stems; where those of letters stand may be known.
    wordsOf(text, language, known = null) {
      const found = [];
      if (!known) {
        this.enter(found, text, 0, language);
        return found;
      }
      const { wording } = this.lexicons[language];
      const folded = (entry) => this.analyzer.folded(wording.entries[entry]);
      const stems = (this.stemsOfEntries[language] ??= []);
      let last = 0;
      for (let n = 0; n < known.length; n += 3) {
        const entry = known[n];
        const start = known[n + 1];
        const end = known[n + 2];
        const isBlank = start - last === 1 && text[last] === " ";
        if (!isBlank) this.enterSigned(found, text.slice(last, start), last, language);
        stems[entry] ??= wording.stemsOfEntry(entry) ?? this.stemsOf(folded(entry), language);
        found.push({ start, end, stems: stems[entry] });
        last = end;
      }
      this.enterSigned(found, text.slice(last), last, language);
      return found;
    }

    // Adds the numbers and suits of what stands between words of letters, if there are any.
    enterSigned(found, between, place, language) {
      if (!SIGNS.test(between)) this.enter(found, between, place, language);
    }

    // Adds the words of a text that begins somewhere.
    enter(found, text, place, language) {
      for (const { form, start, end } of this.analyzer.tokens(text)) {
        found.push({ start: place + start, end: place + end, stems: this.stemsOf(form, language) });
      }
    }

    stemsOf(form, language) {
      const stems = this.lexicons[language].stems(form);
      return stems.length ? stems : [form];
    }

    // The stems of all words of a heading, as it is read, and of a passage that is its document's own.
    stems({ text, words }, passage, language) {
      const own = passage.reading ? this.stemmed(passage, language) : [];
      const found = new Set();
      for (const { stems } of [...this.wordsOf(text, language, words), ...own]) {
        for (const stem of stems) found.add(stem);
      }
      return found;
    }

    // The neighbouring sentences, not too long together, in which most of the query stands.
    bestStretch(sentences, hits, length) {
      let best = [0, length];
      let most = -1;
      const everything = worthOf(hits);
      for (let first = 0; first < sentences.length && most < everything; first++) {
        const [start] = sentences[first];
        for (let last = first; last < sentences.length && most < everything; last++) {
          const [, end] = sentences[last];
          if (end - start > LONGEST && last > first) break;
          const worth = worthOf(hits.filter((hit) => start <= hit.start && hit.end <= end));
          if (worth > most) {
            best = [start, end];
            most = worth;
          }
        }
      }
      return best;
    }
  }

  // The sum of the distinct weights of some hits.
  function worthOf(hits) {
    let worth = 0;
    for (const weight of new Set(hits.map((hit) => hit.weight))) worth += weight;
    return worth;
  }

  function wordEnd(text, place) {
    while (place < text.length && !/\s/.test(text[place])) place++;
    return Math.min(place, text.length);
  }

  lawbase.engine.SnippetMaker = SnippetMaker;
}

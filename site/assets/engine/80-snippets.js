// Snippets: the sentences of a passage that answer, with the words that matched marked.
{
  const LONGEST = 280;

  class SnippetMaker {
    constructor(analyzer, lexicons, equivalents) {
      Object.assign(this, { analyzer, lexicons, equivalents });
    }

    // The stems of a language that a query is about, and how much each says.
    telling({ queryTerms }, language) {
      const stems = new Map();
      for (const { weight, expansions } of queryTerms) {
        for (const expansion of expansions) {
          for (const term of this.terms(expansion, language)) {
            stems.set(term, Math.max(stems.get(term) ?? 0, weight * expansion.factor));
          }
        }
      }
      for (const word of this.lexicons[language].stop) stems.delete(word);
      return stems;
    }

    // What an expansion to a word is in a language: itself, a concept's names, an equivalent.
    terms({ field, term }, language) {
      if (term.startsWith("@")) return this.lexicons[language].names.get(term)?.flat() ?? [];
      if (field === language || field === "common") return [term];
      return this.equivalents(field, language, term);
    }

    // The best stretch of whole sentences of a text, and the spans in it to be marked.
    cut(text, sentences, language, telling) {
      const hits = this.hits(text, language, telling);
      let [start, end] = this.bestStretch(sentences, hits, text.length);
      end = Math.min(end, wordEnd(text, start + 2 * LONGEST));
      const marks = hits
        .filter((hit) => start <= hit.start && hit.end <= end)
        .map((hit) => [hit.start - start, hit.end - start]);
      const breaksOff = end < text.length && !".!?".includes(text[end - 1]);
      return { text: text.slice(start, end) + (breaksOff ? "…" : ""), marks };
    }

    hits(text, language, telling) {
      const weights = new Map();
      const found = [];
      for (const { form, start, end } of this.analyzer.tokens(text)) {
        if (!weights.has(form)) weights.set(form, this.weight(form, language, telling));
        const weight = weights.get(form);
        if (weight) found.push({ start, end, weight });
      }
      return found;
    }

    weight(form, language, telling) {
      const stems = this.lexicons[language].stems(form);
      const known = stems.length ? stems : [form];
      return Math.max(...known.map((stem) => telling.get(stem) ?? 0));
    }

    // The neighbouring sentences, not too long together, in which most of the query stands.
    bestStretch(sentences, hits, length) {
      let best = [0, length];
      let most = -1;
      sentences.forEach(([start, firstEnd], first) => {
        for (const [, end] of sentences.slice(first)) {
          if (end - start > LONGEST && end !== firstEnd) break;
          const within = hits.filter((hit) => start <= hit.start && hit.end <= end);
          const worth = [...new Set(within.map(({ weight }) => weight))].reduce((a, b) => a + b, 0);
          if (worth > most) {
            best = [start, end];
            most = worth;
          }
        }
      });
      return best;
    }
  }

  function wordEnd(text, place) {
    while (place < text.length && !/\s/.test(text[place])) place++;
    return Math.min(place, text.length);
  }

  lawbase.engine.SnippetMaker = SnippetMaker;
}

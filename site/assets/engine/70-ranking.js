// Ranking: what an expanded query finds, and how well.
{
  const FACTOR_BITS = 7;
  const FACTOR_MASK = (1 << FACTOR_BITS) - 1;

  class Ranker {
    constructor(postings, catalogue, entryPoints, { ranking, weighing }) {
      Object.assign(this, { postings, catalogue, entryPoints, figures: ranking });
      this.whole = weighing.whole;
      const size = catalogue.size + entryPoints.size;
      this.values = new Float64Array(size);
      this.matched = new Float64Array(size);
      this.best = new Int32Array(size);
    }

    // The score of every document that has something of the query, and the share of the query that
    // the best match covers.
    rank({ queryTerms }) {
      const { size } = this.catalogue;
      const total = queryTerms.reduce((sum, queryTerm) => sum + queryTerm.weight, 0);
      const whole = 100 * total || 1;
      const touched = this.add(queryTerms);
      const scores = new Map();
      let most = 0;
      for (const document of touched) {
        const matched = this.matched[document];
        most = Math.max(most, matched);
        if (document < size) {
          const value = this.values[document] / (this.whole * whole);
          scores.set(document, value * (matched / whole));
        }
      }
      for (const [document, gain] of this.ledTo(touched, whole)) {
        scores.set(document, (scores.get(document) ?? 0) + gain);
      }
      const gathered = this.gathered(this.worthy(scores), whole);
      for (const document of touched) this.values[document] = this.matched[document] = 0;
      return { scores: this.shared(gathered), covered: most / whole };
    }

    // Sums up what every document and entry point has of the query; gives those that have something.
    add(queryTerms) {
      const touched = [];
      for (const queryTerm of queryTerms) {
        for (const document of this.matches(queryTerm)) {
          const match = this.best[document];
          this.best[document] = 0;
          if (!this.matched[document]) touched.push(document);
          this.values[document] += queryTerm.weight * (match >> FACTOR_BITS);
          this.matched[document] += queryTerm.weight * (match & FACTOR_MASK);
        }
      }
      return touched;
    }

    // The documents and entry points that have a word. Its best match into each is left in
    // this.best: how much the document is about the word, and below it, how surely it is this word.
    matches({ expansions }) {
      const { best } = this;
      const found = [];
      for (const { field, term, factor } of expansions) {
        const step = factor << FACTOR_BITS;
        const { documents, weights, entryPoints } = this.postings.of(field, term);
        const enter = (document, match) => {
          if (!best[document]) found.push(document);
          if (match > best[document]) best[document] = match;
        };
        for (let n = 0; n < documents.length; n++) enter(documents[n], step * weights[n] + factor);
        const sure = step * this.whole + factor;
        for (const entryPoint of entryPoints) enter(this.catalogue.size + entryPoint, sure);
      }
      return found;
    }

    // What entry points add to documents: of each kind the best entry point.
    ledTo(touched, whole) {
      const { gains, least_likeness } = this.figures;
      const best = new Map(Object.keys(gains).map((kind) => [kind, new Map()]));
      for (const document of touched) {
        const entryPoint = document - this.catalogue.size;
        if (entryPoint < 0) continue;
        const weight = this.matched[document];
        const likeness = (weight * weight) / (100 * whole * this.entryPoints.weights[entryPoint]);
        if (likeness < least_likeness) continue;
        const kind = this.entryPoints.kinds[entryPoint];
        const gain = gains[kind] * Math.min(likeness, 1) * Math.min(likeness, 1);
        const led = best.get(kind);
        this.entryPoints.lead(entryPoint, (target, share) => {
          if (gain * share > (led.get(target) ?? 0)) led.set(target, gain * share);
        });
      }
      const found = new Map();
      for (const led of best.values()) {
        for (const [target, gain] of led) found.set(target, (found.get(target) ?? 0) + gain / 100);
      }
      return found;
    }

    // The scores without those that can't matter beside the best.
    worthy(scores) {
      let most = 0;
      for (const score of scores.values()) most = Math.max(most, score);
      const least = this.figures.least * most;
      for (const [document, score] of scores) if (score < least) scores.delete(document);
      return scores;
    }

    // The scores, with a provision that holds two partial answers as good as both. A text that has
    // all of the query answers by itself and is not gathered. A document follows the one that it
    // stands below, so the deepest come first in reverse.
    gathered(scores, whole) {
      const above = (document) => this.catalogue.parent(document);
      const concerned = new Set(scores.keys());
      for (const document of scores.keys()) {
        for (let next = above(document); next >= 0; next = above(next)) concerned.add(next);
      }
      const found = new Map();
      const best = new Map();
      for (const document of [...concerned].sort((a, b) => b - a)) {
        const [first, second] = best.get(document) ?? [0, 0];
        let score = scores.get(document) ?? 0;
        if (second) score = Math.max(score, this.figures.gathered * (first + second));
        if (!score) continue;
        found.set(document, score);
        if (scores.has(document) && this.matched[document] >= whole) continue;
        const higher = above(document);
        const [one, two] = best.get(higher) ?? [0, 0];
        best.set(higher, [Math.max(one, score), Math.min(Math.max(two, score), one)]);
      }
      return found;
    }

    // The scores with what the best text of each law shares with all of the law.
    shared(scores) {
      const law = this.catalogue.firstOfLaw;
      const best = new Map();
      for (const [document, score] of scores) {
        if (score > (best.get(law[document]) ?? 0)) best.set(law[document], score);
      }
      for (const [document, score] of scores) {
        scores.set(document, score + this.figures.shared_in_law * best.get(law[document]));
      }
      return scores;
    }
  }

  lawbase.engine.Ranker = Ranker;
}

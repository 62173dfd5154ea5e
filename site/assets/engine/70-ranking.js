// Ranking: what an expanded query finds, and how well.
{
  const FACTOR_BITS = 7;
  const FACTOR_MASK = (1 << FACTOR_BITS) - 1;

  class Ranker {
    constructor(postings, catalogue, entryPoints, situations, figures) {
      const { rarities } = situations;
      Object.assign(this, { postings, catalogue, entryPoints, situations, rarities });
      this.figures = figures.ranking;
      this.whole = figures.weighing.whole;
      this.guessed = figures.expansion.guessed;
      this.unsaid = rarities.length ? 100 * rarities[0] : 0;
      const size = catalogue.size + entryPoints.size;
      this.values = new Float64Array(size);
      this.matched = new Float64Array(size);
      this.covered = new Float64Array(size);
      this.best = new Int32Array(size);
      this.said = new Float64Array(rarities.length);
      this.saying = new Float64Array(rarities.length);
    }

    // The score of every document that has something of the query; the share of the query that the
    // best match covers, how much the likeliest situation tells, and what adds to each document.
    rank({ queryTerms, defines }) {
      const { size } = this.catalogue;
      const sum = (worth) => queryTerms.reduce((total, term) => total + worth(term), 0);
      const whole = 100 * sum(({ ranked }) => ranked) || 1;
      const everything = 10000 * sum(({ weight }) => weight) || 1;
      const { touched, situations, sayable } = this.add(queryTerms);
      const words = new Map();
      let most = 0;
      for (const document of touched) {
        most = Math.max(most, this.covered[document]);
        if (document < size) {
          const value = this.values[document] / (this.whole * whole);
          words.set(document, { gain: value * (this.matched[document] / whole), document });
        }
      }
      const scores = new Map();
      const { votes, likeness, nearest, astray, beyond } = this.votes(situations, sayable);
      const through = { words, ...this.ledTo(touched, whole, defines), situation: votes };
      for (const led of Object.values(through)) {
        for (const [document, { gain }] of led) {
          scores.set(document, (scores.get(document) ?? 0) + gain);
        }
      }
      const gathered = this.gathered(this.worthy(scores), whole);
      for (const document of touched) {
        this.values[document] = this.matched[document] = this.covered[document] = 0;
      }
      const covered = most / everything;
      const amount = sayable / this.figures.telling;
      const told = likeness * amount;
      return { scores: gathered, covered, told, astray: astray * amount, beyond, nearest, through };
    }

    // Sums up what every document, entry point and situation has of the query; gives those that
    // have something, and how much could be said.
    add(queryTerms) {
      const touched = [];
      const situations = [];
      let sayable = 0;
      for (const queryTerm of queryTerms) {
        const { found, told, rarest } = this.matches(queryTerm);
        const { weight, trust } = queryTerm;
        const sure = weight * (trust >= this.guessed ? 100 : trust);
        for (const document of found) {
          const match = this.best[document];
          const factor = match & FACTOR_MASK;
          this.best[document] = 0;
          if (!this.matched[document]) touched.push(document);
          this.values[document] += queryTerm.ranked * (match >> FACTOR_BITS);
          this.matched[document] += queryTerm.ranked * factor;
          this.covered[document] += sure * factor;
        }
        for (const situation of told) {
          if (!this.said[situation]) situations.push(situation);
          this.said[situation] += this.saying[situation];
          this.saying[situation] = 0;
        }
        sayable += rarest || this.unsaid;
      }
      return { touched, situations, sayable };
    }

    // The documents and entry points that have a word. Its best match into each is left in
    // this.best: how much the document is about the word, and below it, how surely it is this word.
    // The situations that are told with it, with what it says there left in this.saying.
    matches({ expansions }) {
      const { best, saying } = this;
      const found = [];
      const told = [];
      let rarest = 0;
      for (const { field, term, factor } of expansions) {
        const step = factor << FACTOR_BITS;
        const posted = this.postings.of(field, term);
        const { documents, weights, entryPoints, situations } = posted;
        const enter = (document, match) => {
          if (!best[document]) found.push(document);
          if (match > best[document]) best[document] = match;
        };
        for (let n = 0; n < documents.length; n++) enter(documents[n], step * weights[n] + factor);
        const sure = step * this.whole + factor;
        for (const entryPoint of entryPoints) enter(this.catalogue.size + entryPoint, sure);
        if (!situations.length) continue;
        const rarity = factor * this.rarities[situations.length];
        rarest = Math.max(rarest, rarity);
        for (let n = 0; n < situations.length; n++) {
          const value = rarity * posted.saying[n];
          if (!saying[situations[n]]) told.push(situations[n]);
          if (value > saying[situations[n]]) saying[situations[n]] = value;
        }
      }
      return { found, told, rarest };
    }

    // By kind, what entry points add to documents: of each kind the best one.
    ledTo(touched, whole, defines) {
      const { gains, defining } = this.figures;
      const best = Object.fromEntries(Object.keys(gains).map((kind) => [kind, new Map()]));
      for (const document of touched) {
        const entryPoint = document - this.catalogue.size;
        if (entryPoint < 0) continue;
        const weight = this.matched[document];
        const likeness = (weight * weight) / (100 * whole * this.entryPoints.weights[entryPoint]);
        if (likeness < this.figures.likely) continue;
        const kind = this.entryPoints.kinds[entryPoint];
        const most = defines && kind === "term" ? defining : gains[kind];
        const gain = (most * Math.min(likeness, 1) * Math.min(likeness, 1)) / 100;
        const led = best[kind];
        this.entryPoints.lead(entryPoint, (target, share) => {
          if (gain * share > (led.get(target)?.gain ?? 0)) {
            led.set(target, { gain: gain * share, entryPoint });
          }
        });
      }
      return best;
    }

    // What the situations most like the query add to documents, the greatest likeness, these
    // situations, and the greatest likeness of a question beyond the laws, with its kind. Each votes
    // for the provisions that it leads to, the more the liker it is.
    votes(situations, sayable) {
      const { said } = this;
      const { nearest, decided, telling, votes } = this.figures;
      const whole = this.whole * sayable || 1;
      const first = situations.sort((a, b) => said[b] - said[a] || a - b).slice(0, nearest);
      const found = new Map();
      let most = 0;
      let astray = 0;
      let beyond = null;
      let everything = 0;
      const { within } = this.situations;
      for (const situation of first) {
        const likeness = said[situation] / whole;
        if (situation < within) {
          most = Math.max(most, likeness);
        } else if (likeness > astray) {
          astray = likeness;
          beyond = this.situations.beyond[situation - within];
        }
        let vote = likeness;
        for (let n = 0; n < decided; n++) vote *= vote;
        everything += vote;
        this.situations.each(situation, (target, share) => {
          const led = found.get(target) ?? { gain: 0, situation };
          led.gain += (vote * share) / 100;
          found.set(target, led);
        });
      }
      const enough = sayable / (sayable + telling);
      const gain = (votes * most * enough) / (everything || 1);
      for (const led of found.values()) led.gain *= gain;
      for (const situation of situations) said[situation] = 0;
      const told = first.filter((situation) => situation < within);
      return { votes: found, likeness: most, nearest: told, astray, beyond };
    }

    // The words of a query that a document, an entry point or a situation has.
    tokens({ queryTerms }, { document, entryPoint, situation }) {
      const has = ({ field, term }) => {
        const posted = this.postings.of(field, term);
        if (situation !== undefined) return posted.situations.includes(situation);
        if (entryPoint !== undefined) return posted.entryPoints.includes(entryPoint);
        return posted.documents.includes(document);
      };
      return queryTerms
        .filter(({ expansions }) => expansions.some(has))
        .map(({ token }) => token);
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
  }

  lawbase.engine.Ranker = Ranker;
}

// Ranking: what an expanded query finds, and how well.
{
  const { ascending, kept, placeIn } = lawbase.engine;
  const FACTOR_BITS = 7;
  const FACTOR_MASK = (1 << FACTOR_BITS) - 1;

  class Ranker {
    constructor(postings, catalogue, entryPoints, situations, figures) {
      const { rarities } = situations;
      Object.assign(this, { postings, catalogue, entryPoints, situations, rarities });
      this.figures = figures.ranking;
      this.whole = figures.weighing.whole;
      this.unsaid = rarities.length ? 100 * rarities[0] : 0;
      const size = catalogue.size + entryPoints.size;
      this.values = new Float64Array(size);
      this.matched = new Float64Array(size);
      this.covered = new Float64Array(size);
      this.best = new Int32Array(size);
      this.found = new WeakMap();
      this.small = new WeakMap();
      this.said = new Float64Array(rarities.length);
      this.most = new Float64Array(rarities.length);
      this.voted = new Float64Array(catalogue.size);
      this.voters = new Int32Array(catalogue.size);
      this.touched = [];
      this.met = [];
      this.main = roomFor(catalogue.size);
      this.aside = roomFor(catalogue.size);
      this.scores = new Float64Array(catalogue.size);
      this.firsts = new Float64Array(catalogue.size);
      this.seconds = new Float64Array(catalogue.size);
    }

    // The score of every document that has something of the query; the share of the query that the
    // best match covers, how much the likeliest situation tells, and what adds to each document: what
    // its own words give, and by kind, what leads there. Scores and what own words give stand in a room,
    // until it is ranked there again.
    rank({ queryTerms, defines, small = [] }, { own, scores } = this.main) {
      const sum = (worth) => queryTerms.reduce((total, term) => total + worth(term), 0);
      const whole = 100 * sum(({ ranked }) => ranked) || 1;
      const everything = 10000 * sum(({ weight }) => weight) || 1;
      const { many, sayable } = this.add(queryTerms, small);
      const most = this.ownGains(own, many, whole);
      const { votes, likeness, nearest, astray, beyond } = this.votes(sayable);
      const led = { ...this.ledTo(many, whole, defines), situation: votes };
      this.gather(scores, this.summed(own, led), whole, votes);
      for (let n = 0; n < many; n++) {
        const document = this.touched[n];
        this.values[document] = this.matched[document] = this.covered[document] = 0;
      }
      const covered = most / everything;
      const amount = sayable / this.figures.telling;
      const told = likeness * amount;
      return { scores, covered, told, astray: astray * amount, beyond, nearest, own, led };
    }

    // Sets by document what its own words give; the most that any of the touched covers.
    ownGains(own, many, whole) {
      const { touched, values, matched, covered } = this;
      const { size } = this.catalogue;
      const wholly = this.whole * whole;
      let most = 0;
      own.fill(0);
      for (let n = 0; n < many; n++) {
        const document = touched[n];
        if (covered[document] > most) most = covered[document];
        if (document < size) own[document] = (values[document] / wholly) * (matched[document] / whole);
      }
      return most;
    }

    // Sums up what every document, entry point and situation has of the query; gives how many documents
    // and entry points are touched, and how much could be said. Small words say something of situations
    // only, the words of a bid nothing.
    add(queryTerms, small) {
      const { touched, values, matched, covered } = this;
      let many = 0;
      let sayable = 0;
      for (const { expansions, ranked, weight, trust, example } of queryTerms) {
        const found = this.matches(expansions);
        const { documents, matches } = found;
        const sure = weight * trust;
        for (let n = 0; n < documents.length; n++) {
          const document = documents[n];
          const factor = matches[n] & FACTOR_MASK;
          if (!matched[document]) touched[many++] = document;
          values[document] += ranked * (matches[n] >> FACTOR_BITS);
          matched[document] += ranked * factor;
          covered[document] += sure * factor;
        }
        if (!example) sayable += this.say(found) || this.unsaid;
      }
      for (const expansions of small) {
        sayable += this.say(kept(this.small, expansions, () => this.sayingOf(expansions)));
      }
      return { many, sayable };
    }

    // Adds what a word says of situations; how much could be said.
    say({ told, saying, rarest }) {
      const { said } = this;
      for (let n = 0; n < told.length; n++) said[told[n]] += saying[n];
      return rarest;
    }

    // What some expansions find, kept for the next letter that is typed.
    matches(expansions) {
      return kept(this.found, expansions, () => this.matchesOf(expansions));
    }

    // The documents and entry points that have a word, ascending, with its best match into each: how
    // much the document is about the word, and below it, how surely it is this word; and the situations.
    matchesOf(expansions) {
      const { best, met } = this;
      const { size } = this.catalogue;
      let many = 0;
      for (const { field, term, factor } of expansions) {
        const step = factor << FACTOR_BITS;
        const { documents: standing, weights, entryPoints } = this.postings.of(field, term);
        for (let n = 0; n < standing.length; n++) {
          const document = standing[n];
          const match = step * weights[n] + factor;
          if (!best[document]) met[many++] = document;
          if (match > best[document]) best[document] = match;
        }
        const sure = step * this.whole + factor;
        for (let n = 0; n < entryPoints.length; n++) {
          const entryPoint = size + entryPoints[n];
          if (!best[entryPoint]) met[many++] = entryPoint;
          if (sure > best[entryPoint]) best[entryPoint] = sure;
        }
      }
      const documents = ascending(met, many);
      return { documents, matches: taken(documents, best), ...this.sayingOf(expansions) };
    }

    // The situations that are told with a word, ascending, with what it says there, and how much could
    // be said.
    sayingOf(expansions) {
      const { most, met } = this;
      let many = 0;
      let rarest = 0;
      for (const { field, term, factor } of expansions) {
        const { situations, saying } = this.postings.saidOf(field, term);
        if (!situations.length) continue;
        const rarity = factor * this.rarities[situations.length];
        rarest = Math.max(rarest, rarity);
        for (let n = 0; n < situations.length; n++) {
          const situation = situations[n];
          if (!most[situation]) met[many++] = situation;
          if (rarity * saying[n] > most[situation]) most[situation] = rarity * saying[n];
        }
      }
      const told = ascending(met, many);
      return { told, saying: taken(told, most), rarest };
    }

    // By kind, what entry points add to documents: of each kind the best one.
    ledTo(many, whole, defines) {
      const { touched, matched } = this;
      const { gains, defining, likely } = this.figures;
      const { weights, kinds } = this.entryPoints;
      const { size } = this.catalogue;
      const best = Object.fromEntries(Object.keys(gains).map((kind) => [kind, new Map()]));
      for (let n = 0; n < many; n++) {
        const entryPoint = touched[n] - size;
        if (entryPoint < 0) continue;
        const weight = matched[touched[n]];
        const likeness = (weight * weight) / (100 * whole * weights[entryPoint]);
        if (likeness < likely) continue;
        const kind = kinds[entryPoint];
        const most = defines && kind === "term" ? defining : gains[kind];
        const gain = (most * Math.min(likeness, 1) * Math.min(likeness, 1)) / 100;
        this.lead(best[kind], entryPoint, gain, kind === "title");
      }
      return best;
    }

    // Notes by document what an entry point adds, where it is the best. A title leads where its
    // situation leads, and it is this that adds something.
    lead(led, entryPoint, gain, isTitle) {
      const meet = (target, share, situation) => {
        if (gain * share > (led.get(target)?.gain ?? 0)) {
          led.set(target, { gain: gain * share, entryPoint, situation });
        }
      };
      this.entryPoints.lead(entryPoint, (target, share) => {
        const situation = target - this.matched.length;
        if (!isTitle) meet(target, share);
        else this.situations.each(situation, (to, less) => meet(to, less, situation));
      });
    }

    // What the situations most like the query add to documents, the greatest likeness, these
    // situations, and the greatest likeness of a question beyond the laws, with its kind. Each votes
    // for the provisions that it leads to, the more the liker it is.
    votes(sayable) {
      const { said } = this;
      const { nearest, decided, telling, votes } = this.figures;
      const whole = this.whole * sayable || 1;
      const first = greatest(said, nearest);
      const { met, voted, voters } = this;
      let many = 0;
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
        const { lists, shares } = this.situations;
        for (let n = lists.starts[situation]; n < lists.starts[situation + 1]; n++) {
          const target = lists.items[n];
          if (!voters[target]) {
            voters[target] = situation + 1;
            met[many++] = target;
          }
          voted[target] += (vote * shares[n]) / 100;
        }
      }
      const enough = sayable / (sayable + telling);
      const gain = (votes * most * enough) / (everything || 1);
      const found = new Map();
      for (let n = 0; n < many; n++) {
        const target = met[n];
        found.set(target, { gain: voted[target] * gain, situation: voters[target] - 1 });
        voted[target] = voters[target] = 0;
      }
      const told = first
        .filter((situation) => situation < within)
        .map((situation) => ({ situation, likeness: said[situation] / whole }));
      said.fill(0);
      return { votes: found, likeness: most, nearest: told, astray, beyond };
    }

    // The words of a query that a document, an entry point or a situation has.
    tokens({ queryTerms }, { document, entryPoint, situation }) {
      const standing = entryPoint === undefined ? document : this.catalogue.size + entryPoint;
      const found = queryTerms.filter(({ expansions }) => {
        const { documents, told } = this.matches(expansions);
        return situation === undefined ? holds(documents, standing) : holds(told, situation);
      });
      return found.map(({ token }) => token);
    }

    // By document, the sum of what its own words give and of what leads to it.
    summed(own, led) {
      const { scores } = this;
      scores.set(own);
      for (const kind in led) {
        led[kind].forEach(({ gain }, document) => {
          scores[document] += gain;
        });
      }
      return scores;
    }

    // Sets the scores without those that can't matter beside the best, and with a provision that holds
    // two partial answers as good as both. A text that has all of the query answers by itself and is not
    // gathered, nor one with the most votes, when these are most of what speaks for it. A document
    // follows the one that it stands below, so the deepest come first in reverse.
    gather(found, scores, whole, votes) {
      const { firsts, seconds, matched } = this;
      let votedMost = 0;
      for (const { gain } of votes.values()) votedMost = Math.max(votedMost, gain);
      const isAlone = (document, score) =>
        matched[document] >= whole ||
        (votes.get(document)?.gain === votedMost && votedMost >= this.figures.voted * score);
      const { parents } = this.catalogue;
      let most = 0;
      for (let document = 0; document < scores.length; document++) {
        if (scores[document] > most) most = scores[document];
      }
      const { best_below, next_below } = this.figures;
      const least = this.figures.least * most;
      found.fill(0);
      for (let document = scores.length - 1; document >= 0; document--) {
        const first = firsts[document];
        const second = seconds[document];
        firsts[document] = seconds[document] = 0;
        if (!second && scores[document] < least) continue;
        const own = scores[document] >= least ? scores[document] : 0;
        const both = second && best_below * first + next_below * second;
        const score = both > own ? both : own;
        if (!score) continue;
        found[document] = score;
        const higher = parents[document];
        if (higher < 0 || (own && isAlone(document, own))) continue;
        if (score > firsts[higher]) {
          seconds[higher] = firsts[higher];
          firsts[higher] = score;
        } else if (score > seconds[higher]) seconds[higher] = score;
      }
    }
  }

  // What a ranking gives by document.
  const roomFor = (size) => ({ own: new Float64Array(size), scores: new Float64Array(size) });

  // Whether ascending numbers hold one.
  const holds = (sorted, number) => sorted[placeIn(sorted, number)] === number;

  // The values of some numbers, each once, which are none again.
  function taken(numbers, values) {
    const found = new Int32Array(numbers.length);
    for (let n = 0; n < numbers.length; n++) {
      found[n] = values[numbers[n]];
      values[numbers[n]] = 0;
    }
    return found;
  }

  // The numbers of so many values, those of the greatest first, of equals the first.
  function greatest(values, many) {
    const found = [];
    let least = 0;
    for (let number = 0; number < values.length; number++) {
      const value = values[number];
      if (value <= least) continue;
      let place = found.length;
      while (place && value > values[found[place - 1]]) place--;
      found.splice(place, 0, number);
      if (found.length > many) found.pop();
      if (found.length === many) least = values[found[many - 1]];
    }
    return found;
  }

  lawbase.engine.Ranker = Ranker;
}


-- Search as lawbase does: lawbase.search(query, hits) takes a query as "lawbase query --for postgres"
-- prints it and gives a text a thread, best first. The figures are those of lawbase's own search.

-- What search asks of every text besides: the rule that it is a text of, which is its thread or else
-- itself, the rule's first text, whether any of its texts is in force, which what is no law always
-- is; its law, and the text that it stands below.
CREATE TABLE places (
  provision INTEGER PRIMARY KEY REFERENCES provisions (id),
  rule TEXT NOT NULL,
  first INTEGER NOT NULL,
  in_force BOOLEAN NOT NULL,
  law INTEGER NOT NULL,
  above INTEGER
);
INSERT INTO places
  SELECT t.provision, rule, min(t.provision) OVER of_rule,
         bool_or(e.in_force) OVER of_rule OR NOT bool_or(e.first_law IS NOT NULL) OVER of_rule,
         coalesce(substring(p.key FROM '^\d+')::INTEGER, 0), a.id
  FROM tokens t JOIN provisions p ON p.id = t.provision JOIN editions e ON e.id = p.edition
  LEFT JOIN thread_texts x ON x.provision = t.provision
  LEFT JOIN provisions a
    ON a.id = p.parent AND a.key = regexp_replace(p.key, '(#.*|\.[^.#]*)$', '')
  CROSS JOIN LATERAL coalesce(x.thread, p.edition || ':' || p.key) AS rule
  WINDOW of_rule AS (PARTITION BY rule);
CREATE INDEX places_rule ON places (rule);
CLUSTER postings USING postings_pkey;

-- Which index a query must have been understood with: the weights and the words here are of the same.
CREATE FUNCTION understanding() RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT '%(understanding)s'
$$;

-- How far every text answers a query by its words: the best expansion of every word counts. What
-- headings, terms, subject indexes and situations lead to is in the query.
CREATE FUNCTION scores(query JSONB) RETURNS TABLE (provision INTEGER, score DOUBLE PRECISION)
LANGUAGE plpgsql STABLE SET search_path = lawbase SET jit = off AS $$
#variable_conflict use_column
DECLARE
  whole DOUBLE PRECISION;
  texts INTEGER;
  at RECORD;
  first DOUBLE PRECISION[];
  second DOUBLE PRECISION[];
  gathered DOUBLE PRECISION[];
  own DOUBLE PRECISION;
BEGIN
  SELECT coalesce(nullif(100 * sum((t->>'weight')::INTEGER), 0), 1)
  INTO whole FROM jsonb_array_elements(query->'terms') t;
  SELECT max(provision) INTO texts FROM places;
  gathered := array_fill(0.0::DOUBLE PRECISION, ARRAY[texts]);
  first := gathered;
  second := gathered;
  FOR at IN
    WITH RECURSIVE expansions AS MATERIALIZED (
      SELECT term, (t->>'weight')::INTEGER AS weight,
             e->>'token' AS token, (e->>'factor')::INTEGER AS factor
      FROM jsonb_array_elements(query->'terms') WITH ORDINALITY AS terms (t, term),
           jsonb_array_elements(t->'expansions') e
    ), best AS (
      -- How much of the word and, in the last seven bits, its factor. The offset keeps it to a look-up
      -- a token: no planner knows how few tokens a query has.
      SELECT p.provision, e.weight, max(e.factor * p.weight << 7 | e.factor) AS most
      FROM expansions e CROSS JOIN LATERAL (
        SELECT found.provision, found.weight FROM postings found
        WHERE found.token = e.token OFFSET 0
      ) p
      GROUP BY e.term, e.weight, p.provision
    ), matches AS (
      SELECT b.provision, sum(b.weight * (b.most >> 7)) AS value,
             sum(b.weight * (b.most & 127)) AS matched
      FROM best b GROUP BY b.provision
    ), leads AS (
      SELECT p.id AS provision, sum((l->>'gain')::DOUBLE PRECISION) AS gain,
             sum((l->>'votes')::DOUBLE PRECISION) AS votes
      FROM jsonb_array_elements(query->'leads') l
      JOIN provisions p ON p.edition = l->>'edition' AND p.key = l->>'key'
      GROUP BY p.id
    ), scored AS (
      SELECT provision, coalesce(m.matched, 0) >= whole AS complete, coalesce(l.votes, 0) AS votes,
             coalesce(m.value / (%(whole)s * whole) * (m.matched / whole), 0) + coalesce(l.gain, 0)
               AS score
      FROM matches m FULL JOIN leads l USING (provision)
    ), kept AS (
      -- What has all of the query, or the most votes as most of its score, answers by itself.
      SELECT s.provision, s.score, s.complete OR (
        s.votes = nullif((SELECT max(l.votes) FROM leads l), 0)
        AND s.votes >= %(ranking.voted)s * s.score
      ) IS TRUE AS alone
      FROM scored s
      WHERE s.score >= %(ranking.least)s * (SELECT max(t.score) FROM scored t)
        AND (query->>'answerable')::BOOLEAN
    ), concerned AS (
      SELECT k.provision FROM kept k
      UNION
      SELECT l.above FROM concerned c JOIN places l USING (provision)
      WHERE l.above IS NOT NULL
    )
    SELECT l.provision, l.above, coalesce(k.score, 0) AS score,
           coalesce(k.alone, FALSE) AS alone
    FROM concerned c JOIN places l USING (provision) LEFT JOIN kept k USING (provision)
    ORDER BY l.provision DESC
  LOOP
    -- What two paragraphs answer together, the text above them answers nearly as well.
    own := at.score;
    IF second[at.provision] > 0 THEN
      own := greatest(own, %(ranking.best_below)s * first[at.provision]
        + %(ranking.next_below)s * second[at.provision]);
    END IF;
    gathered[at.provision] := own;
    IF own > 0 AND NOT at.alone AND at.above IS NOT NULL THEN
      IF own > first[at.above] THEN
        second[at.above] := first[at.above];
        first[at.above] := own;
      ELSIF own > second[at.above] THEN
        second[at.above] := own;
      END IF;
    END IF;
  END LOOP;
  RETURN QUERY
  SELECT g.provision::INTEGER, g.score
  FROM unnest(gathered) WITH ORDINALITY AS g (score, provision)
  WHERE g.score > 0;
END $$;

-- The texts that a query's filters allow.
CREATE FUNCTION allowed(filters JSONB) RETURNS SETOF INTEGER
LANGUAGE sql STABLE SET search_path = lawbase SET jit = off AS $$
  SELECT p.id
  FROM places l JOIN provisions p ON p.id = l.provision JOIN editions e ON e.id = p.edition
  WHERE (filters->'editions' IS NULL OR filters->'editions' ? e.id)
    AND (filters->'languages' IS NULL OR filters->'languages' ? e.language)
    AND (filters->'years' IS NULL OR filters->'years' @> to_jsonb(e.year))
    AND (filters->'kinds' IS NULL OR filters->'kinds' ? p.kind)
    AND (filters->'force' IS NULL OR e.in_force)
    AND (filters->'laws' IS NULL OR EXISTS (
      SELECT FROM jsonb_array_elements(filters->'laws') laws
      WHERE l.law BETWEEN (laws->>0)::INTEGER AND (laws->>1)::INTEGER))
$$;

-- What a query's citations name, and what stands around it.
CREATE FUNCTION cited(query JSONB) RETURNS TABLE (provision INTEGER, score DOUBLE PRECISION)
LANGUAGE sql STABLE SET search_path = lawbase SET jit = off AS $$
  WITH citations AS (
    SELECT place - 1 AS place, c->>'key' AS key, c->'above' AS above
    FROM jsonb_array_elements(query->'citations') WITH ORDINALITY AS given (c, place)
  ), within AS (
    SELECT p.id, p.key, e.year FROM allowed(query->'filters') a (id)
    JOIN provisions p ON p.id = a.id JOIN editions e ON e.id = p.edition
  ), named AS (
    SELECT c.*, EXISTS (SELECT FROM within w WHERE w.key = c.key) AS exact FROM citations c
  ), near AS (
    SELECT n.place, n.exact, w.id, distance - 1 AS distance, min(distance) OVER (PARTITION BY n.place) - 1 AS nearest
    FROM named n, jsonb_array_elements_text(n.above) WITH ORDINALITY AS a (key, distance)
    JOIN within w ON w.key = a.key
  ), around AS (
    SELECT n.place, w.id, 1 - %(finding.age)s * ((SELECT max(year) FROM editions) - w.year) AS score
    FROM named n JOIN within w ON w.key = n.key
    UNION ALL
    SELECT n.place, p.id, %(finding.twin)s FROM named n JOIN provisions p ON p.key = n.key WHERE NOT n.exact
    UNION ALL
    SELECT n.place, p.id, %(finding.below)s
    FROM named n JOIN provisions above ON above.key = n.key JOIN provisions p ON p.parent = above.id
    JOIN within w ON w.id = p.id
    UNION ALL
    SELECT place, id,
           CASE WHEN exact OR distance > nearest THEN %(finding.above)s ELSE %(finding.nearest)s END - distance * %(finding.step)s
    FROM near
  )
  SELECT id, max(score - place * %(finding.step)s) FROM around GROUP BY id
$$;

-- "total" is how many rules answer, however many "hits" are asked for.
CREATE FUNCTION search(query JSONB, hits INTEGER DEFAULT 10) RETURNS TABLE (
  edition TEXT, key TEXT, citation TEXT, heading TEXT, text TEXT, thread TEXT,
  score DOUBLE PRECISION, total BIGINT
) LANGUAGE sql STABLE SET search_path = lawbase SET jit = off AS $$
  WITH worded AS MATERIALIZED (
    SELECT * FROM scores(query)
  ), named AS MATERIALIZED (
    SELECT * FROM cited(query) WHERE jsonb_array_length(query->'citations') > 0
  ), within AS MATERIALIZED (
    SELECT * FROM allowed(query->'filters') AS a (provision)
  ), having_phrases AS (
    SELECT t.provision FROM tokens t
    WHERE jsonb_array_length(query->'phrases') > 0 AND NOT EXISTS (
      SELECT FROM jsonb_array_elements_text(query->'phrases') phrase
      WHERE position(' ' || phrase || ' ' IN ' ' || t.words || ' ') = 0)
  ), scored AS (
    SELECT coalesce(n.provision, w.provision) AS provision,
           coalesce(n.score, %(finding.beside)s * least(w.score, 1)) AS score
    FROM named n FULL JOIN worded w USING (provision)
    WHERE EXISTS (SELECT FROM named)
    UNION ALL
    SELECT h.provision, 1 + coalesce(w.score, 0)
    FROM having_phrases h LEFT JOIN worded w USING (provision)
    WHERE jsonb_array_length(query->'citations') = 0
    UNION ALL
    SELECT provision, score FROM worded
    WHERE jsonb_array_length(query->'citations') = 0 AND NOT EXISTS (SELECT FROM having_phrases)
    UNION ALL
    SELECT t.provision, 1 FROM tokens t
    WHERE query->'filters' <> '{}' AND jsonb_array_length(query->'terms') = 0
      AND jsonb_array_length(query->'citations') = 0 AND jsonb_array_length(query->'phrases') = 0
  ), rules AS (
    SELECT l.rule, l.first, l.in_force, max(s.score) AS best
    FROM scored s JOIN places l USING (provision)
    WHERE l.rule IN (SELECT a.rule FROM places a JOIN within USING (provision))
    GROUP BY l.rule, l.first, l.in_force
  ), lead AS (
    -- What is in force comes before what isn't, when it is about as good.
    SELECT * FROM rules WHERE in_force ORDER BY best DESC, first LIMIT 1
  ), answers AS (
    SELECT r.rule, r.first, r.best, coalesce(r.rule = l.rule, FALSE) AS leads,
           least(r.best, l.best) AS score, count(*) OVER () AS total
    FROM rules r LEFT JOIN lead l
      ON l.best >= %(finding.in_force)s * (SELECT max(best) FROM rules)
      AND jsonb_array_length(query->'citations') = 0
      AND EXISTS (
        SELECT FROM within w JOIN provisions p ON p.id = w.provision
        JOIN editions e ON e.id = p.edition WHERE e.in_force)
    WHERE r.best > 0 AND r.best >= %(finding.least)s * (SELECT max(best) FROM rules)
    ORDER BY leads DESC, r.best DESC, r.first
    LIMIT hits
  ), shown AS (
    SELECT DISTINCT ON (a.first) a.*, l.provision
    FROM answers a JOIN places l USING (rule) JOIN within w ON w.provision = l.provision
    JOIN provisions p ON p.id = l.provision JOIN editions e ON e.id = p.edition
    LEFT JOIN scored s ON s.provision = l.provision
    ORDER BY a.first, floor(coalesce(s.score, 0) * 1000) DESC,
             (query->'languages' ? e.language) DESC, e.year DESC, l.provision
  )
  SELECT p.edition, p.key, p.citation, p.heading, p.text, s.rule, s.score, s.total
  FROM shown s JOIN provisions p ON p.id = s.provision
  ORDER BY s.leads DESC, s.best DESC, s.first
$$;

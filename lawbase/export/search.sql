
-- Search as lawbase does: lawbase.search(query, hits) takes a query as "lawbase query --for postgres"
-- prints it and gives a text a thread, best first. The figures are those of lawbase's own search.

-- How far every text answers a query by its words: the best expansion of every word counts. What
-- headings, terms, subject indexes and situations lead to is in the query.
CREATE FUNCTION scores(query JSONB) RETURNS TABLE (provision INTEGER, score DOUBLE PRECISION)
LANGUAGE plpgsql STABLE SET search_path = lawbase AS $$
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
  SELECT max(id) INTO texts FROM provisions;
  gathered := array_fill(0.0::DOUBLE PRECISION, ARRAY[texts]);
  first := gathered;
  second := gathered;
  FOR at IN
    WITH RECURSIVE expansions AS (
      SELECT term, (t->>'weight')::INTEGER AS weight,
             e->>'token' AS token, (e->>'factor')::INTEGER AS factor
      FROM jsonb_array_elements(query->'terms') WITH ORDINALITY AS terms (t, term),
           jsonb_array_elements(t->'expansions') e
    ), best AS (
      SELECT DISTINCT ON (e.term, p.provision)
             p.provision, e.weight, e.factor, p.weight AS about
      FROM expansions e JOIN postings p USING (token)
      ORDER BY e.term, p.provision, e.factor * p.weight DESC, e.factor DESC
    ), matches AS (
      SELECT b.provision, sum(b.weight * b.factor * b.about) AS value,
             sum(b.weight * b.factor) AS matched
      FROM best b GROUP BY b.provision
    ), leads AS (
      SELECT p.id AS provision, sum((l->>'gain')::DOUBLE PRECISION) AS gain
      FROM jsonb_array_elements(query->'leads') l
      JOIN provisions p ON p.edition = l->>'edition' AND p.key = l->>'key'
      GROUP BY p.id
    ), scored AS (
      SELECT provision, coalesce(m.matched, 0) >= whole AS complete,
             coalesce(m.value / (%(whole)s * whole) * (m.matched / whole), 0) + coalesce(l.gain, 0)
               AS score
      FROM matches m FULL JOIN leads l USING (provision)
    ), kept AS (
      SELECT s.provision, s.score, s.complete FROM scored s
      WHERE s.score >= %(ranking.least)s * (SELECT max(t.score) FROM scored t)
        AND (query->>'answerable')::BOOLEAN
    ), concerned AS (
      SELECT k.provision FROM kept k
      UNION
      SELECT a.id FROM concerned c
      JOIN provisions p ON p.id = c.provision
      JOIN provisions a ON a.id = p.parent
      WHERE a.key = regexp_replace(p.key, '(#.*|\.[^.#]*)$', '')
    )
    SELECT c.provision, p.parent, coalesce(k.score, 0) AS score,
           coalesce(k.complete, FALSE) AS complete
    FROM concerned c
    JOIN provisions p ON p.id = c.provision
    LEFT JOIN kept k ON k.provision = c.provision
    ORDER BY c.provision DESC
  LOOP
    -- What two paragraphs answer together, the text above them answers nearly as well.
    own := at.score;
    IF second[at.provision] > 0 THEN
      own := greatest(own, %(ranking.gathered)s * (first[at.provision] + second[at.provision]));
    END IF;
    gathered[at.provision] := own;
    IF own > 0 AND NOT at.complete AND at.parent IS NOT NULL THEN
      IF own > first[at.parent] THEN
        second[at.parent] := first[at.parent];
        first[at.parent] := own;
      ELSIF own > second[at.parent] THEN
        second[at.parent] := own;
      END IF;
    END IF;
  END LOOP;
  RETURN QUERY
  SELECT p.id, g.score
  FROM unnest(gathered) WITH ORDINALITY AS g (score, id)
  JOIN provisions p ON p.id = g.id
  WHERE g.score > 0;
END $$;

-- The texts that a query's filters allow.
CREATE FUNCTION allowed(filters JSONB) RETURNS SETOF INTEGER
LANGUAGE sql STABLE SET search_path = lawbase AS $$
  SELECT p.id
  FROM provisions p JOIN editions e ON e.id = p.edition JOIN tokens t ON t.provision = p.id
  WHERE (filters->'editions' IS NULL OR filters->'editions' ? e.id)
    AND (filters->'languages' IS NULL OR filters->'languages' ? e.language)
    AND (filters->'years' IS NULL OR filters->'years' @> to_jsonb(e.year))
    AND (filters->'kinds' IS NULL OR filters->'kinds' ? p.kind)
    AND (filters->'laws' IS NULL OR EXISTS (
      SELECT FROM jsonb_array_elements(filters->'laws') l
      WHERE coalesce(substring(p.key FROM '^\d+')::INTEGER, 0)
            BETWEEN (l->>0)::INTEGER AND (l->>1)::INTEGER))
$$;

-- What a query's citations name, and what stands around it.
CREATE FUNCTION cited(query JSONB) RETURNS TABLE (provision INTEGER, score DOUBLE PRECISION)
LANGUAGE sql STABLE SET search_path = lawbase AS $$
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
    UNION ALL
    SELECT place, id,
           CASE WHEN exact OR distance > nearest THEN %(finding.above)s ELSE %(finding.nearest)s END - distance * %(finding.step)s
    FROM near
  )
  SELECT id, max(score - place * %(finding.step)s) FROM around GROUP BY id
$$;

CREATE FUNCTION search(query JSONB, hits INTEGER DEFAULT 10) RETURNS TABLE (
  edition TEXT, key TEXT, citation TEXT, heading TEXT, text TEXT, thread TEXT,
  score DOUBLE PRECISION
) LANGUAGE sql STABLE SET search_path = lawbase AS $$
  WITH worded AS MATERIALIZED (
    SELECT * FROM scores(query)
  ), named AS MATERIALIZED (
    SELECT * FROM cited(query)
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
    WHERE jsonb_array_length(query->'citations') = 0 AND jsonb_array_length(query->'phrases') = 0
    UNION ALL
    SELECT t.provision, 1 FROM tokens t
    WHERE query->'filters' <> '{}' AND jsonb_array_length(query->'terms') = 0
      AND jsonb_array_length(query->'citations') = 0 AND jsonb_array_length(query->'phrases') = 0
  ), threaded AS (
    SELECT t.provision, coalesce(x.thread, p.edition || ':' || p.key) AS thread
    FROM tokens t JOIN provisions p ON p.id = t.provision
    LEFT JOIN thread_texts x ON x.provision = t.provision
  ), firsts AS (
    SELECT thread, min(provision) AS first FROM threaded GROUP BY thread
  ), texts AS (
    SELECT t.thread, t.provision, coalesce(s.score, 0) AS score,
           max(s.score) OVER (PARTITION BY t.thread) AS best
    FROM threaded t LEFT JOIN scored s USING (provision)
  ), shown AS (
    SELECT DISTINCT ON (t.thread) t.thread, t.provision, t.best
    FROM texts t JOIN allowed(query->'filters') a (id) ON a.id = t.provision
    JOIN provisions p ON p.id = t.provision JOIN editions e ON e.id = p.edition
    WHERE t.best > 0
    ORDER BY t.thread, floor(t.score * 1000) DESC, (query->'languages' ? e.language) DESC,
             e.year DESC, t.provision
  )
  SELECT p.edition, p.key, p.citation, p.heading, p.text, s.thread, s.best
  FROM shown s JOIN provisions p ON p.id = s.provision JOIN firsts USING (thread)
  WHERE s.best >= %(finding.least)s * (SELECT max(best) FROM shown)
  ORDER BY s.best DESC, firsts.first
  LIMIT hits
$$;

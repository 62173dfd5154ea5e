-- Everything the knowledge base holds, as SQLite and PostgreSQL both understand it.
-- "starts" and "ends" are offsets in characters from 0; "ends" is the first character after a span.

CREATE TABLE languages (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL
);

-- Whether an edition is in force, since when, and the year of the version that took its place; null
-- for what is no law. "prevailing" is the language whose text is the official one, "extent" the laws
-- it contains ("1-40, 72"), null for a companion.
CREATE TABLE editions (
  id TEXT PRIMARY KEY,
  language TEXT NOT NULL REFERENCES languages (id),
  year INTEGER NOT NULL,
  title TEXT NOT NULL,
  revision TEXT NOT NULL,
  status TEXT NOT NULL,
  publisher TEXT NOT NULL,
  scope TEXT NOT NULL,
  first_law INTEGER,
  last_law INTEGER,
  complete BOOLEAN NOT NULL,
  source_file TEXT NOT NULL,
  source_sha256 TEXT NOT NULL,
  source_length INTEGER NOT NULL,
  in_force BOOLEAN,
  in_force_since TEXT,
  superseded_by INTEGER,
  prevailing TEXT,
  extent TEXT
);

-- Laws that a text gives as they were revised after its version was issued.
CREATE TABLE revisions (
  edition TEXT NOT NULL REFERENCES editions (id),
  law INTEGER NOT NULL,
  year INTEGER NOT NULL,
  source TEXT NOT NULL,
  PRIMARY KEY (edition, law, year)
);

-- In the order of the books.
CREATE TABLE provisions (
  id INTEGER PRIMARY KEY,
  edition TEXT NOT NULL REFERENCES editions (id),
  key TEXT NOT NULL,
  citation TEXT NOT NULL,
  kind TEXT NOT NULL,
  parent INTEGER REFERENCES provisions (id),
  label TEXT NOT NULL,
  heading TEXT NOT NULL,
  text TEXT NOT NULL,
  tail TEXT NOT NULL,
  source_starts INTEGER NOT NULL,
  source_ends INTEGER NOT NULL,
  UNIQUE (edition, key)
);
CREATE INDEX provisions_parent ON provisions (parent);

-- A footnote called in a part of a provision, before the character at "at".
CREATE TABLE markers (
  provision INTEGER NOT NULL REFERENCES provisions (id),
  footnote INTEGER NOT NULL REFERENCES provisions (id),
  part TEXT NOT NULL,
  at INTEGER NOT NULL
);
CREATE INDEX markers_footnote ON markers (footnote);

CREATE TABLE senses (
  provision INTEGER NOT NULL REFERENCES provisions (id),
  number INTEGER NOT NULL,
  starts INTEGER NOT NULL,
  ends INTEGER NOT NULL,
  PRIMARY KEY (provision, number)
);

-- The text of a provision from "starts" to "ends" is a table.
CREATE TABLE grids (
  id INTEGER PRIMARY KEY,
  provision INTEGER NOT NULL REFERENCES provisions (id),
  starts INTEGER NOT NULL,
  ends INTEGER NOT NULL,
  caption TEXT NOT NULL
);

-- Line 0 is the header.
CREATE TABLE cells (
  grid INTEGER NOT NULL REFERENCES grids (id),
  line INTEGER NOT NULL,
  place INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (grid, line, place)
);

-- So many characters stand at "at" in a part and at "source" in the source file.
CREATE TABLE runs (
  provision INTEGER NOT NULL REFERENCES provisions (id),
  part TEXT NOT NULL,
  at INTEGER NOT NULL,
  source INTEGER NOT NULL,
  length INTEGER NOT NULL,
  PRIMARY KEY (provision, part, at)
);

-- What every stretch of a source was read as.
CREATE TABLE claims (
  edition TEXT NOT NULL REFERENCES editions (id),
  starts INTEGER NOT NULL,
  ends INTEGER NOT NULL,
  role TEXT NOT NULL,
  key TEXT NOT NULL,
  PRIMARY KEY (edition, starts)
);

-- Where the print is wrong. "within" is the key of the provision before whose end a label is printed
-- that belongs behind it.
CREATE TABLE notes (
  id INTEGER PRIMARY KEY,
  edition TEXT NOT NULL REFERENCES editions (id),
  key TEXT NOT NULL,
  provision INTEGER REFERENCES provisions (id),
  printed TEXT NOT NULL,
  read_as TEXT NOT NULL,
  why TEXT NOT NULL,
  source_starts INTEGER NOT NULL,
  source_ends INTEGER NOT NULL,
  within TEXT NOT NULL
);

-- Why, in other languages than English.
CREATE TABLE note_texts (
  note INTEGER NOT NULL REFERENCES notes (id),
  language TEXT NOT NULL REFERENCES languages (id),
  why TEXT NOT NULL,
  PRIMARY KEY (note, language)
);

-- One target of one citation; "from_provision" is null for an entry of a subject index, and
-- "to_provision" where there is no such provision or several may be meant.
CREATE TABLE citations (
  id INTEGER PRIMARY KEY,
  edition TEXT NOT NULL REFERENCES editions (id),
  from_key TEXT NOT NULL,
  from_provision INTEGER REFERENCES provisions (id),
  part TEXT NOT NULL,
  raw TEXT NOT NULL,
  starts INTEGER NOT NULL,
  ends INTEGER NOT NULL,
  to_key TEXT,
  to_provision INTEGER REFERENCES provisions (id),
  kind TEXT NOT NULL,
  status TEXT NOT NULL,
  rule TEXT NOT NULL,
  target_starts INTEGER NOT NULL,
  target_ends INTEGER NOT NULL
);
CREATE INDEX citations_from ON citations (from_provision);
CREATE INDEX citations_to ON citations (to_provision);

CREATE TABLE candidates (
  citation INTEGER NOT NULL REFERENCES citations (id),
  place INTEGER NOT NULL,
  provision INTEGER NOT NULL REFERENCES provisions (id),
  PRIMARY KEY (citation, place)
);

CREATE TABLE concepts (
  id TEXT PRIMARY KEY
);

-- "role" is word (the first one preferred), slang, unlinked or excepted.
CREATE TABLE words (
  concept TEXT NOT NULL REFERENCES concepts (id),
  language TEXT NOT NULL REFERENCES languages (id),
  role TEXT NOT NULL,
  place INTEGER NOT NULL,
  word TEXT NOT NULL,
  PRIMARY KEY (concept, language, role, place)
);

CREATE TABLE definitions (
  concept TEXT NOT NULL REFERENCES concepts (id),
  provision INTEGER NOT NULL REFERENCES provisions (id),
  PRIMARY KEY (concept, provision)
);

CREATE TABLE term_uses (
  id INTEGER PRIMARY KEY,
  provision INTEGER NOT NULL REFERENCES provisions (id),
  concept TEXT NOT NULL REFERENCES concepts (id),
  part TEXT NOT NULL,
  starts INTEGER NOT NULL,
  ends INTEGER NOT NULL
);
CREATE INDEX term_uses_provision ON term_uses (provision);
CREATE INDEX term_uses_concept ON term_uses (concept);

CREATE TABLE topics (
  id INTEGER PRIMARY KEY,
  edition TEXT NOT NULL REFERENCES editions (id),
  topic TEXT NOT NULL,
  subtopic TEXT NOT NULL,
  raw TEXT NOT NULL,
  source_starts INTEGER NOT NULL,
  source_ends INTEGER NOT NULL
);

-- What a row of a subject index prints; "provision" is where it leads.
CREATE TABLE topic_targets (
  topic INTEGER NOT NULL REFERENCES topics (id),
  place INTEGER NOT NULL,
  provision INTEGER NOT NULL REFERENCES provisions (id),
  PRIMARY KEY (topic, place)
);

-- "kind" is ref (a printed target as a key) or see (another topic).
CREATE TABLE topic_words (
  topic INTEGER NOT NULL REFERENCES topics (id),
  kind TEXT NOT NULL,
  place INTEGER NOT NULL,
  word TEXT NOT NULL,
  PRIMARY KEY (topic, kind, place)
);

CREATE TABLE threads (
  id TEXT PRIMARY KEY
);

CREATE TABLE thread_texts (
  thread TEXT NOT NULL REFERENCES threads (id),
  provision INTEGER NOT NULL REFERENCES provisions (id),
  PRIMARY KEY (thread, provision)
);
CREATE INDEX thread_texts_provision ON thread_texts (provision);

-- "rule" is false for what is new or was dropped but is no rule of the Laws, as a federation's own
-- note.
CREATE TABLE alignments (
  id INTEGER PRIMARY KEY,
  from_edition TEXT NOT NULL REFERENCES editions (id),
  from_provision INTEGER REFERENCES provisions (id),
  to_edition TEXT NOT NULL REFERENCES editions (id),
  to_provision INTEGER REFERENCES provisions (id),
  relation TEXT NOT NULL,
  score DOUBLE PRECISION NOT NULL,
  sure INTEGER NOT NULL,
  rule BOOLEAN NOT NULL
);
CREATE INDEX alignments_from ON alignments (from_provision);
CREATE INDEX alignments_to ON alignments (to_provision);

CREATE TABLE evidence (
  alignment INTEGER NOT NULL REFERENCES alignments (id),
  signal TEXT NOT NULL,
  weight DOUBLE PRECISION NOT NULL,
  PRIMARY KEY (alignment, signal)
);

-- What an editor says of a provision that is new, or was dropped.
CREATE TABLE alignment_texts (
  alignment INTEGER NOT NULL REFERENCES alignments (id),
  language TEXT NOT NULL REFERENCES languages (id),
  what TEXT NOT NULL,
  PRIMARY KEY (alignment, language)
);

CREATE TABLE changes (
  id INTEGER PRIMARY KEY,
  from_provision INTEGER NOT NULL REFERENCES provisions (id),
  to_provision INTEGER NOT NULL REFERENCES provisions (id),
  class TEXT NOT NULL,
  moved BOOLEAN NOT NULL
);
CREATE INDEX changes_from ON changes (from_provision);

CREATE TABLE operations (
  change INTEGER NOT NULL REFERENCES changes (id),
  place INTEGER NOT NULL,
  kind TEXT NOT NULL,
  old_words TEXT NOT NULL,
  new_words TEXT NOT NULL,
  PRIMARY KEY (change, place)
);

-- How the original changed behind two texts of different years and languages: what an editor read
-- where the pair was reviewed, else what was detected. "note" is what the reading rests on.
CREATE TABLE contrasts (
  id INTEGER PRIMARY KEY,
  from_provision INTEGER NOT NULL REFERENCES provisions (id),
  to_provision INTEGER NOT NULL REFERENCES provisions (id),
  kind TEXT NOT NULL,
  score DOUBLE PRECISION NOT NULL,
  reviewed BOOLEAN NOT NULL,
  sure INTEGER NOT NULL,
  detected_kind TEXT NOT NULL,
  detected_score DOUBLE PRECISION NOT NULL,
  detected_grade TEXT NOT NULL,
  length DOUBLE PRECISION NOT NULL,
  note TEXT NOT NULL
);
CREATE INDEX contrasts_from ON contrasts (from_provision);
CREATE INDEX contrasts_to ON contrasts (to_provision);

-- "side" is added (a span of the new text) or removed (of the old one).
CREATE TABLE contrast_spans (
  contrast INTEGER NOT NULL REFERENCES contrasts (id),
  detected BOOLEAN NOT NULL,
  side TEXT NOT NULL,
  place INTEGER NOT NULL,
  part TEXT NOT NULL,
  starts INTEGER NOT NULL,
  ends INTEGER NOT NULL,
  PRIMARY KEY (contrast, detected, side, place)
);

CREATE TABLE contrast_texts (
  contrast INTEGER NOT NULL REFERENCES contrasts (id),
  language TEXT NOT NULL REFERENCES languages (id),
  what TEXT NOT NULL,
  PRIMARY KEY (contrast, language)
);

-- What one of the two cites (an address) or says (a number) and the other doesn't: "kind" is
-- cites_gone, cites_new, numbers_gone or numbers_new.
CREATE TABLE contrast_values (
  contrast INTEGER NOT NULL REFERENCES contrasts (id),
  kind TEXT NOT NULL,
  place INTEGER NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (contrast, kind, place)
);

-- What was detected rests on these; the words are on lines of their own.
CREATE TABLE contrast_signs (
  contrast INTEGER NOT NULL REFERENCES contrasts (id),
  place INTEGER NOT NULL,
  sign TEXT NOT NULL,
  weight DOUBLE PRECISION NOT NULL,
  old_words TEXT NOT NULL,
  new_words TEXT NOT NULL,
  PRIMARY KEY (contrast, place)
);

CREATE TABLE lexicon (
  source TEXT NOT NULL REFERENCES languages (id),
  target TEXT NOT NULL REFERENCES languages (id),
  word TEXT NOT NULL,
  translation TEXT NOT NULL,
  weight DOUBLE PRECISION NOT NULL,
  PRIMARY KEY (source, target, word, translation)
);

CREATE TABLE situations (
  id TEXT PRIMARY KEY,
  stage TEXT NOT NULL
);

CREATE TABLE situation_texts (
  situation TEXT NOT NULL REFERENCES situations (id),
  language TEXT NOT NULL REFERENCES languages (id),
  title TEXT NOT NULL,
  PRIMARY KEY (situation, language)
);

CREATE TABLE situation_words (
  situation TEXT NOT NULL REFERENCES situations (id),
  language TEXT NOT NULL REFERENCES languages (id),
  place INTEGER NOT NULL,
  words TEXT NOT NULL,
  PRIMARY KEY (situation, language, place)
);

-- The provisions to read, in order, in every edition of the year that has them.
CREATE TABLE situation_provisions (
  situation TEXT NOT NULL REFERENCES situations (id),
  place INTEGER NOT NULL,
  provision INTEGER NOT NULL REFERENCES provisions (id),
  PRIMARY KEY (situation, provision)
);

CREATE TABLE findings (
  id INTEGER PRIMARY KEY,
  edition TEXT NOT NULL REFERENCES editions (id),
  key TEXT NOT NULL,
  provision INTEGER REFERENCES provisions (id),
  check_name TEXT NOT NULL,
  severity TEXT NOT NULL,
  message TEXT NOT NULL,
  printed TEXT NOT NULL,
  expected TEXT NOT NULL,
  confidence DOUBLE PRECISION NOT NULL
);

CREATE TABLE finding_evidence (
  finding INTEGER NOT NULL REFERENCES findings (id),
  place INTEGER NOT NULL,
  evidence TEXT NOT NULL,
  PRIMARY KEY (finding, place)
);

-- The words of a provision as search compares them (finished tokens), a blank between them.
-- A word's token has its language before it ("cs:hrac"); numbers, suits and concepts have none.
-- "words" are those of heading and text without case and diacritics.
CREATE TABLE tokens (
  provision INTEGER PRIMARY KEY REFERENCES provisions (id),
  heading TEXT NOT NULL,
  body TEXT NOT NULL,
  words TEXT NOT NULL
);

-- The token that a word stands for, by the word without case and diacritics.
CREATE TABLE forms (
  language TEXT NOT NULL REFERENCES languages (id),
  form TEXT NOT NULL,
  place INTEGER NOT NULL,
  token TEXT NOT NULL,
  PRIMARY KEY (language, form, place)
);

-- How much a provision is about a token, from 1 to 255 ...
CREATE TABLE postings (
  token TEXT NOT NULL,
  provision INTEGER NOT NULL REFERENCES provisions (id),
  weight INTEGER NOT NULL,
  PRIMARY KEY (token, provision)
);

-- ... and how much it says that one is: what they make together is the rank.
CREATE TABLE informations (
  token TEXT PRIMARY KEY,
  weight INTEGER NOT NULL
);

-- The tables of Holdfast on SQLite, layout version 2. The store makes them itself on first use; to make
-- them beforehand, run this file. All times are milliseconds of the database's own clock.

-- The version of this layout: one row. A store that does not know the version refuses to work.
CREATE TABLE holdfast_layout (
  version INTEGER NOT NULL
);

-- One row a name. It stays when the name is free, because it keeps the last stamp.
CREATE TABLE holdfast_lock (
  namespace  TEXT    NOT NULL,
  name       BLOB    NOT NULL, -- UTF-8 bytes: no collation may make one of two names
  stamp      INTEGER NOT NULL, -- the last stamp granted
  attempt    TEXT    NOT NULL, -- the attempt it was granted to; '+': shared holds, '+N': holds of N permits,
                               -- see holdfast_share
  expires_ms INTEGER NOT NULL, -- the name is taken up to and including this millisecond, by the hold or by
                               -- the last to end of the shared holds; 0 when released
  kept       INTEGER NOT NULL, -- 1: released, but still taken, without a holder (hold-at-least)
  used_day   INTEGER NOT NULL, -- the day of the last grant; rows unused for long are deleted by it
  PRIMARY KEY (namespace, name)
) WITHOUT ROWID;

CREATE INDEX holdfast_lock_used ON holdfast_lock (used_day);

-- One row a shared or counted hold, the dead too until they are in the way. A name whose row of
-- holdfast_lock does not begin with '+' has none.
CREATE TABLE holdfast_share (
  namespace  TEXT    NOT NULL,
  name       BLOB    NOT NULL,
  attempt    TEXT    NOT NULL,
  stamp      INTEGER NOT NULL, -- the last stamp granted to this attempt
  expires_ms INTEGER NOT NULL, -- it holds up to and including this millisecond
  permits    INTEGER NOT NULL, -- how many; -1: a shared hold, of a lock
  PRIMARY KEY (namespace, name, attempt)
) WITHOUT ROWID;

CREATE INDEX holdfast_share_expires ON holdfast_share (expires_ms);

-- One row a waiting attempt, first come, first served.
CREATE TABLE holdfast_queue (
  namespace  TEXT    NOT NULL,
  name       BLOB    NOT NULL,
  seq        INTEGER NOT NULL, -- the order within the name
  attempt    TEXT    NOT NULL,
  expires_ms INTEGER NOT NULL, -- the place is dead after this millisecond unless it is kept alive
  claim_ms   INTEGER NOT NULL, -- how long the hold lasts when it is handed to this attempt
  permits    INTEGER NOT NULL, -- how many it waits for; of a lock: 0 alone, -1 a shared hold
  PRIMARY KEY (namespace, name, seq)
) WITHOUT ROWID;

CREATE UNIQUE INDEX holdfast_queue_attempt ON holdfast_queue (namespace, name, attempt);
CREATE INDEX holdfast_queue_expires ON holdfast_queue (expires_ms);

-- Attempts that ended before their acquire arrived, or by an operator's word: they are never granted.
CREATE TABLE holdfast_mark (
  namespace  TEXT    NOT NULL,
  name       BLOB    NOT NULL,
  attempt    TEXT    NOT NULL,
  expires_ms INTEGER NOT NULL, -- no message of the attempt can arrive after this millisecond
  broken     INTEGER NOT NULL, -- 1: an operator ended the attempt
  PRIMARY KEY (namespace, name, attempt)
) WITHOUT ROWID;

CREATE INDEX holdfast_mark_expires ON holdfast_mark (expires_ms);

INSERT INTO holdfast_layout (version) VALUES (2);

-- The tables of Holdfast on H2, layout version 2. The store makes them itself on first use; to make
-- them beforehand, run this file as an administrator. All times are milliseconds of the clock of the machine
-- that has the database open. Each statement is a transaction by itself, so the table that says that all are
-- there comes last.

CREATE ALIAS IF NOT EXISTS holdfast_millis FOR "java.lang.System.currentTimeMillis";

-- One row a name. It stays when the name is free, because it keeps the last stamp.
CREATE TABLE IF NOT EXISTS holdfast_lock (
  namespace  VARCHAR(64)    NOT NULL,
  name       VARBINARY(512) NOT NULL, -- UTF-8 bytes: no collation may make one of two names
  stamp      BIGINT         NOT NULL, -- the last stamp granted
  attempt    VARCHAR(1024)  NOT NULL, -- the attempt it was granted to; '+': shared holds, '+N': holds of N permits,
                                      -- see holdfast_share
  expires_ms BIGINT         NOT NULL, -- the name is taken up to and including this millisecond, by the hold or by
                                      -- the last to end of the shared holds; 0 when released
  kept       SMALLINT       NOT NULL, -- 1: released, but still taken, without a holder (hold-at-least)
  used_day   BIGINT         NOT NULL, -- the day of the last grant; rows unused for long are deleted by it
  plain      SMALLINT       NOT NULL, -- 1: no client waits and no attempt is marked, so that one statement may grant
                                      -- and free the name; else only a transaction that locks this row first
  PRIMARY KEY (namespace, name)
);

CREATE INDEX IF NOT EXISTS holdfast_lock_used ON holdfast_lock (used_day);

-- One row a shared or counted hold, the dead too until they are in the way. A name whose row of
-- holdfast_lock does not begin with '+' has none.
CREATE TABLE IF NOT EXISTS holdfast_share (
  namespace  VARCHAR(64)    NOT NULL,
  name       VARBINARY(512) NOT NULL,
  attempt    VARCHAR(1024)  NOT NULL,
  stamp      BIGINT         NOT NULL, -- the last stamp granted to this attempt
  expires_ms BIGINT         NOT NULL, -- it holds up to and including this millisecond
  permits    INTEGER        NOT NULL, -- how many; -1: a shared hold, of a lock
  PRIMARY KEY (namespace, name, attempt)
);

CREATE INDEX IF NOT EXISTS holdfast_share_expires ON holdfast_share (expires_ms);

-- One row a waiting attempt, first come, first served.
CREATE TABLE IF NOT EXISTS holdfast_queue (
  namespace  VARCHAR(64)    NOT NULL,
  name       VARBINARY(512) NOT NULL,
  seq        BIGINT         NOT NULL, -- the order within the name
  attempt    VARCHAR(1024)  NOT NULL,
  expires_ms BIGINT         NOT NULL, -- the place is dead after this millisecond unless it is kept alive
  claim_ms   BIGINT         NOT NULL, -- how long the hold lasts when it is handed to this attempt
  permits    INTEGER        NOT NULL, -- how many it waits for; of a lock: 0 alone, -1 a shared hold
  PRIMARY KEY (namespace, name, seq)
);

CREATE UNIQUE INDEX IF NOT EXISTS holdfast_queue_attempt ON holdfast_queue (namespace, name, attempt);
CREATE INDEX IF NOT EXISTS holdfast_queue_expires ON holdfast_queue (expires_ms);

-- Attempts that ended before their acquire arrived, or by an operator's word: they are never granted.
CREATE TABLE IF NOT EXISTS holdfast_mark (
  namespace  VARCHAR(64)    NOT NULL,
  name       VARBINARY(512) NOT NULL,
  attempt    VARCHAR(1024)  NOT NULL,
  expires_ms BIGINT         NOT NULL, -- no message of the attempt can arrive after this millisecond
  broken     SMALLINT       NOT NULL, -- 1: an operator ended the attempt
  PRIMARY KEY (namespace, name, attempt)
);

CREATE INDEX IF NOT EXISTS holdfast_mark_expires ON holdfast_mark (expires_ms);

-- The version of this layout: one row. A store that does not know the version refuses to work.
CREATE TABLE IF NOT EXISTS holdfast_layout (
  version BIGINT NOT NULL
) AS SELECT 2;

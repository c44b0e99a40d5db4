-- The tables of Holdfast on MySQL and MariaDB, layout version 2. The store makes them itself on first use; to make
-- them beforehand, run this file. All times are milliseconds of the server's own clock. Keys are
-- bytes (of UTF-8), so that no collation makes one of two. Each statement is a transaction by itself, so the
-- table that says that all are there comes last.

-- One row a name. It stays when the name is free, because it keeps the last stamp.
CREATE TABLE IF NOT EXISTS holdfast_lock (
  namespace  VARBINARY(64)   NOT NULL,
  name       VARBINARY(512)  NOT NULL,
  stamp      BIGINT          NOT NULL, -- the last stamp granted
  attempt    VARBINARY(1024) NOT NULL, -- the attempt it was granted to; '+': shared holds, '+N': holds of N permits,
                                       -- see holdfast_share
  expires_ms BIGINT          NOT NULL, -- the name is taken up to and including this millisecond, by the hold or
                                       -- by the last to end of the shared holds; 0 when released
  kept       TINYINT         NOT NULL, -- 1: released, but still taken, without a holder (hold-at-least)
  used_day   BIGINT          NOT NULL, -- the day of the last grant; rows unused for long are deleted by it
  plain      TINYINT         NOT NULL, -- 1: no client waits and no attempt is marked, so that one statement may
                                       -- grant and free the name; else only a transaction that locks this row
  PRIMARY KEY (namespace, name),
  KEY holdfast_lock_used (used_day)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;

-- One row a shared or counted hold, the dead too until they are in the way. A name whose row of
-- holdfast_lock does not begin with '+' has none.
CREATE TABLE IF NOT EXISTS holdfast_share (
  namespace  VARBINARY(64)   NOT NULL,
  name       VARBINARY(512)  NOT NULL,
  attempt    VARBINARY(1024) NOT NULL,
  stamp      BIGINT          NOT NULL, -- the last stamp granted to this attempt
  expires_ms BIGINT          NOT NULL, -- it holds up to and including this millisecond
  permits    INT             NOT NULL, -- how many; -1: a shared hold, of a lock
  PRIMARY KEY (namespace, name, attempt),
  KEY holdfast_share_expires (expires_ms)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;

-- One row a waiting attempt, first come, first served.
CREATE TABLE IF NOT EXISTS holdfast_queue (
  namespace  VARBINARY(64)   NOT NULL,
  name       VARBINARY(512)  NOT NULL,
  seq        BIGINT          NOT NULL, -- the order within the name
  attempt    VARBINARY(1024) NOT NULL,
  expires_ms BIGINT          NOT NULL, -- the place is dead after this millisecond unless it is kept alive
  claim_ms   BIGINT          NOT NULL, -- how long the hold lasts when it is handed to this attempt
  permits    INT             NOT NULL, -- how many it waits for; of a lock: 0 alone, -1 a shared hold
  PRIMARY KEY (namespace, name, seq),
  UNIQUE KEY holdfast_queue_attempt (namespace, name, attempt),
  KEY holdfast_queue_expires (expires_ms)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;

-- Attempts that ended before their acquire arrived, or by an operator's word: they are never granted.
CREATE TABLE IF NOT EXISTS holdfast_mark (
  namespace  VARBINARY(64)   NOT NULL,
  name       VARBINARY(512)  NOT NULL,
  attempt    VARBINARY(1024) NOT NULL,
  expires_ms BIGINT          NOT NULL, -- no message of the attempt can arrive after this millisecond
  broken     TINYINT         NOT NULL, -- 1: an operator ended the attempt
  PRIMARY KEY (namespace, name, attempt),
  KEY holdfast_mark_expires (expires_ms)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;

-- The version of this layout: one row. A store that does not know the version refuses to work.
CREATE TABLE holdfast_layout (
  version BIGINT NOT NULL PRIMARY KEY -- some servers insist on one
) ENGINE = InnoDB AS SELECT 2 AS version;

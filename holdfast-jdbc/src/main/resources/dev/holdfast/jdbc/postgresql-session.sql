-- The tables of Holdfast's session locks on PostgreSQL, layout version 1. The store makes them itself on first use;
-- to make them beforehand, run this file. The locks themselves are PostgreSQL's advisory locks: no
-- row here holds anything. All times are milliseconds of the server's own clock. The tables are not logged: when the
-- server crashes its sessions end, and with them all of this.

-- The holder of each name, for people: written after the grant.
CREATE UNLOGGED TABLE holdfast_session_hold (
  namespace TEXT COLLATE "C" NOT NULL,
  name      BYTEA  NOT NULL, -- UTF-8 bytes
  lock_key  BIGINT PRIMARY KEY, -- the advisory lock
  conn      BIGINT NOT NULL, -- the process of the server that has it; a row is true while that is so
  attempt   TEXT   NOT NULL,
  stamp     BIGINT NOT NULL -- the last stamp granted
) WITH (fillfactor = 50);

CREATE INDEX holdfast_session_hold_namespace ON holdfast_session_hold (namespace);

-- One row a waiting attempt, first come, first served; and one for each name that is kept from everybody.
CREATE UNLOGGED TABLE holdfast_session_wait (
  seq       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- the order
  namespace TEXT COLLATE "C" NOT NULL,
  name      BYTEA  NOT NULL,
  lock_key  BIGINT NOT NULL, -- the advisory lock that is waited for
  attempt   TEXT   NOT NULL,
  live_key  BIGINT NOT NULL, -- an advisory lock that the waiting client has as long as it lives
  kept_ms   BIGINT NOT NULL, -- 0: it waits; else: the name is kept up to this millisecond (hold-at-least)
  stamp     BIGINT NOT NULL  -- of what is kept
);

CREATE INDEX holdfast_session_wait_key ON holdfast_session_wait (lock_key, seq);

-- Locks that an operator wants a client to give up.
CREATE UNLOGGED TABLE holdfast_session_ask (
  conn     BIGINT NOT NULL, -- the process of the server that has the lock
  lock_key BIGINT NOT NULL,
  asked_ms BIGINT NOT NULL,
  PRIMARY KEY (conn, lock_key)
);

-- The version of this layout: one row. A store that does not know the version refuses to work.
CREATE TABLE holdfast_session_layout (
  version BIGINT NOT NULL
);

INSERT INTO holdfast_session_layout (version) VALUES (1);

-- The tables of Holdfast's session locks on MySQL and MariaDB, layout version 1. The store makes them itself on first
-- use; to make them beforehand, run this file. The locks themselves are those of GET_LOCK: no row here
-- holds anything. All times are milliseconds of the server's own clock. Each statement is a transaction by itself, so
-- the table that says that all are there comes last.

-- The holder of each name, for people: written after the grant.
CREATE TABLE IF NOT EXISTS holdfast_session_hold (
  namespace VARBINARY(64)   NOT NULL,
  name      VARBINARY(512)  NOT NULL, -- UTF-8 bytes
  lock_key  VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY, -- what GET_LOCK was given
  conn      BIGINT          NOT NULL, -- the connection that has it; a row is true while that is so
  attempt   VARBINARY(1024) NOT NULL,
  stamp     BIGINT          NOT NULL, -- the last stamp granted
  KEY holdfast_session_hold_namespace (namespace)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;

-- One row a waiting attempt, first come, first served; and one for each name that is kept from everybody.
CREATE TABLE IF NOT EXISTS holdfast_session_wait (
  seq       BIGINT          NOT NULL AUTO_INCREMENT PRIMARY KEY, -- the order
  namespace VARBINARY(64)   NOT NULL,
  name      VARBINARY(512)  NOT NULL,
  lock_key  VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- what GET_LOCK will be given
  attempt   VARBINARY(1024) NOT NULL,
  live_key  VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- a lock that the waiting client has as
                                      -- long as it lives
  kept_ms   BIGINT          NOT NULL, -- 0: it waits; else: the name is kept up to this millisecond (hold-at-least)
  stamp     BIGINT          NOT NULL, -- of what is kept
  KEY holdfast_session_wait_key (lock_key, seq)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;

-- Locks that an operator wants a client to give up.
CREATE TABLE IF NOT EXISTS holdfast_session_ask (
  conn     BIGINT NOT NULL, -- the connection that has the lock
  lock_key VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  asked_ms BIGINT NOT NULL,
  PRIMARY KEY (conn, lock_key)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;

-- The version of this layout: one row. A store that does not know the version refuses to work.
CREATE TABLE holdfast_session_layout (
  version BIGINT NOT NULL PRIMARY KEY -- some servers insist on one
) ENGINE = InnoDB AS SELECT 1 AS version;

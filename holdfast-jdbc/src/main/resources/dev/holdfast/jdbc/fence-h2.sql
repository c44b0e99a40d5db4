-- The marks of dev.holdfast.jdbc.Fence on H2. Fence.createTable makes the table; to make it
-- beforehand, with a migration tool for example, run this file. It belongs into the database,
-- and the schema, of the data that it guards.

-- One row a resource, from its first guarded contact on. A row may be deleted when no holder can
-- come any more with a token from before.
CREATE TABLE IF NOT EXISTS holdfast_fence (
  -- UTF-8 bytes: no collation may make one of two
  resource VARBINARY(512) NOT NULL PRIMARY KEY,
  -- the highest token of an exclusive holder; 0: there was none
  exclusive_token BIGINT NOT NULL,
  -- who brought it; empty: that was not said
  exclusive_owner VARCHAR(1024) NOT NULL,
  -- the highest token of a shared holder; 0: there was none
  shared_token BIGINT NOT NULL,
  -- how many checks were passed
  contacts BIGINT NOT NULL
);

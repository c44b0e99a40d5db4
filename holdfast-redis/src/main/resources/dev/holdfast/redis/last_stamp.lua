-- The last stamp of which tokens can be made, in May 2041 (as in Tokens.java): part of the scripts that grant.
--
-- KEYS      as in the script that includes this
-- ARGV      as in the script that includes this
-- Returns   nothing by itself
-- Invariant nothing is written. Stamps are compared with it as numbers: as a text, one of 17 digits, which
--           a clock past the year 2286 makes, lies below it

local LAST_STAMP = 2251799813685246

-- Stands before acquire.lua on a member of a quorum: takes the stamp that is proposed, so that all
-- members may grant the same one.
--
-- KEYS      as in the script that it stands before
-- ARGV      at the end: the proposed stamp, 16 digits, or 0; taken away
-- Returns   what the script returns
-- Invariant acquire.lua's: the stamp is taken only where it lies above what would be granted without
--           it, and at most 100 ms ahead of the server's clock

ARGV.proposed = table.remove(ARGV)


-- How long a hold or a place may last, which the id of its attempt says, as in …/30000-1c: part of
-- queue.lua, and of acquire.lua's fast path.
--
-- KEYS      as in the script that includes this
-- ARGV      as in the script that includes this
-- Returns   nothing by itself
-- Invariant nothing is written

local LENIENT = 1000000 -- µs by which a hold may end later than its lease allows

-- The longest lease of an attempt's hold in µs; nil if its id says none.
local function longest_of(attempt)
  local millis = string.match(attempt, '[/.](%d+)%-%w+$')
  return millis and #millis <= 12 and millis * 1000 or nil
end

-- Where more is left of a hold than its attempt's longest lease, or of a place than this number of
-- leases, since the server's clock was set back: that longest time in µs. Else nil.
local function too_long(attempt, left, leases)
  local longest = longest_of(attempt)
  longest = longest and longest * (leases or 1)
  return longest and left > longest + LENIENT and longest or nil
end

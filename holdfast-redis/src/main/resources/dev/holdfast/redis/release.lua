-- Ends an attempt wherever it stands, and hands the name on where that makes room.
--
-- KEYS      1 hold, 2 queue, 3 places, 4 shared holds (of one name)
-- ARGV      1 attempt
--           2 ms for which a mark is kept
--           3 how long the name stays taken in ms (if it does, or if 4 is there)
--           4 1 if an acquire of the attempt may still arrive
-- Returns   1 if the attempt held or waited, 0 if nothing of it was found, or if it held no longer
--           (1 for that too, where nothing has happened to the name since it was granted)
-- Invariant only the hold or the place of this very attempt ends

local state = redis.call('GET', KEYS[1])
local attempt = ARGV[1]

-- The numbers below are places in a record, as record.lua writes it: a stamp of 16 characters, two
-- flags of one, each with a blank before it, and from the 20th on the attempt and its expiry.

-- The fast path: as it was granted, without waiters, nothing to be kept: GET and SET. Whether it has
-- expired meanwhile does not matter, since nothing has happened to the name. The record was to be
-- kept for a day after the lease, and so is the stamp: to set that anew would cost the server more.
if state and not ARGV[3] and string.find(state, attempt, 20, true) == 20 and
  string.byte(state, 18) == 48 and string.byte(state, 20 + #attempt) == 32 then
  redis.call('SET', KEYS[1], string.sub(state, 1, 16), 'KEEPTTL')
  return 1
end

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

--@include push.lua

-- The fast path of a handoff: the next waiter asks for the name alone, as this attempt had it. It
-- is told that others wait, though they may be none, and the record says so too: the next waiter
-- then need not tell it. That the queue is empty is seen when it is next looked through.
if state and not ARGV[3] and string.find(state, attempt, 20, true) == 20 and
  string.byte(state, 18) == 119 and string.byte(state, 20 + #attempt) == 32 then
  local expiry = tonumber(string.sub(state, 21 + #attempt)) -- no number if there are marks
  local first = expiry and expiry > now and redis.pcall('ZRANGE', KEYS[2], 0, 0)[1]
  local place = first and redis.pcall('HGET', KEYS[3], first)
  local ends, claim, sent =
    string.match(type(place) == 'string' and place or '', '^(%d+) (%d+) (-?%d+)$')
  if ends and #ends <= 16 and #claim <= 12 and tonumber(ends) > now then
    local stamp = string.format('%.0f', math.max(string.sub(state, 1, 16) + 1, now))
    redis.call('ZREM', KEYS[2], first)
    redis.call('HDEL', KEYS[3], first)
    redis.call('PSETEX', KEYS[1], claim + 86400000,
      stamp .. ' w ' .. first .. string.format(' %.0f', now + claim * 1000))
    push({hold = KEYS[1]}, first, 'g ' .. stamp .. ' ' .. claim .. ' 1 ' .. sent)
    return 1
  end
end

--@include end.lua

local name = read(KEYS[1], KEYS[2], KEYS[3], KEYS[4], state)
if not name then
  return foreign(KEYS[1])
end
return end_attempt(name, attempt, ARGV[2], tonumber(ARGV[3] or 0), ARGV[4])

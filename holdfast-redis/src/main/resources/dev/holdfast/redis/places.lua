-- The places of those who wait for a name: part of queue.lua, and of acquire.lua's fast path.
--
-- KEYS      as in the script that includes this
-- ARGV      as in the script that includes this
-- Returns   nothing by itself
-- Invariant the queue is a sorted set of attempts by arrival; the places are a hash of
--           "<expiry µs> <claim ms><mode> <sent at>" by attempt, with the mode + for a shared hold and
--           +<permits>/<size> for a counted one. Both keys outlive the longest place, and neither is
--           ever without an end.

local function is_live_place(place)
  local expiry = string.match(place or '', '^%d+')
  return expiry and tonumber(expiry) > now
end

-- Writes a place; `before` is what it was, if it was known. A late or repeated message neither
-- shortens it nor moves its send time back.
local function keep_place(name, attempt, claim, millis, sent, before, is_first)
  local expiry = now + millis * 1000
  if before then
    local known, seen = string.match(before, '^(%d+) %S+ (%S+)$')
    expiry = math.max(expiry, tonumber(known))
    if tonumber(seen) > tonumber(sent) then
      sent = seen
    end
  end
  redis.call('HSET', name.places, attempt, string.format('%.0f %s %s', expiry, claim, sent))
  local longest = tonumber(millis)
  if is_first or redis.call('PTTL', name.queue) < longest
    or redis.call('PTTL', name.places) < longest then
    redis.call('PEXPIRE', name.queue, 2 * longest)
    redis.call('PEXPIRE', name.places, 2 * longest)
  end
end

-- Joins the queue, where the attempt is not in it; how many are ahead of it.
local function join(name, attempt, claim, millis, sent)
  -- Both fail here, before anything is written, if a foreign value is in the way.
  local before = redis.call('HGET', name.places, attempt)
  local last = redis.call('ZRANGE', name.queue, -1, -1, 'WITHSCORES')
  redis.call('ZADD', name.queue, 'NX', (last[2] or 0) + 1, attempt)
  keep_place(name, attempt, claim, millis, sent, before, not last[1])
  return last[1] and redis.call('ZRANK', name.queue, attempt) or 0
end

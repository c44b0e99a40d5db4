-- The places of those who wait for a name: part of queue.lua, and of acquire.lua's fast path.
--
-- KEYS      as in the script that includes this
-- ARGV      as in the script that includes this
-- Returns   nothing by itself
-- Invariant the queue is a sorted set of attempts by arrival; the places are a hash of
--           "<expiry µs> <claim ms><mode> <sent at>" by attempt, with the mode + for a shared hold and
--           +<permits>/<size> for a counted one. Both keys outlive the longest place, and neither is
--           ever without an end. A field of the places that begins with ~ is no place: overlong.lua.

local function foreign(key)
  return redis.error_reply('WRONGTYPE ' .. key .. ' does not hold what Holdfast keeps there')
end

-- What a command tells of one key; nil if a foreign value is there: that is one name's trouble, and
-- scripts of many names go on. Any other error ends the script.
local function look(key, command, ...)
  local reply = redis.pcall(command, key, ...)
  if type(reply) ~= 'table' or not reply.err then
    return reply
  end
  if not string.find(reply.err, 'WRONGTYPE', 1, true) then
    redis.call(command, key, ...)
  end
  return nil
end

-- What a place says: its end, claim, mode and send time; nil if it is none. The lengths keep what is
-- reckoned with them within what the server takes for a time.
local function place_of(place)
  local expiry, claim, mode, sent = string.match(place or '', '^(%d+) (%d+)([+%d/]*) (-?%d+)$')
  if not sent or #expiry > 16 or #claim > 12 or #mode > 24
    or #mode > 1 and not string.find(mode, '^%+%d+/%d+$') or mode == '/' then
    return nil
  end
  return tonumber(expiry), claim, mode, sent
end

local function is_live_place(place)
  local expiry = place_of(place)
  return expiry and expiry > now
end

-- Writes a place; `before` is what it was, if it was known. A late or repeated message neither
-- shortens it nor moves its send time back.
local function keep_place(name, attempt, claim, millis, sent, before, is_first)
  local expiry = now + millis * 1000
  local known, _, _, seen = place_of(before)
  if known then
    if not too_long(attempt, known - now, 2) then -- else the clock was set back
      expiry = math.max(expiry, known)
    end
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

-- Joins the queue, where the attempt is not in it; how many are ahead of it. If a foreign value is in
-- the way, nothing is written: nil, and the key.
local function join(name, attempt, claim, millis, sent)
  local before = look(name.places, 'HGET', attempt)
  local last = look(name.queue, 'ZRANGE', -1, -1, 'WITHSCORES')
  if before == nil or not last then
    return nil, last and name.places or name.queue
  end
  redis.call('ZADD', name.queue, 'NX', (last[2] or 0) + 1, attempt)
  keep_place(name, attempt, claim, millis, sent, before, not last[1])
  return last[1] and redis.call('ZRANK', name.queue, attempt) or 0
end

-- Ends an attempt wherever it stands, and hands the name to the next live waiter.
--
-- KEYS      1 hold, 2 queue, 3 places (of one name)
-- ARGV      1 attempt
--           2 "<keep ms> <1 if an acquire may still arrive> <mark ms>"
-- Returns   1 if the attempt held or waited, 0 if nothing of it was found
-- Invariant only the hold or the place of this very attempt ends; at most one waiter is granted

local state = redis.call('GET', KEYS[1])
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local now = math.ceil(micros / 1000)
local attempt = ARGV[1]

-- The fast path: nobody waits, nothing is to be kept: GET, TIME and SET.
if state and string.sub(ARGV[2], 1, 4) == '0 0 ' then
  local stamp, owner, expiry, rest = string.match(state, '^(%d+) (%S+) (%d+) (.+)$')
  if owner == attempt and rest == '0' and tonumber(expiry) >= now then
    redis.call('SET', KEYS[1], stamp .. ' - 0 0', 'PX', '86400000')
    return 1
  end
end

--@include queue.lua

local keep, overtaking, mark = string.match(ARGV[2], '^(%d+) ([01]) (%d+)$')
local name = read(KEYS[1], KEYS[2], KEYS[3], state)
if not name then
  return redis.error_reply('WRONGTYPE ' .. KEYS[1] .. ' does not hold a Holdfast lock')
end
local found = 0
if name.owner == attempt then
  if live(name) then
    found = 1
  end
  if found == 1 and keep ~= '0' then
    name.owner = '!' .. attempt
    name.expiry = now + keep
  else
    hand_on(name)
  end
elseif redis.call('ZREM', name.queue, attempt) == 1 then
  found = 1
  redis.call('HDEL', name.places, attempt)
  if redis.call('ZCARD', name.queue) == 0 then
    forget_queue(name)
  end
end
if overtaking == '1' or found == 0 then
  mark_ended(name, attempt, mark, 'r')
end
write(name)
return found

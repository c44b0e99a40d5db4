-- Grants a name, joins its queue, or refuses.
--
-- KEYS      1 hold, 2 queue, 3 places (of one name)
-- ARGV      1 attempt
--           2 lease in ms
--           3 empty: only try; else "<claim ms> <place ms> <sent at>": wait in the queue
-- Returns   a stamp (integer): granted now, for the whole lease, and nobody waits; or a standing
--           (queue.lua)
-- Invariant a live hold of another attempt is never replaced, a live waiter never overtaken, and the
--           stamp of a grant lies above every stamp this server remembers of the name

local state = redis.call('GET', KEYS[1])
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local now = math.ceil(micros / 1000)
local attempt = ARGV[1]

-- The fast path: a name that is free, without queue or marks, costs GET, TIME and SET.
local stamp, owner, expiry, rest
if state then
  stamp, owner, expiry, rest = string.match(state, '^(%d+) (%S+) (%d+) (.+)$')
end
if not state or (rest == '0' and owner ~= attempt and tonumber(expiry) < now) then
  local last = tonumber(stamp or 0)
  if micros <= last then
    micros = last + 1
  end
  redis.call('SET', KEYS[1],
    string.format('%.0f %s %.0f 0', micros, attempt, now + ARGV[2]), 'PX', ARGV[2] + 86400000)
  return micros
end

--@include queue.lua

local name = read(KEYS[1], KEYS[2], KEYS[3], state)
if not name then
  return redis.error_reply('WRONGTYPE ' .. KEYS[1] .. ' does not hold a Holdfast lock')
end
local mark = mark_of(name, attempt)
if mark then
  return absent(name, mark)
end
if name.owner == attempt then
  if live(name) then
    return holding(name)
  end
  -- Its grant has expired, and an attempt that ended is not granted again.
  mark_ended(name, attempt, ARGV[2], 'r')
  hand_on(name)
  write(name)
  return absent(name, 'r')
end
if not live(name) then
  hand_on(name)
  if name.owner ~= attempt and not live(name) and name.waiting == '0' then
    take(name, attempt, ARGV[2])
  end
  write(name)
  if name.owner == attempt then
    return holding(name)
  end
end
if ARGV[3] == '' then
  return absent(name, nil)
end
local claim, place, sent = string.match(ARGV[3], '^(%d+) (%d+) (%S+)$')
local before = redis.call('HGET', name.places, attempt)
redis.call('ZADD', name.queue, 'NX', redis.call('HINCRBY', name.places, '#', 1), attempt)
keep_place(name, attempt, claim, place, sent, before)
if name.waiting == '0' then
  name.waiting = '1'
  write(name)
  -- Once: until the queue has been empty, the holder knows (from this or from its grant).
  if live(name) and string.sub(name.owner, 1, 1) ~= '!' then
    push(name, name.owner, 'r')
  end
end
return queued(name, attempt)

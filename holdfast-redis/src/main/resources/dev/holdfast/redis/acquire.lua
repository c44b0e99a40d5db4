-- Grants a name, joins its queue, or refuses.
--
-- KEYS      1 hold, 2 queue, 3 places (of one name)
-- ARGV      1 attempt
--           2 lease in ms
--           3 the same and a day, for which the record is kept
--           4 empty: only try; else "<claim ms> <place ms> <sent at>": wait in the queue
-- Returns   a stamp and the attempt's tail (a string): granted now, for the whole lease, and nobody
--           waits; or a standing (queue.lua)
-- Invariant a live hold of another attempt is never replaced, a live waiter never overtaken, and the
--           stamp of a grant lies above every stamp this server remembers of the name

local state = redis.call('GET', KEYS[1])
local time = redis.call('TIME')

-- The fast path: a name that is free, without queue or marks, is a bare stamp, and a grant for the
-- whole lease is written without arithmetic: GET, TIME, PSETEX and few strings.
local stamp = time[1] .. string.sub('00000' .. time[2], -6)
if not state or (#state == #stamp and stamp > state) then
  redis.call('PSETEX', KEYS[1], ARGV[3], stamp .. ' 0 ' .. ARGV[1] .. ' ' .. ARGV[2])
  return stamp .. string.sub(ARGV[1], -12)
end

local now = tonumber(stamp)
--@include queue.lua

local attempt = ARGV[1]
local name = read(KEYS[1], KEYS[2], KEYS[3], state)
if not name then
  return foreign(KEYS[1])
end
local mark = mark_of(name, attempt)
if mark then
  return absent(name, attempt, mark)
end
if name.owner == attempt then
  if live(name) then
    return holding(name)
  end
  -- Its grant has expired, and an attempt that ended is not granted again.
  mark_ended(name, attempt, ARGV[2], 'r')
  hand_on(name)
  write(name)
  return absent(name, attempt, 'r')
end
if not live(name) then
  hand_on(name)
  if not live(name) and not name.waiting then
    take(name, attempt, ARGV[2])
  end
  write(name)
  if name.owner == attempt then
    return holding(name)
  end
end
if ARGV[4] == '' then
  return absent(name, attempt, nil)
end
local claim, place, sent = string.match(ARGV[4], '^(%d+) (%d+) (%S+)$')
-- Both of these fail here, before anything is written, if a foreign value is in the way.
local before = redis.call('HGET', name.places, attempt)
redis.call('ZCARD', name.queue)
redis.call('ZADD', name.queue, 'NX', redis.call('HINCRBY', name.places, '#', 1), attempt)
keep_place(name, attempt, claim, place, sent, before)
if not name.waiting then
  name.waiting = true
  write(name)
  -- Once: until the queue has been empty, the holder knows (from this or from its grant).
  if live(name) and string.sub(name.owner, 1, 1) ~= '!' then
    push(name, name.owner, 'r')
  end
end
return queued(name, attempt)

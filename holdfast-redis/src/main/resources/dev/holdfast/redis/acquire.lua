-- Grants a name, joins its queue, or refuses.
--
-- KEYS      1 hold, 2 queue, 3 places, 4 shared holds (of one name)
-- ARGV      1 attempt
--           2 lease in ms
--           3 the same and a day, for which the record is kept
--           4 empty: only try; else "<claim ms> <place ms> <sent at>": wait in the queue
--           5 + if a shared hold is asked for, +<permits>/<size> for a counted one, else missing
-- Returns   a stamp and the attempt's tail (a string): granted now, for the whole lease, alone, and
--           nobody waits; or a standing (queue.lua)
-- Invariant a live hold of another attempt is never replaced, a live waiter never overtaken, and the
--           stamp of a grant lies above every stamp this server remembers of the name

local state = redis.call('GET', KEYS[1])
local time = redis.call('TIME')

-- The fast path: a name that is free, without queue or marks, is a bare stamp, and a grant for the
-- whole lease is written without arithmetic: GET, TIME, PSETEX and few strings.
local stamp = time[1] .. string.sub('00000' .. time[2], -6)
if not ARGV[5] and (not state or (#state == #stamp and stamp > state)) then
  redis.call('PSETEX', KEYS[1], ARGV[3], stamp .. ' 0 ' .. ARGV[1] .. ' ' .. ARGV[2])
  return stamp .. string.sub(ARGV[1], -12)
end

local now = tonumber(stamp)
--@include queue.lua

local attempt, mode = ARGV[1], ARGV[5] or ''
local name = read(KEYS[1], KEYS[2], KEYS[3], KEYS[4], state)
if not name then
  return foreign(KEYS[1])
end
local changed = settle(name, attempt) or (name.owner == attempt and not live(name))
if changed then
  -- Its grant has expired, and an attempt that ended is not granted again.
  mark_ended(name, attempt, ARGV[2], 'r')
end
if not live(name) or name.waiting and may_move(name) then
  changed = move_on(name) or changed
end
local own = hold_of(name, attempt)
local mark = not own and mark_of(name, attempt)
local _, size = counted(mode)
local differs = (live(name) or name.waiting) and name.size ~= size
if not own and not mark and not name.waiting and not differs and has_room(name, mode) then
  own = take(name, attempt, ARGV[2], mode)
  if not own then
    return foreign(KEYS[4])
  end
  changed = true
end
if changed then
  write(name)
end
if own then
  return holding(name, attempt, own)
end
if differs and not mark and not is_live_place(redis.call('HGET', name.places, attempt)) then
  return {6, name.size, string.sub(attempt, -12)}
end
if mark or ARGV[4] == '' then
  return absent(name, attempt, mark)
end
local claim, place, sent = string.match(ARGV[4], '^(%d+) (%d+) (%S+)$')
-- All of these fail here, before anything is written, if a foreign value is in the way.
local before = redis.call('HGET', name.places, attempt)
redis.call('ZCARD', name.queue)
if mode ~= '' then
  redis.call('HLEN', name.shared)
end
redis.call('ZADD', name.queue, 'NX', redis.call('HINCRBY', name.places, '#', 1), attempt)
keep_place(name, attempt, claim .. mode, place, sent, before)
if not name.waiting then
  name.waiting = true
  write(name)
  -- Once: until the queue has been empty, the holders know (from this or from their grants).
  tell(name, holders(name), 'r')
end
return queued(name, attempt)

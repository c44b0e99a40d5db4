-- Grants a name, joins its queue, or refuses.
--
-- KEYS      1 hold, 2 queue, 3 places, 4 shared holds (of one name)
-- ARGV      1 attempt
--           2 lease in ms
--           3 the same and a day, for which the record is kept
--           4 empty: only try; else "<claim ms> <place ms> <sent at>": wait in the queue
--           5 + if a shared hold is asked for, +<permits>/<size> for a counted one, else missing
--           proposed, on a member of a quorum alone: the stamp that all are to grant (proposed.lua)
-- Returns   a stamp and the attempt's tail (a string): granted now, for the whole lease, alone, and
--           no attempt waits; or a standing (queue.lua)
-- Invariant a live hold of another attempt is never replaced, a live waiter never overtaken, and the
--           stamp of a grant lies above every stamp this server remembers of the name; a stamp that
--           makes no token (after May 2041: the clock is wrong) is returned, and never written

local state = redis.call('GET', KEYS[1])
local time = redis.call('TIME')

--@include last_stamp.lua

-- The fast path: a name that is free, without queue or marks, is a bare stamp, and a grant for the
-- whole lease is written almost without arithmetic: GET, TIME, PSETEX and few strings.
local stamp = time[1] .. string.sub('00000' .. time[2], -6)
local now, lease, proposed = stamp, ARGV[2], ARGV.proposed
if proposed and proposed > stamp and proposed - stamp <= 100000 then
  stamp = proposed -- the lease counts from it in the record, but begins now
  lease = lease - (stamp - now - (stamp - now) % 1000) / 1000
  if lease < 0 then
    lease = 0
  end
end
if not ARGV[5] and (not state or (#state == #stamp and stamp > state)) and stamp + 0 <= LAST_STAMP then
  redis.call('PSETEX', KEYS[1], ARGV[3], stamp .. ' 0 ' .. ARGV[1] .. ' ' .. lease)
  return stamp .. string.sub(ARGV[1], -12)
end

now = tonumber(now)
--@include lease.lua
--@include places.lua

-- The fast path of those who wait: an attempt has the name alone, and knows that others wait.
if ARGV[4] ~= '' and not ARGV[5] and string.byte(state or '', 18) == 119 then
  local owner, expiry = string.match(state, '^%d+ w ([^-!+]%S*) (%d+)$')
  if owner and owner ~= ARGV[1] and #expiry <= 16 and tonumber(expiry) > now
    and not too_long(owner, expiry - now) then
    local claim, place, sent = string.match(ARGV[4], '^(%d+) (%d+) (%S+)$')
    local ahead, key = join({queue = KEYS[2], places = KEYS[3]}, ARGV[1], claim, place, sent)
    if not ahead then
      return foreign(key)
    end
    return {2, ahead, math.floor((expiry - now) / 1000), owner, string.sub(ARGV[1], -12)}
  end
end

--@include ask.lua

local attempt, mode = ARGV[1], ARGV[5] or ''
local name = read(KEYS[1], KEYS[2], KEYS[3], KEYS[4], state)
if not name then
  return foreign(KEYS[1])
end
local found = find(name, attempt, ARGV[2], mode)
local own = found.own
if found.room then
  local least = math.max(name.stamp + 1, stamp + 0)
  if least > LAST_STAMP then
    if found.changed and live(name) then
      write(name) -- others share it since the queue has moved on
    end
    return without_token(attempt, least)
  end
  name.stamp = least - 1
  own = take(name, attempt, ARGV[2], mode)
  if not own then
    return foreign(KEYS[4])
  end
end
if found.changed or found.room then
  write(name)
end
if own then
  return holding(name, attempt, own)
end
return wait_or_leave(name, attempt, mode, ARGV[4], found)

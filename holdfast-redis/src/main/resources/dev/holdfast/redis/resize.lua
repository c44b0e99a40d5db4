-- Gives a semaphore that is held or waited for another size.
--
-- KEYS      1 hold, 2 queue, 3 places, 4 shared holds (of one name)
-- ARGV      1 how many permits there are from now on
-- Returns   how many there were; 0 if nobody holds or waits for permits
-- Invariant no hold changes; places that ask for more than there are now go

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

--@include queue.lua

local name = read(KEYS[1], KEYS[2], KEYS[3], KEYS[4], redis.call('GET', KEYS[1]))
if not name then
  return foreign(KEYS[1])
end
settle(name, '')
local changed = name.waiting and may_move(name) and move_on(name)
local before = live(name) and name.size or 0
if before > 0 then
  name.size = tonumber(ARGV[1])
  if name.waiting then
    move_on(name)
  end
end
if changed or before > 0 then
  write(name)
end
return before

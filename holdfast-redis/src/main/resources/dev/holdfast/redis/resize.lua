-- Gives a semaphore that is held or waited for another size.
--
-- KEYS      1 hold, 2 queue, 3 places, 4 shared holds (of one name)
-- ARGV      1 how many permits there are from now on, 2 how many there have to be now; 0 if that does not matter
-- Returns   how many there were; 0 if no attempt holds or waits for permits
-- Invariant nothing changes if there are not as many as there have to be; no hold changes; places that ask for more than there are now go

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

--@include queue.lua

local name = find_record(KEYS[1], KEYS[2], KEYS[3], KEYS[4])
if not name then
  return foreign(KEYS[1])
end

-- Drops the places that ask for more permits than there are, wherever they stand in the queue.
local function drop_too_many()
  local places = look(name.places, 'HGETALL') or {}
  for i = 1, #places, 2 do
    local _, _, mode = place_of(places[i + 1])
    if mode and counted(mode) > name.size then
      look(name.queue, 'ZREM', places[i])
      redis.call('HDEL', name.places, places[i])
    end
  end
end

settle(name, '')
local changed = name.waiting and may_move(name) and move_on(name)
local before = live(name) and name.size or 0
local expected = tonumber(ARGV[2])
local resized = before > 0 and (expected == 0 or expected == before)
if resized then
  name.size = tonumber(ARGV[1])
  if name.waiting then
    drop_too_many()
    move_on(name)
  end
end
if changed or resized then
  write(name)
end
return before

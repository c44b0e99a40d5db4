-- Tells who holds a name and who waits for it; changes nothing.
--
-- KEYS      1 hold, 2 queue, 3 places (of one name)
-- ARGV      none
-- Returns   {stamp, ms left, owner or '' (an owner with a leading ! has released, and the name is only
--           kept), waiting attempts, first to last…}
-- Invariant what is dead is not told

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

--@include queue.lua

local name = read(KEYS[1], KEYS[2], KEYS[3], redis.call('GET', KEYS[1]))
if not name then
  return foreign(KEYS[1])
end
local told = {0, 0, ''}
if live(name) then
  told = {name.stamp, (holder(name)), name.owner}
end
for _, attempt in ipairs(redis.call('ZRANGE', name.queue, 0, -1)) do
  if is_live_place(redis.call('HGET', name.places, attempt)) then
    told[#told + 1] = attempt
  end
end
return told

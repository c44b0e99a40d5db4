-- Ends the hold on a name by force, tells its client, and hands the name on.
--
-- KEYS      1 hold, 2 queue, 3 places (of one name)
-- ARGV      1 for how many ms the store remembers that the attempt was broken
-- Returns   1 if there was a hold, 0 if not
-- Invariant the broken attempt is refused from now on, whatever of it still arrives

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

--@include queue.lua

local name = read(KEYS[1], KEYS[2], KEYS[3], redis.call('GET', KEYS[1]))
if not name then
  return foreign(KEYS[1])
end
if not live(name) then
  return 0
end
-- A name that is only kept has no holder any more: nobody is to be told.
if string.sub(name.owner, 1, 1) ~= '!' then
  mark_ended(name, name.owner, ARGV[1], 'b')
  push(name, name.owner, 'b')
end
hand_on(name)
write(name)
return 1

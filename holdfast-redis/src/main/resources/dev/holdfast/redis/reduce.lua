-- Leaves a counted hold with fewer permits, and hands on those that it gives back.
--
-- KEYS      1 hold, 2 queue, 3 places, 4 shared holds (of one name)
-- ARGV      1 attempt
--           2 how many permits it has from now on at most
-- Returns   1 if the attempt has a live counted hold, else 0
-- Invariant only the permits of this very attempt's hold change, and they never become more

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

--@include queue.lua

local name = find_record(KEYS[1], KEYS[2], KEYS[3], KEYS[4])
if not name then
  return foreign(KEYS[1])
end

settle(name, ARGV[1])
local own = name.owner == '+' and shared_of(name, ARGV[1])
if not own or own.kind ~= 5 then
  return 0
end
local given = own.permits - tonumber(ARGV[2])
if given > 0 then
  own.permits = own.permits - given
  name.used = name.used - given
  put_shared(name, ARGV[1], own)
  if name.waiting then
    move_on(name)
  end
  write(name)
end
return 1

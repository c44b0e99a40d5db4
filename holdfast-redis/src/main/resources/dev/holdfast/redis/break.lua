-- Ends the hold on a name by force, or all of several, tells their clients, and hands the name on.
--
-- KEYS      1 hold, 2 queue, 3 places, 4 shared holds (of one name)
-- ARGV      1 for how many ms the store remembers that an attempt was broken
-- Returns   1 if there was a hold, or a last stamp that none can follow; 0 if not
-- Invariant a broken attempt is refused from now on, whatever of it still arrives (of very many shared
--           holds, those that have a mark: queue.lua); after a last stamp that none can follow, the next
--           grant has the server's time again

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

--@include queue.lua
--@include last_stamp.lua

local name = find_record(KEYS[1], KEYS[2], KEYS[3], KEYS[4])
if not name then
  return foreign(KEYS[1])
end
settle(name, '')
local spent = name.stamp >= LAST_STAMP and now < LAST_STAMP
if spent then
  name.stamp = now
end
if not live(name) then
  if spent then
    write(name)
  end
  return spent and 1 or 0
end
local owners = holders(name)
for i = 1, math.min(#owners, MARKS) do
  mark_ended(name, owners[i], ARGV[1], 'b')
end
tell(name, owners, 'b')
if name.owner == '+' and of_shared(name, 'HLEN') then
  redis.call('DEL', name.shared)
end
free(name)
move_on(name)
write(name)
return 1

-- Tells the holders of a name and its waiters; changes nothing.
--
-- KEYS      1 hold, 2 queue, 3 places, 4 shared holds (of one name)
-- ARGV      none
-- Returns   {a list of holds, a list of waiting attempts, first to last, how many permits there are, 0
--           for a lock, the key of the hold}; a hold is {stamp, ms left, owner, 1 if shared, permits} (an owner with a leading ! has released, and the hold is only kept)
-- Invariant what is dead is not told; what cannot be read is an error

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

--@include queue.lua

local name = find_record(KEYS[1], KEYS[2], KEYS[3], KEYS[4])
if not name then
  return foreign(KEYS[1])
end
local holds = {}
local function told(stamp, expiry, owner, shared, permits)
  if expiry > now then
    holds[#holds + 1] = {stamp, math.floor((expiry - now) / 1000), owner, shared, permits}
  end
end
if name.owner == '+' then
  local all = of_shared(name, 'HGETALL')
  if not all then
    return foreign(name.shared)
  end
  for i = 1, #all, 2 do
    local stamp, expiry, permits = hold_in(all[i + 1])
    told(stamp, expiry or 0, all[i], permits == '' and 1 or 0, tonumber(permits) or 0)
  end
  table.sort(holds, function(a, b) return a[1] < b[1] end)
elseif name.owner ~= '-' then
  told(name.stamp, name.expiry, name.owner, 0, 0)
end
local waiters = {}
local queue, places = look(name.queue, 'ZRANGE', 0, -1), look(name.places, 'HLEN')
if not queue or not places then
  return foreign(queue and name.places or name.queue)
end
for _, attempt in ipairs(queue) do
  if is_live_place(redis.call('HGET', name.places, attempt)) then
    waiters[#waiters + 1] = attempt
  end
end
return {holds, waiters, (#holds > 0 or #waiters > 0) and name.size or 0, KEYS[1]}

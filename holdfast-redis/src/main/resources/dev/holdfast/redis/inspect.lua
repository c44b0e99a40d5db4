-- Tells who holds a name and who waits for it; changes nothing.
--
-- KEYS      1 hold, 2 queue, 3 places (of one name)
-- ARGV      none
-- Returns   {stamp, ms left, owner or '' (an owner with a leading ! has released, and the name is only
--           kept), waiting attempts, first to last…}
-- Invariant what is dead is not told

local time = redis.call('TIME')
local now = math.ceil((time[1] * 1000000 + time[2]) / 1000)
local told = {0, 0, ''}
local state = redis.call('GET', KEYS[1])
if state then
  local stamp, owner, expiry = string.match(state, '^(%d+) (%S+) (%d+) [01]')
  if not stamp then
    return redis.error_reply('WRONGTYPE ' .. KEYS[1] .. ' does not hold a Holdfast lock')
  end
  if owner ~= '-' and tonumber(expiry) >= now then
    told = {tonumber(stamp), expiry - now, owner}
  end
end
for _, attempt in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
  local expiry = string.match(redis.call('HGET', KEYS[3], attempt) or '', '^%d+')
  if expiry and tonumber(expiry) >= now then
    told[#told + 1] = attempt
  end
end
return told

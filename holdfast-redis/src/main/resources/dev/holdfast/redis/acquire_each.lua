-- Grants several names, each by itself: those that are free, without queue or marks. What is not that
-- plain is left to acquire.lua.
--
-- KEYS      the hold of each name
-- ARGV      for each name: attempt, lease in ms, and on a member of a quorum the proposed stamp
--           (proposed.lua), or 0; at the end the call's number
-- Returns   a list: for each name the stamp and the attempt's tail, as acquire.lua returns them, or nil
--           where nothing was done; and the call's number
-- Invariant as in acquire.lua for each

--@include last_stamp.lua

local time = redis.call('TIME')
local now = time[1] .. string.sub('00000' .. time[2], -6)
local states = redis.call('MGET', unpack(KEYS))
local words = (#ARGV - 1) / #KEYS -- for each name
local granted, replies = {}, {}
local same, kept -- the lease of the name before, and for how long its record is kept

for i, key in ipairs(KEYS) do
  local at = words * (i - 1) + 1
  local attempt, lease, stamp = ARGV[at], ARGV[at + 1], now
  local state = states[i]
  if not state or granted[key] then
    state = redis.pcall('GET', key) -- it may be a foreign value, or taken by now
  end
  if lease ~= same then
    same, kept = lease, string.format('%.0f', lease + 86400000)
  end
  if words == 3 then
    local proposed = ARGV[at + 2]
    if proposed > stamp and proposed - stamp <= 100000 then
      stamp = proposed -- as in acquire.lua
      lease = math.max(0, lease - (stamp - now - (stamp - now) % 1000) / 1000)
    end
  end
  replies[i] = false
  if (not state or (#state == #stamp and stamp > state)) and stamp + 0 <= LAST_STAMP then
    redis.call('PSETEX', key, kept, stamp .. ' 0 ' .. attempt .. ' ' .. lease)
    granted[key] = true
    replies[i] = stamp .. string.sub(attempt, -12)
  end
end
replies[#KEYS + 1] = ARGV[#ARGV]
return replies

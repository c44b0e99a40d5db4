-- Grants several names, each by itself: those that are free, without queue or marks. What is not that
-- plain is left to acquire.lua.
--
-- KEYS      the hold of each name
-- ARGV      for each name: attempt, lease in ms, the same and a day, and on a member of a quorum the
--           proposed stamp (proposed.lua), else 0; at the end the call's number
-- Returns   a list: for each name the stamp and the attempt's tail, as acquire.lua returns them, or nil
--           where nothing was done; and the call's number
-- Invariant as in acquire.lua for each

local time = redis.call('TIME')
local now = time[1] .. string.sub('00000' .. time[2], -6)
local replies = {}

for i, key in ipairs(KEYS) do
  local at = 4 * i - 3
  local state = redis.pcall('GET', key)
  local stamp, lease, proposed = now, ARGV[at + 1], ARGV[at + 3]
  if proposed > stamp and proposed - stamp <= 100000 then
    stamp = proposed -- as in acquire.lua
    lease = math.max(0, lease - (stamp - now - (stamp - now) % 1000) / 1000)
  end
  replies[i] = false
  if not state or (#state == #stamp and stamp > state) then
    redis.call('PSETEX', key, ARGV[at + 2], stamp .. ' 0 ' .. ARGV[at] .. ' ' .. lease)
    replies[i] = stamp .. string.sub(ARGV[at], -12)
  end
end
replies[#replies + 1] = ARGV[#ARGV]
return replies

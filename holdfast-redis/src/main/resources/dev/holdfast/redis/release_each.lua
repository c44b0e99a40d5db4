-- Ends several attempts that have their names as they were granted, where no attempt waits and nothing
-- is to be kept. What is not that plain is left to release.lua.
--
-- KEYS      the hold of each name
-- ARGV      the attempt of each; at the end the call's number
-- Returns   a list: for each name 1, as release.lua returns it, or nil where nothing was done; and the
--           call's number
-- Invariant as in release.lua for each

local states = redis.call('MGET', unpack(KEYS))
local replies = {}

for i, key in ipairs(KEYS) do
  local state, attempt = states[i], ARGV[i]
  replies[i] = false
  if state and string.find(state, attempt, 20, true) == 20 and string.byte(state, 18) == 48
    and string.byte(state, 20 + #attempt) == 32 then
    redis.call('SET', key, string.sub(state, 1, 16), 'KEEPTTL')
    replies[i] = 1
  end
end
replies[#KEYS + 1] = ARGV[#ARGV]
return replies

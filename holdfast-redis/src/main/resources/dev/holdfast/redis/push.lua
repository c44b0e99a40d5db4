-- Tells a client something about one of its attempts: part of queue.lua, and of release.lua's fast path.
--
-- KEYS      as in the script that includes this
-- ARGV      as in the script that includes this
-- Returns   nothing by itself
-- Invariant a push only saves time: a client that misses it learns the same when it next asks

local function push(name, attempt, what)
  local client = string.match(attempt, '^(.*)/') or attempt
  local channel = string.match(name.hold, '^([^{]*)h:{') .. 'c:' .. client
  redis.call('PUBLISH', channel, what .. ' ' .. attempt .. ' ' .. name.hold)
end

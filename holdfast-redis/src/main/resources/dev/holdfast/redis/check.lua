-- Tries every command of the other scripts, to find out what this user may not do.
--
-- KEYS      1 hold, 2 queue, 3 places, 4 shared holds (of no name)
-- ARGV      1 a channel of the namespace
-- Returns   the errors, each a string "<command>: <error>"
-- Invariant nothing is written: the keys do not exist, and the commands that would create them are
--           given a wrong argument, which the server looks at after the user's rights

local hold, queue, places, shared = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local errors = {}

local function try(...)
  local reply = redis.pcall(...)
  if type(reply) == 'table' and reply.err then
    errors[#errors + 1] = (...) .. ': ' .. reply.err
  end
end

try('TIME')
try('GET', hold)
try('MGET', hold)
try('PSETEX', hold, 0, '')
try('SET', hold, '', 'XX', 'KEEPTTL')
try('ZADD', queue, 'XX', 0, '-')
try('ZREM', queue, '-')
try('ZSCORE', queue, '-')
try('ZRANK', queue, '-')
try('ZRANGE', queue, 0, 0)
try('ZCARD', queue)
try('PTTL', queue)
try('PEXPIRE', queue, 1)
try('HGET', places, '-')
try('HSET', places, '-', '-', '-')
try('HDEL', places, '-')
try('DEL', places)
try('HLEN', shared)
try('HKEYS', shared)
try('HGETALL', shared)
try('HRANDFIELD', shared)
try('PUBLISH', ARGV[1], '')
return errors

-- Tells the server's clock, by which holds end.
--
-- KEYS      1 the hold of the name that is asked for: in a cluster, each part has a clock
-- ARGV      none
-- Returns   {milliseconds since 1970, the key}
-- Invariant nothing is written

local time = redis.call('TIME')
return {time[1] * 1000 + math.floor(time[2] / 1000), KEYS[1]}

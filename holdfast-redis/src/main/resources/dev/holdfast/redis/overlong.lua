-- Holds that end later than their lease allows, since the server's clock was set back: part of
-- queue.lua.
--
-- KEYS      as in the script that includes this
-- ARGV      as in the script that includes this
-- Returns   nothing by itself
-- Invariant such a hold is over when it was not renewed for its whole lease since another client met
--           it. Its expiry stays as it is until then, because it is right if the clock is put right
--           before. What was met is noted among the places, as ~<attempt>: "<end µs> <expiry µs>", and
--           counts only for that very expiry, which each renewal moves on.

-- Whether a hold of another attempt is over, though its expiry has not come; notes when it will be.
local function is_over(name, attempt, expiry)
  local longest = too_long(attempt, expiry - now)
  local noted = longest and look(name.places, 'HGET', '~' .. attempt)
  if noted == nil then
    return false
  end
  local ends, of = string.match(noted or '', '^(%d+) (%d+)$')
  ends = ends and #ends <= 16 and tonumber(of) == expiry and tonumber(ends)
  if ends and ends - now <= longest + LENIENT then
    if ends <= now then
      redis.call('HDEL', name.places, '~' .. attempt)
    end
    return ends <= now
  end
  redis.call('HSET', name.places, '~' .. attempt, string.format('%.0f %.0f', now + longest, expiry))
  if redis.call('PTTL', name.places) < longest / 1000 then
    redis.call('PEXPIRE', name.places, string.format('%.0f', 2 * longest / 1000))
  end
  return false
end

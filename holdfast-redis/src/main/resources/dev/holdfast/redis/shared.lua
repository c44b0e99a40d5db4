-- Shared and counted holds: part of queue.lua.
--
-- KEYS      as in the script that includes this
-- ARGV      as in the script that includes this
-- Returns   nothing by itself
-- Invariant where the record's owner begins with +, the fourth key is a hash of "<stamp> <expiry µs>",
--           and " <permits>" if they are counted, by attempt, or !attempt for a hold that is kept after
--           its release; what is there under any other owner means nothing. <used> is the sum of the
--           permits in the hash. The record's expiry is a lower bound of all of these: only
--           when it has passed are they looked through (settle), which live holds seldom let happen,
--           since each is renewed long before it ends. The hash outlives its longest hold, and the
--           record the hash.

-- What a command tells of the shared holds; nil if a foreign value is in their place.
local function of_shared(name, command, ...)
  return look(name.shared, command, ...)
end

-- One of the shared holds, whichever; asked for once.
local function any_of(name)
  name.any = name.any or of_shared(name, 'HRANDFIELD')
  return name.any
end

-- What a shared hold says: its stamp, its end, and its permits, or ''; nil if it is none.
local function hold_in(text)
  local stamp, expiry, permits = string.match(text or '', '^(%d+) (%d+) ?(%d*)$')
  if not stamp or #stamp > 16 or #expiry > 16 or #permits > 12 then
    return nil
  end
  return tonumber(stamp), tonumber(expiry), permits
end

-- Forgets the shared holds whose time is over, and notes when the first of the others will be: if one
-- may be over, or anyway. Whether the hold of this attempt was among them.
local function settle(name, attempt, anyway)
  local ended, early = false, false
  if name.owner ~= '+' or name.expiry > now and not anyway then
    return ended
  end
  local all = of_shared(name, 'HGETALL') or {}
  free(name)
  name.used, name.any = 0, nil
  for i = 1, #all, 2 do
    local _, expiry, permits = hold_in(all[i + 1])
    local over = expiry and expiry > now and all[i] ~= attempt and is_over(name, all[i], expiry)
    early = early or over
    if not expiry or expiry <= now or over then
      redis.call('HDEL', name.shared, all[i])
      ended = ended or all[i] == attempt
    else
      name.used = name.used + (tonumber(permits) or 0)
      name.expiry = name.owner == '-' and expiry or math.min(name.expiry, expiry)
      name.owner = '+'
    end
  end
  if name.owner == '+' or early then
    write(name)
  end
  return ended
end

local function shared_of(name, attempt)
  local stamp, expiry, permits = hold_in(of_shared(name, 'HGET', attempt))
  if stamp and expiry > now then
    return {stamp = stamp, expiry = expiry, kind = permits == '' and 4 or 5, permits = tonumber(permits) or 0}
  end
  return nil
end

-- Makes the name one for shared holds, or for counted ones of this many permits; false if a foreign value
-- is in the way.
local function share(name, size)
  local count = of_shared(name, 'HLEN')
  if not count then
    return false
  end
  if name.owner ~= '+' then
    if count > 0 then -- left by a record that was lost
      redis.call('DEL', name.shared)
    end
    name.owner, name.expiry, name.lasts = '+', math.huge, -1
    name.used, name.size = 0, size
  end
  return true
end

local function put_shared(name, attempt, own)
  name.expiry = math.min(name.expiry, own.expiry)
  redis.call('HSET', name.shared, attempt, string.format('%.0f %.0f%s',
    own.stamp, own.expiry, own.kind == 5 and string.format(' %.0f', own.permits) or ''))
  name.lasts = name.lasts or redis.call('PTTL', name.shared)
  local left = math.ceil((own.expiry - now) / 1000)
  if name.lasts < left then
    name.lasts = 2 * left
    redis.call('PEXPIRE', name.shared, name.lasts)
  end
end

-- Writes down what an attempt holds.
local function put(name, attempt, own)
  if own.kind ~= 1 then
    put_shared(name, attempt, own)
  else
    name.owner, name.expiry = attempt, own.expiry
  end
end

-- Ends the shared or counted hold of one attempt, or keeps it without a client for some ms; whether there was one.
local function end_shared(name, attempt, keep)
  local own = name.owner == '+' and shared_of(name, attempt)
  if not own then
    return false
  end
  if keep > 0 then
    own.expiry = now + keep * 1000
    put_shared(name, '!' .. attempt, own)
  else
    name.used = name.used - own.permits
  end
  redis.call('HDEL', name.shared, attempt)
  if redis.call('HLEN', name.shared) == 0 then
    free(name)
  end
  return true
end

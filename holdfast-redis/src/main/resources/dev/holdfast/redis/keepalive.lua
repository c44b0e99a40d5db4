-- Renews holds and keeps queue places, of many names.
--
-- KEYS      for each request: hold, queue, places
-- ARGV      for each request: kind (h hold, s hold that needs a new stamp, p place), attempt,
--           lease or place in ms, sent at (of a place; else empty); at the end the batch's number
-- Returns   a list of standings (queue.lua), in the order of the requests, and the batch's number
-- Invariant a hold that is not live is not revived, no hold is shortened, a place that is not found
--           is not created, and a place that was granted is not lengthened

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

--@include queue.lua

local function keep_hold(name, attempt, kind, millis)
  if name.owner ~= attempt or not live(name) then
    if name.waiting and not live(name) then
      hand_on(name)
      write(name)
    end
    return absent(name, attempt, mark_of(name, attempt))
  end
  name.expiry = math.max(name.expiry, now + millis * 1000)
  if kind == 's' then
    name.stamp = math.max(name.stamp + 1, now)
  end
  if name.waiting then
    drop_dead(name)
  end
  write(name)
  return holding(name)
end

-- The fast path: a live hold for which nobody waits, without marks, is renewed by one pattern and one
-- format, since renewals are most of what a server with many held leases does.
local function renewed(key, state, attempt, millis)
  local stamp, form, owner, rest = string.match(state or '', '^(%d+) ([0n]) (%S+) (%d+)$')
  if owner ~= attempt then
    return nil
  end
  local expiry = tonumber(rest)
  if form == '0' then
    expiry = stamp + rest * 1000
  end
  if expiry <= now then
    return nil
  end
  expiry = math.max(expiry, now + millis * 1000)
  local left = math.floor((expiry - now) / 1000)
  redis.call('PSETEX', key, string.format('%.0f', left + 1 + RETENTION),
    string.format('%s n %s %.0f', stamp, attempt, expiry))
  return {1, tonumber(stamp), left, 0, string.sub(attempt, -12)}
end

local function keep_waiting(name, attempt, millis, sent)
  local place = redis.call('HGET', name.places, attempt)
  local waits = place and redis.call('ZSCORE', name.queue, attempt)
  if waits and is_live_place(place) then
    -- First, because whoever asks is alive, and the queue may move on to it.
    keep_place(name, attempt, string.match(place, '^%d+ (%d+)'), millis, sent, place)
    name.waiting = true -- the hold key may have been lost
  elseif waits then
    redis.call('ZREM', name.queue, attempt)
    redis.call('HDEL', name.places, attempt)
    waits = false
  end
  if name.waiting and not live(name) then
    hand_on(name)
    write(name)
  end
  if name.owner == attempt and live(name) then
    return holding(name)
  end
  if waits then
    return queued(name, attempt)
  end
  return absent(name, attempt, mark_of(name, attempt))
end

local standings = {}
for i = 1, #KEYS / 3 do
  local kind, attempt, millis, sent =
    ARGV[4 * i - 3], ARGV[4 * i - 2], ARGV[4 * i - 1], ARGV[4 * i]
  -- A foreign value in the way is one name's trouble, not that of the whole batch.
  local state = redis.pcall('GET', KEYS[3 * i - 2])
  local name, standing
  if type(state) ~= 'table' then
    standing = kind == 'h' and renewed(KEYS[3 * i - 2], state, attempt, millis)
    name = not standing and read(KEYS[3 * i - 2], KEYS[3 * i - 1], KEYS[3 * i], state)
  end
  if standing then
    standings[i] = standing
  elseif not name then
    standings[i] = {3, 0, '', 0, string.sub(attempt, -12)}
  elseif kind == 'p' then
    standings[i] = keep_waiting(name, attempt, millis, sent)
  else
    standings[i] = keep_hold(name, attempt, kind, millis)
  end
end
standings[#standings + 1] = ARGV[#ARGV]
return standings

-- Renews holds and keeps queue places, of many names.
--
-- KEYS      for each request: hold, queue, places
-- ARGV      for each request: kind (h hold, s hold that needs a new stamp, p place), attempt,
--           lease or place in ms, sent at (of a place; else empty); at the end the batch's number
-- Returns   a list of standings (queue.lua), in the order of the requests, and the batch's number; a
--           string, a stamp and the attempt's tail, is a hold renewed for the whole lease for which
--           nobody waits
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

-- The fast path: a live hold for which nobody waits, without marks, is renewed with few strings and
-- no pattern, since renewals are most of what a server with many held leases does. What is the same
-- for all holds of a lease is made once.
local ends = {}

local function end_of(millis)
  local expiry = now + millis * 1000
  local kept = string.format('%.0f', millis + 1 + RETENTION)
  ends[millis] = {expiry, string.format(' %.0f', expiry), kept}
  return ends[millis]
end

local function renewed(key, state, attempt, millis)
  local form = string.byte(state, 18)
  local rest = 20 + #attempt
  if (form ~= 110 and form ~= 48) or string.byte(state, rest) ~= 32
    or string.sub(state, 20, rest - 1) ~= attempt then
    return nil
  end
  local stamp = string.sub(state, 1, 16)
  local expiry = tonumber(string.sub(state, rest + 1)) -- no number if there are marks
  if expiry and form == 48 then
    expiry = stamp + expiry * 1000
  end
  local new = ends[millis] or end_of(millis)
  if not expiry or expiry <= now or expiry > new[1] then
    return nil
  end
  redis.call('PSETEX', key, new[3], stamp .. ' n ' .. attempt .. new[2])
  return stamp .. string.sub(attempt, -12)
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
    standing = kind == 'h' and state and renewed(KEYS[3 * i - 2], state, attempt, millis)
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

-- Renews and changes holds and keeps queue places, of many names.
--
-- KEYS      the holds of all requests; then, for each: queue, places, shared holds
-- ARGV      for each request: attempt, and what is asked for: a kind (h hold, s hold that needs a new
--           stamp, r hold whose stamp is to be raised, + hold that is to become shared, x hold that is
--           to become exclusive, p place), lease or place in ms, and the least stamp for r, the hold's
--           stamp for + and x, sent at for p; at the end the batch's number
-- Returns   a list of standings (queue.lua), in the order of the requests, and the batch's number; a
--           string, a stamp and the attempt's tail, is an exclusive hold renewed for the whole lease
--           for which no attempt waits
-- Invariant a hold that is not live is not revived, no hold is shortened, a place that is not found
--           is not created, and a place that was granted is not lengthened; a hold changes once only,
--           since that takes its stamp, and becomes exclusive only where there is no other

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

--@include queue.lua

-- Renews what an attempt holds, in another mode if it is to change and may.
local function renew(name, attempt, own, kind, millis, stamp)
  if kind == '+' or kind == 'x' then
    local may = own.kind ~= 5 and own.stamp == tonumber(stamp)
      and (kind == '+' and share(name, 0)
        or kind == 'x' and (own.kind == 1 or redis.call('HLEN', name.shared) == 1))
    if not may then
      return
    end
    if kind == 'x' and own.kind == 4 then
      redis.call('DEL', name.shared)
    end
    own.kind = kind == '+' and 4 or 1
  end
  if kind == 'r' then
    if own.stamp < tonumber(stamp) then
      name.stamp = math.max(name.stamp + 1, tonumber(stamp))
      own.stamp = name.stamp
    end
  elseif kind ~= 'h' then
    own.stamp = next_stamp(name)
  end
  own.expiry = math.max(own.expiry + 1, now + millis * 1000) -- it moves on: overlong.lua
  put(name, attempt, own)
end

local function keep_hold(name, attempt, kind, millis, stamp)
  local changed = name.waiting and move_on(name)
  local own = hold_of(name, attempt)
  if own then
    renew(name, attempt, own, kind, millis, stamp)
    if name.waiting and kind == '+' then
      move_on(name)
    end
  end
  if own or changed then
    write(name)
  end
  if own then
    return holding(name, attempt, own)
  end
  return absent(name, attempt, mark_of(name, attempt))
end

-- What is the same for all requests that ask for the same is made once.
local orders = {}

local function order_of(text)
  local kind, millis, word = string.match(text, '^(%S) (%S+) ?(%S*)$')
  local order = {kind = kind, millis = millis, word = word}
  if kind == 'h' then
    order.expiry = now + millis * 1000
    order.ends = string.format(' %.0f', order.expiry)
    order.kept = string.format('%.0f', millis + 1 + RETENTION)
  end
  orders[text] = order
  return order
end

-- The fast path: a live hold without waiters and marks is renewed with few strings, no
-- pattern and few looks at global names, since renewals are most of what a server with many held
-- leases does.
local byte, sub, tonumber, call = string.byte, string.sub, tonumber, redis.call

local function renewed(key, state, attempt, order)
  local form = byte(state, 18)
  local rest = 20 + #attempt
  if (form ~= 110 and form ~= 48) or byte(state, rest) ~= 32
    or sub(state, 20, rest - 1) ~= attempt then
    return nil
  end
  local stamp = sub(state, 1, 16)
  local expiry = tonumber(sub(state, rest + 1)) -- no number if there are marks
  if expiry and form == 48 then
    local granted = tonumber(stamp)
    expiry = granted and granted + expiry * 1000
  end
  if not expiry or expiry <= now or expiry > order.expiry then
    return nil
  end
  call('PSETEX', key, order.kept, stamp .. ' n ' .. attempt .. order.ends)
  return stamp .. sub(attempt, -12)
end

local function keep_waiting(name, attempt, _, millis, sent)
  local place = look(name.places, 'HGET', attempt)
  local waits = place and look(name.queue, 'ZSCORE', attempt)
  if waits and is_live_place(place) then
    -- First, because the client that asks is alive, and the queue may move on to it.
    keep_place(name, attempt, string.match(place, '^%d+ (%S+)'), millis, sent, place)
    name.waiting = true -- the hold key may have been lost
  elseif waits then
    redis.call('ZREM', name.queue, attempt)
    redis.call('HDEL', name.places, attempt)
    waits = false
  end
  end_overlong(name, attempt)
  if name.waiting and (not waits or may_move(name)) and move_on(name) then
    write(name)
  end
  local own = hold_of(name, attempt)
  if own then
    return holding(name, attempt, own)
  end
  if waits then
    return queued(name, attempt, redis.call('ZRANK', name.queue, attempt))
  end
  return absent(name, attempt, mark_of(name, attempt))
end

local keys, words = KEYS, ARGV
local count = #keys / 4
local states = redis.call('MGET', unpack(keys, 1, count))
local changed = {}
local standings = {}
for i = 1, count do
  local hold, attempt, asked = keys[i], words[2 * i - 1], words[2 * i]
  local order = orders[asked] or order_of(asked)
  local state = states[i]
  local plain = state and order.expiry and not changed[hold]
  local standing = plain and renewed(hold, state, attempt, order)
  if not standing then
    if not state or changed[hold] then
      -- A foreign value in the way is one name's trouble, not that of the whole batch.
      state = redis.pcall('GET', hold)
    end
    local at = count + 3 * i
    local name = type(state) ~= 'table' and read(hold, keys[at - 2], keys[at - 1], keys[at], state)
    if name then
      changed[hold] = true
      settle(name, attempt)
      local keep = order.kind == 'p' and keep_waiting or keep_hold
      standing = keep(name, attempt, order.kind, order.millis, order.word)
    else
      standing = {3, 0, '', 0, sub(attempt, -12)}
    end
  end
  standings[i] = standing
end
standings[count + 1] = words[#words]
return standings

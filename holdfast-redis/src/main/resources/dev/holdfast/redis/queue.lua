-- What several scripts share: the record of a name, its queue, and the replies. Included in other
-- scripts, after the time was read: `micros` is the server's time in µs, `now` the same in ms,
-- rounded up, so that what is left of a hold is rounded down.
--
-- KEYS      as in the script that includes this
-- ARGV      as in the script that includes this
-- Returns   nothing by itself; a standing is {1, stamp, ms left, 1 if others wait} for a holder,
--           {2, attempts ahead, ms left of the hold, holder or ''} for a waiter,
--           {3, ms left of the hold, holder or '', 1 if broken by an operator} for neither
-- Invariant the hold key is "<stamp> <owner> <expiry ms> <waiting>[ <attempt>=<expiry ms>=<kind>]…":
--           owner is an attempt, !attempt for a name that is kept after its release, or - for a free
--           name, whose record only remembers the last stamp; waiting is 1 while the queue may not
--           be empty, and the holder has then been told; the marks name attempts that ended (r) or
--           were broken (b). The queue is a sorted set of attempts by arrival; the places are a hash
--           of "<expiry ms> <claim ms> <sent at>" by attempt, with the last arrival in field #.

local RETENTION = 86400000 -- ms for which the last stamp of a free name is remembered
local MARKS = 64 -- at most so many marks are kept of a name: the newest
local DEAD = 128 -- at most so many dead waiters are passed in one call

local function read(hold, queue, places, state)
  local name = {hold = hold, queue = queue, places = places}
  if not state then
    name.stamp, name.owner, name.expiry, name.waiting, name.marks = 0, '-', 0, '0', ''
    return name
  end
  local stamp, expiry
  stamp, name.owner, expiry, name.waiting, name.marks =
    string.match(state, '^(%d+) (%S+) (%d+) ([01])(.*)$')
  if not stamp then
    return nil
  end
  name.stamp, name.expiry = tonumber(stamp), tonumber(expiry)
  return name
end

local function live(name)
  return name.owner ~= '-' and name.expiry >= now
end

local function write(name)
  local left = math.max(0, name.expiry - now)
  redis.call('SET', name.hold,
    string.format('%.0f %s %.0f %s%s',
      name.stamp, name.owner, name.expiry, name.waiting, name.marks),
    'PX', string.format('%.0f', left + RETENTION))
end

-- Marks.

local function mark_of(name, attempt)
  local _, at = string.find(name.marks, ' ' .. attempt .. '=', 1, true)
  if not at then
    return nil
  end
  local expiry, kind = string.match(name.marks, '^(%d+)=(%a)', at + 1)
  return tonumber(expiry) >= now and kind or nil
end

local function prune(name, except)
  local kept = {}
  for attempt, expiry, kind in string.gmatch(name.marks, ' ([^ =]+)=(%d+)=(%a)') do
    if tonumber(expiry) >= now and attempt ~= except then
      kept[#kept + 1] = ' ' .. attempt .. '=' .. expiry .. '=' .. kind
    end
  end
  name.marks = table.concat(kept, '', math.max(1, #kept - MARKS + 2))
end

local function mark_ended(name, attempt, millis, kind)
  prune(name, attempt)
  name.marks = string.format('%s %s=%.0f=%s', name.marks, attempt, now + millis, kind)
end

-- Grants.

local function push(name, attempt, what)
  local channel = string.match(name.hold, '^hf1:[^:]*:') .. 'c:' .. string.match(attempt, '^(.*)/')
  redis.call('PUBLISH', channel, what .. ' ' .. attempt .. ' ' .. name.hold)
end

local function take(name, attempt, millis)
  name.stamp = math.max(name.stamp + 1, micros)
  name.owner = attempt
  name.expiry = now + millis
  if name.marks ~= '' then
    prune(name, nil)
  end
end

local function forget_queue(name)
  name.waiting = '0'
  redis.call('DEL', name.places)
end

-- A free name goes to the first live waiter, for as long as that waiter's claim takes, and its
-- client is told. The dead are dropped. The caller writes the record.
local function hand_on(name)
  name.owner, name.expiry = '-', 0
  if name.waiting == '0' then
    return
  end
  for _ = 1, DEAD do
    local attempt = redis.call('ZPOPMIN', name.queue)[1]
    if not attempt then
      forget_queue(name)
      return
    end
    local place = redis.call('HGET', name.places, attempt)
    redis.call('HDEL', name.places, attempt)
    local expiry, claim, sent = string.match(place or '', '^(%d+) (%d+) (%S+)$')
    if expiry and tonumber(expiry) >= now then
      take(name, attempt, claim)
      if redis.call('ZCARD', name.queue) == 0 then
        forget_queue(name)
      end
      push(name, attempt,
        string.format('g %.0f %s %s %s', name.stamp, claim, name.waiting, sent))
      return
    end
  end
end

-- Drops dead waiters from the front of the queue, so that `waiting` is true of a live one.
local function drop_dead(name)
  for _ = 1, DEAD do
    local attempt = redis.call('ZRANGE', name.queue, 0, 0)[1]
    if not attempt then
      forget_queue(name)
      return
    end
    local expiry = string.match(redis.call('HGET', name.places, attempt) or '', '^%d+')
    if expiry and tonumber(expiry) >= now then
      return
    end
    redis.call('ZREM', name.queue, attempt)
    redis.call('HDEL', name.places, attempt)
  end
end

-- Writes a place; `before` is what it was, if it was known. A late or repeated message neither
-- shortens it nor moves its send time back.
local function keep_place(name, attempt, claim, millis, sent, before)
  local expiry = now + millis
  if before then
    local known, _, seen = string.match(before, '^(%d+) (%d+) (%S+)$')
    expiry = math.max(expiry, tonumber(known))
    if tonumber(seen) > tonumber(sent) then
      sent = seen
    end
  end
  redis.call('HSET', name.places, attempt, string.format('%.0f %s %s', expiry, claim, sent))
  -- Both keys outlive the longest place, and neither is ever without an end.
  local longest = tonumber(millis)
  if redis.call('PTTL', name.queue) < longest or redis.call('PTTL', name.places) < longest then
    redis.call('PEXPIRE', name.queue, 2 * longest)
    redis.call('PEXPIRE', name.places, 2 * longest)
  end
end

-- Replies.

local function holding(name)
  return {1, name.stamp, name.expiry - now, tonumber(name.waiting)}
end

local function holder(name)
  if live(name) then
    return name.expiry - now, (string.gsub(name.owner, '^!', ''))
  end
  return 0, ''
end

local function queued(name, attempt)
  local left, by = holder(name)
  return {2, redis.call('ZRANK', name.queue, attempt), left, by}
end

local function absent(name, mark)
  local left, by = holder(name)
  return {3, left, by, mark == 'b' and 1 or 0}
end

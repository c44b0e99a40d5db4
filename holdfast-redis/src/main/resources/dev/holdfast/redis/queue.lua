-- What several scripts share: the record of a name, its queue, and the replies. Included in other
-- scripts where `now` is the server's time in µs.
--
-- KEYS      as in the script that includes this
-- ARGV      as in the script that includes this
-- Returns   nothing by itself; a standing is {1, stamp, ms left, 1 if others wait, tail} for a holder,
--           {2, attempts ahead, ms left of the hold, holder or '', tail} for a waiter,
--           {3, ms left of the hold, holder or '', 1 if broken by an operator, tail} for neither;
--           the tail is the end of the attempt that was asked for (see Replies.java)
-- Invariant the hold key is one string, which begins with the last stamp (16 digits):
--             "<stamp>"                              free, nobody waits
--             "<stamp> 0 <attempt> <lease ms>"       granted with this stamp, not renewed, nobody waits
--             "<stamp> n|w <owner> <expiry µs>[ <attempt>=<expiry µs>=<kind>]…"
--           n: nobody waits; w: the queue may not be empty, and the holder has been told. The owner
--           is an attempt, !attempt for a name that is kept after its release, or - for a free name.
--           Marks name attempts that ended (r) or were broken (b). The queue is a sorted set of
--           attempts by arrival; the places are a hash of "<expiry µs> <claim ms> <sent at>" by
--           attempt, with the number of the last arrival in field #.

local RETENTION = 86400000 -- ms for which the last stamp of a free name is remembered
local MARKS = 64 -- at most so many marks are kept of a name: the newest
local DEAD = 128 -- at most so many dead waiters are passed in one call

-- The record.

local function foreign(key)
  return redis.error_reply('WRONGTYPE ' .. key .. ' does not hold a Holdfast lock')
end

local function read(hold, queue, places, state)
  local name = {hold = hold, queue = queue, places = places}
  local stamp, form, owner, expiry, marks =
    string.match(state or '0', '^(%d+) ?([0nw]?) ?(%S*) ?(%d*)(.*)$')
  if not stamp or (form == '') ~= (owner == '') then
    return nil
  end
  name.stamp = tonumber(stamp)
  name.owner = form == '' and '-' or owner
  name.expiry = tonumber(expiry) or 0
  if form == '0' then
    name.expiry = name.stamp + name.expiry * 1000
  end
  name.waiting = form == 'w'
  name.marks = marks
  return name
end

local function live(name)
  return name.owner ~= '-' and name.expiry > now
end

local function write(name)
  local record = string.format('%.0f', name.stamp)
  if name.owner ~= '-' or name.waiting or name.marks ~= '' then
    record = string.format('%s %s %s %.0f%s',
      record, name.waiting and 'w' or 'n', name.owner, name.expiry, name.marks)
  end
  local left = math.max(0, math.ceil((name.expiry - now) / 1000))
  redis.call('PSETEX', name.hold, string.format('%.0f', left + RETENTION), record)
end

-- What is left of the hold in whole ms, and whose it is.
local function holder(name)
  if live(name) then
    return math.floor((name.expiry - now) / 1000), (string.gsub(name.owner, '^!', ''))
  end
  return 0, ''
end

-- Marks.

local function mark_of(name, attempt)
  local _, at = string.find(name.marks, ' ' .. attempt .. '=', 1, true)
  if not at then
    return nil
  end
  local expiry, kind = string.match(name.marks, '^(%d+)=(%a)', at + 1)
  return tonumber(expiry) > now and kind or nil
end

local function prune(name, except)
  local kept = {}
  for attempt, expiry, kind in string.gmatch(name.marks, ' ([^ =]+)=(%d+)=(%a)') do
    if tonumber(expiry) > now and attempt ~= except then
      kept[#kept + 1] = ' ' .. attempt .. '=' .. expiry .. '=' .. kind
    end
  end
  name.marks = table.concat(kept, '', math.max(1, #kept - MARKS + 2))
end

local function mark_ended(name, attempt, millis, kind)
  prune(name, attempt)
  name.marks = string.format('%s %s=%.0f=%s', name.marks, attempt, now + millis * 1000, kind)
end

-- Grants.

local function push(name, attempt, what)
  local client = string.match(attempt, '^(.*)/') or attempt
  local channel = string.match(name.hold, '^hf1:[^:]*:') .. 'c:' .. client
  redis.call('PUBLISH', channel, what .. ' ' .. attempt .. ' ' .. name.hold)
end

local function take(name, attempt, millis)
  name.stamp = math.max(name.stamp + 1, now)
  name.owner = attempt
  name.expiry = now + millis * 1000
  if name.marks ~= '' then
    prune(name, nil)
  end
end

local function forget_queue(name)
  name.waiting = false
  redis.call('DEL', name.places)
end

local function is_live_place(place)
  local expiry = string.match(place or '', '^%d+')
  return expiry and tonumber(expiry) > now
end

-- Drops dead waiters from the front of the queue, so that `waiting` is true of a live one.
local function drop_dead(name)
  for _ = 1, DEAD do
    local attempt = redis.call('ZRANGE', name.queue, 0, 0)[1]
    if not attempt then
      forget_queue(name)
      return
    end
    if is_live_place(redis.call('HGET', name.places, attempt)) then
      return
    end
    redis.call('ZREM', name.queue, attempt)
    redis.call('HDEL', name.places, attempt)
  end
end

-- A free name goes to the first live waiter, for as long as that waiter's claim takes, and its
-- client is told. The dead are dropped. The caller writes the record.
local function hand_on(name)
  name.owner, name.expiry = '-', 0
  if not name.waiting then
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
    if is_live_place(place) then
      local claim, sent = string.match(place, '^%d+ (%d+) (%S+)$')
      take(name, attempt, claim)
      drop_dead(name)
      push(name, attempt, string.format('g %.0f %s %s %s',
        name.stamp, claim, name.waiting and 1 or 0, sent))
      return
    end
  end
end

-- Writes a place; `before` is what it was, if it was known. A late or repeated message neither
-- shortens it nor moves its send time back.
local function keep_place(name, attempt, claim, millis, sent, before)
  local expiry = now + millis * 1000
  if before then
    local known, seen = string.match(before, '^(%d+) %d+ (%S+)$')
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
  return {1, name.stamp, (holder(name)), name.waiting and 1 or 0, string.sub(name.owner, -12)}
end

local function queued(name, attempt)
  local left, by = holder(name)
  return {2, redis.call('ZRANK', name.queue, attempt), left, by, string.sub(attempt, -12)}
end

local function absent(name, attempt, mark)
  local left, by = holder(name)
  return {3, left, by, mark == 'b' and 1 or 0, string.sub(attempt, -12)}
end

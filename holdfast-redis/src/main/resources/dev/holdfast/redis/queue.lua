-- What several scripts share: the queue of a name, grants, pushes and replies. Included where `now` is
-- the server's time in µs.
--
-- KEYS      as in the script that includes this
-- ARGV      as in the script that includes this
-- Returns   nothing by itself; a standing is {1, stamp, ms left, 1 if others wait, tail} for a holder,
--           {4, …} likewise for the holder of a shared hold, {5, …} of a counted one, {2, attempts ahead, ms left of the hold,
--           holder or '', tail} for a waiter, {3, ms left of the hold, holder or '', 1 if broken by an
--           operator, tail} for neither, {6, size, tail} where the name is used otherwise; the tail is the end of the attempt that was asked for (see
--           Replies.java)
-- Invariant only the queue's first is granted

--@include push.lua
--@include lease.lua
--@include places.lua
--@include record.lua
--@include overlong.lua
--@include shared.lua

local DEAD = 128 -- the most dead waiters that are passed in one call

-- What is left of the hold in whole ms, and whose it is: of shared holds, one of theirs.
local function holder(name)
  if live(name) then
    local owner = name.owner == '+' and any_of(name) or name.owner
    return math.floor((name.expiry - now) / 1000), (string.gsub(owner, '^[!+]', ''))
  end
  return 0, ''
end

-- The live hold of an attempt.
local function hold_of(name, attempt)
  if name.owner == '+' then
    return shared_of(name, attempt)
  end
  return name.owner == attempt and live(name)
    and {stamp = name.stamp, expiry = name.expiry, kind = 1} or nil
end

-- The attempts that hold; a hold that is only kept has no holder any more.
local function holders(name)
  local attempts = {}
  local owners = name.owner == '+' and (of_shared(name, 'HKEYS') or {}) or {name.owner}
  for _, owner in ipairs(owners) do
    if live(name) and string.sub(owner, 1, 1) ~= '!' then
      attempts[#attempts + 1] = owner
    end
  end
  return attempts
end

local function tell(name, attempts, what)
  for _, attempt in ipairs(attempts) do
    push(name, attempt, what)
  end
end

local function next_stamp(name)
  name.stamp = math.max(name.stamp + 1, now)
  return name.stamp
end

-- How many permits a mode asks for, and of how many; 0 and 0 if it is not counted.
local function counted(mode)
  if #mode < 2 then
    return 0, 0
  end
  local permits, size = string.match(mode, '^%+(%d+)/(%d+)$')
  return tonumber(permits or 0), tonumber(size or 0)
end

local function has_room(name, mode)
  if not live(name) then
    return true
  elseif mode == '' or name.owner ~= '+' then
    return false
  end
  local permits = counted(mode)
  return permits == 0 and name.size == 0 or permits > 0 and name.used + permits <= name.size
end

-- Whether there may be room for a waiter.
local function may_move(name)
  return not live(name) or name.owner == '+'
end

-- Grants a name that has room: the hold, or nil if a foreign value is in the way.
local function take(name, attempt, millis, mode)
  local permits, size = counted(mode)
  local own = {kind = mode == '' and 1 or permits == 0 and 4 or 5, permits = permits,
    expiry = now + millis * 1000}
  if own.kind == 1 then
    name.size = 0
  elseif not share(name, size) then
    return nil
  end
  name.used = name.used + permits
  own.stamp = next_stamp(name)
  put(name, attempt, own)
  if name.marks ~= '' then
    prune(name, nil)
  end
  return own
end

local function forget_queue(name)
  name.waiting = false
  if (look(name.places, 'HLEN') or 0) > 0 then
    for _, field in ipairs(redis.call('HKEYS', name.places)) do
      if string.byte(field) ~= 126 then -- left by a queue that was lost; ~ begins a note (overlong.lua)
        redis.call('HDEL', name.places, field)
      end
    end
  end
end

-- Ends what others hold and is over though its expiry has not come (overlong.lua). Shared holds are
-- looked through if one of them, whichever, shows that the clock was set back.
local function end_overlong(name, attempt)
  if name.owner == '+' then
    local any = any_of(name)
    if any and too_long(any, name.expiry - now) then
      settle(name, attempt, true)
    end
  elseif live(name) and name.owner ~= attempt and is_over(name, name.owner, name.expiry) then
    free(name)
    write(name)
  end
end

-- Grants the places at the front of the queue for which there is room, each for as long as its claim
-- takes: one that asks for a name alone, or a run of those that ask for shared or counted holds; and
-- tells their clients. Drops the dead there, and
-- those that ask for more permits than there are since a resize, so that `waiting` is true of a live one. Whether anything changed:
-- then the caller writes the record.
local function move_on(name)
  local changed = not live(name)
  if changed then
    free(name)
  end
  local run = {}
  for _ = 1, name.waiting and DEAD or 0 do
    local attempt = (look(name.queue, 'ZRANGE', 0, 0) or {})[1]
    if not attempt then
      forget_queue(name)
      changed = true
      break
    end
    local place = look(name.places, 'HGET', attempt)
    local expiry, claim, mode, sent = place_of(place)
    local waits = expiry and expiry > now
    local longest = waits and too_long(attempt, expiry - now, 2)
    if longest then -- its client, if it lives, keeps it alive
      place = string.format('%.0f %s%s %s', now + longest, claim, mode, sent)
      redis.call('HSET', name.places, attempt, place)
    end
    local permits = counted(mode or '') -- the places may be lost, and the queue not
    if permits > 0 and name.size > 0 then
      waits = waits and permits <= name.size
      mode = string.format('+%.0f/%.0f', permits, name.size)
    end
    if waits and not has_room(name, mode) then
      break
    end
    changed = true
    redis.call('ZREM', name.queue, attempt)
    if place then
      redis.call('HDEL', name.places, attempt)
    end
    if waits and take(name, attempt, claim, mode) then
      run[#run + 1] = {attempt, string.format('%s %.0f %s', mode == '' and 'g' or mode == '+' and 's'
        or 'n', name.stamp, claim), sent}
    end
  end
  for _, granted in ipairs(run) do
    push(name, granted[1], granted[2] .. ' ' .. (name.waiting and 1 or 0) .. ' ' .. granted[3])
  end
  return changed
end

-- Replies.

local function holding(name, attempt, own)
  return {own.kind, own.stamp, math.floor((own.expiry - now) / 1000), name.waiting and 1 or 0,
    string.sub(attempt, -12)}
end

-- As if it were granted, with a stamp past LAST_STAMP, which says why it was not. The stamp is not written:
-- it would be in the way of all grants when the server's clock is right again. Only an acquire looks: a
-- handoff or a renewal follows a place or a hold that is live, and a clock that jumps that far ends those.
local function without_token(attempt, stamp)
  return {1, stamp, 0, 0, string.sub(attempt, -12)}
end

local function queued(name, attempt, ahead)
  local left, by = holder(name)
  return {2, ahead, left, by, string.sub(attempt, -12)}
end

local function absent(name, attempt, mark)
  local left, by = holder(name)
  return {3, left, by, mark == 'b' and 1 or 0, string.sub(attempt, -12)}
end

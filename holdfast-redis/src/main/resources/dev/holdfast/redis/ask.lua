-- What one request for a name finds, and the place that it may get: part of acquire.lua and
-- acquire_all.lua.
--
-- KEYS      as in the script that includes this
-- ARGV      as in the script that includes this
-- Returns   nothing by itself
-- Invariant what is found is found after the queue has moved on; nothing here grants to the attempt itself

--@include queue.lua

-- What an attempt finds: {own: what it holds, mark: how it ended, differs: whether the name is used
-- otherwise, room: whether it can be granted now, changed: whether the caller has to write the record}.
local function find(name, attempt, millis, mode)
  local found = {}
  found.changed = settle(name, attempt) or (name.owner == attempt and not live(name))
  if found.changed then
    -- Its grant has expired, and an attempt that ended is not granted again.
    mark_ended(name, attempt, millis, 'r')
  end
  if live(name) and not has_room(name, mode) then
    end_overlong(name, attempt)
  end
  if not live(name) or name.waiting and may_move(name) then
    found.changed = move_on(name) or found.changed
  end
  found.own = hold_of(name, attempt)
  found.mark = not found.own and mark_of(name, attempt)
  local _, size = counted(mode)
  found.differs = (live(name) or name.waiting) and name.size ~= size
  found.room = not found.own and not found.mark and not name.waiting and not found.differs
    and has_room(name, mode)
  return found
end

-- The standing of an attempt that found no room, or an error if a foreign value is in the way. It joins
-- the queue if `wait` says how, and else nothing changes.
local function wait_or_leave(name, attempt, mode, wait, found)
  if found.differs and not found.mark
    and not is_live_place(look(name.places, 'HGET', attempt)) then
    return {6, name.size, string.sub(attempt, -12)}
  end
  if found.mark or wait == '' then
    return absent(name, attempt, found.mark)
  end
  local claim, place, sent = string.match(wait, '^(%d+) (%d+) (%S+)$')
  if mode ~= '' and not of_shared(name, 'HLEN') then
    return foreign(name.shared)
  end
  local ahead, key = join(name, attempt, claim .. mode, place, sent)
  if not ahead then
    return foreign(key)
  end
  if not name.waiting then
    name.waiting = true
    write(name)
    -- Once: until the queue has been empty, the holders know (from this or from their grants).
    tell(name, holders(name), 'r')
  end
  return queued(name, attempt, ahead)
end

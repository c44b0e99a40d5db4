-- How one attempt ends: part of release.lua and release_all.lua.
--
-- KEYS      as in the script that includes this
-- ARGV      as in the script that includes this
-- Returns   nothing by itself
-- Invariant only the hold or the place of this very attempt ends

--@include queue.lua

-- Ends an attempt wherever it stands, or keeps its hold without a client for some ms, and hands the name on
-- where that makes room; leaves a mark where its acquire may still arrive. 1 if it was found, else 0.
local function end_attempt(name, attempt, mark, keep, overtaking)
  settle(name, attempt)
  local found = 0
  if name.owner == attempt then
    if live(name) then
      found = 1
    end
    if found == 1 and keep > 0 then
      name.owner = '!' .. attempt
      name.expiry = now + keep * 1000
    else
      free(name)
    end
  elseif end_shared(name, attempt, keep) then
    found = 1
  elseif look(name.queue, 'ZREM', attempt) == 1 then
    found = 1
    look(name.places, 'HDEL', attempt)
    if redis.call('ZCARD', name.queue) == 0 then
      forget_queue(name)
    end
  end
  if name.waiting and may_move(name) then
    move_on(name)
  end
  if found == 0 or overtaking == '1' then
    mark_ended(name, attempt, mark, 'r')
  end
  write(name)
  return found
end

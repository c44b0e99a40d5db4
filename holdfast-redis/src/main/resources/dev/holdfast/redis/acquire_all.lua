-- Grants several names in their order, up to the first that is not to be had: the ones before it, or
-- none if the request does not wait. Only the first joins its queue.
--
-- KEYS      for each name: hold, queue, places, shared holds
-- ARGV      1 empty: all or none; else "<claim ms> <place ms> <sent at>": the first waits in its queue
--           then for each name: attempt, lease in ms, the same and a day, and the mode: empty, + for a
--           shared hold, +<permits>/<size> for a counted one
-- Returns   a list of standings as in acquire.lua, of the names that were looked at: up to the first
--           that is not to be had
-- Invariant as in acquire.lua for each name. Nothing is granted before all have been looked at, and
--           what is granted has one stamp, above all that any of the names had

local time = redis.call('TIME')
local stamp = time[1] .. string.sub('00000' .. time[2], -6)
local now = tonumber(stamp)
local count = #KEYS / 4

--@include last_stamp.lua

-- The fast path, as in acquire.lua: names that are free, without queues or marks, are bare stamps.
local function is_plain(i, state)
  return ARGV[4 * i + 1] == '' and (not state or (#state == #stamp and stamp > state))
    and now <= LAST_STAMP
end

local function grant_plain(i)
  local attempt = ARGV[4 * i - 2]
  redis.call('PSETEX', KEYS[4 * i - 3], ARGV[4 * i],
    stamp .. ' 0 ' .. attempt .. ' ' .. ARGV[4 * i - 1])
  return stamp .. string.sub(attempt, -12)
end

local plain, state = 0, nil
while plain < count do
  state = redis.pcall('GET', KEYS[4 * plain + 1])
  if not is_plain(plain + 1, state) then
    break
  end
  plain = plain + 1
end
local standings = {}
if plain == count then
  for i = 1, count do
    standings[i] = grant_plain(i)
  end
  return standings
end

--@include ask.lua

local names, founds = {}, {} -- of those that are not plain
local room, highest = plain, now

local function name_of(i, record)
  return read(KEYS[4 * i - 3], KEYS[4 * i - 2], KEYS[4 * i - 1], KEYS[4 * i], record)
end

for i = plain + 1, count do
  if i > plain + 1 then
    state = redis.pcall('GET', KEYS[4 * i - 3])
  end
  if not is_plain(i, state) then
    local attempt, millis, mode = ARGV[4 * i - 2], ARGV[4 * i - 1], ARGV[4 * i + 1]
    local name = type(state) ~= 'table' and name_of(i, state)
    if not name then
      return foreign(KEYS[4 * i - 3])
    elseif mode ~= '' and not of_shared(name, 'HLEN') then
      return foreign(KEYS[4 * i])
    end
    local found = find(name, attempt, millis, mode)
    if found.changed then
      write(name)
    end
    names[i], founds[i] = name, found
    if not found.own and not found.room then
      standings[i] = wait_or_leave(name, attempt, mode, i == 1 and ARGV[1] or '', found)
      if standings[i].err then
        return standings[i]
      end
      break
    end
    highest = math.max(highest, name.stamp + 1)
  end
  room = i
end

local function grant(i)
  if highest == now and not names[i] then
    return grant_plain(i)
  end
  local attempt = ARGV[4 * i - 2]
  if highest > LAST_STAMP then
    return without_token(attempt, highest)
  end
  local name = names[i] or name_of(i, nil)
  name.stamp = highest - 1 -- so that this one is the next
  local own = take(name, attempt, ARGV[4 * i - 1], ARGV[4 * i + 1])
  write(name)
  return holding(name, attempt, own)
end

for i = 1, room do
  local attempt, found = ARGV[4 * i - 2], founds[i]
  if found and found.own then
    standings[i] = holding(names[i], attempt, found.own)
  elseif room == count or ARGV[1] ~= '' then
    standings[i] = grant(i)
  else
    standings[i] = {3, 0, '', 0, string.sub(attempt, -12)} -- it is free, and stays so
  end
end
return standings

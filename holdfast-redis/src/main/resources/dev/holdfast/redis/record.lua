-- What is known of a name: the last stamp, the owner, whether attempts wait, and marks. Part of
-- queue.lua.
--
-- KEYS      as in the script that includes this
-- ARGV      as in the script that includes this
-- Returns   nothing by itself
-- Invariant the hold key is one string, which begins with the last stamp (16 digits):
--             "<stamp>"                              free, no attempt waits
--             "<stamp> 0 <attempt> <lease ms>"       granted with this stamp, not renewed, no attempt waits
--             "<stamp> n|w <owner> <expiry µs>[ <attempt>=<expiry µs>=<kind>]…"
--           n: no attempt waits; w: the queue may not be empty, and the holders have been told. The owner
--           is an attempt, !attempt for a name that is kept after its release, + for shared holds,
--           +<used>/<size> for counted ones (shared.lua), or - for a free name. Marks name attempts that ended (r) or were broken (b).

local RETENTION = 86400000 -- ms for which the last stamp of a free name is remembered
local MARKS = 64 -- the most marks that are kept of a name: the newest

-- What the record says of a name; nil if it is none of Holdfast's. The lengths keep what is reckoned
-- with them within what the server takes for a time.
local function read(hold, queue, places, shared, state)
  local name = {hold = hold, queue = queue, places = places, shared = shared}
  local stamp, form, owner, expiry, marks =
    string.match(state or '0', '^(%d+) ?([0nw]?) ?(%S*) ?(%d*)(.*)$')
  if not stamp or (form == '') ~= (owner == '') or (form == '' and marks ~= '')
    or #stamp > 16 or #expiry > (form == '0' and 12 or 16) then
    return nil
  end
  name.stamp = tonumber(stamp)
  name.owner = form == '' and '-' or owner
  local used, size = string.match(name.owner, '^%+(%d+)/(%d+)$')
  if size then
    if #used > 12 or #size > 12 then
      return nil
    end
    name.owner = '+'
  end
  name.used, name.size = tonumber(used or 0), tonumber(size or 0)
  name.expiry = tonumber(expiry) or 0
  if form == '0' then
    name.expiry = name.stamp + name.expiry * 1000
  end
  name.waiting = form == 'w'
  name.marks = marks
  return name
end

-- The same where the record is still to be looked for.
local function find_record(hold, queue, places, shared)
  local state = look(hold, 'GET')
  if state == nil then
    return nil
  end
  return read(hold, queue, places, shared, state)
end

local function live(name)
  return name.owner ~= '-' and name.expiry > now
end

local function write(name)
  local record = string.format('%.0f', name.stamp)
  if name.owner ~= '-' or name.waiting or name.marks ~= '' then
    local owner = name.owner
    if owner == '+' and name.size > 0 then
      owner = string.format('+%.0f/%.0f', name.used, name.size)
    end
    record = string.format('%s %s %s %.0f%s',
      record, name.waiting and 'w' or 'n', owner, name.expiry, name.marks)
  end
  local left = math.max(0, math.ceil((name.expiry - now) / 1000))
  if name.owner == '+' then
    left = math.max(left, name.lasts or redis.call('PTTL', name.shared))
  end
  redis.call('PSETEX', name.hold, string.format('%.0f', left + RETENTION), record)
end

local function free(name)
  name.owner, name.expiry = '-', 0
end

local function mark_of(name, attempt)
  local _, at = string.find(name.marks, ' ' .. attempt .. '=', 1, true)
  if not at then
    return nil
  end
  local expiry, kind = string.match(name.marks, '^(%d+)=(%a)', at + 1)
  return expiry and tonumber(expiry) > now and kind or nil
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

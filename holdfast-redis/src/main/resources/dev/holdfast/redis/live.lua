-- Tells which of many names are held, or may be waited for; changes nothing.
--
-- KEYS      hold keys
-- ARGV      none
-- Returns   for each key: 1 held, 2 there may be a holder or a waiter, 3 not a value of Holdfast, 0 none of these
-- Invariant a value that is not Holdfast's is one name's trouble

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

--@include queue.lua

local told = {}
for i, key in ipairs(KEYS) do
  local state = redis.pcall('GET', key)
  local name
  if type(state) ~= 'table' then
    name = read(key, '', '', '', state)
  end
  told[i] = name and 0 or 3
  if name and live(name) then
    told[i] = 1
  elseif name and (name.waiting or name.owner == '+') then
    told[i] = 2
  end
end
return told

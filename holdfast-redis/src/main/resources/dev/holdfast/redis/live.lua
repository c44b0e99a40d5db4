-- Tells which of many names are held, or may be waited for; changes nothing.
--
-- KEYS      hold keys
-- ARGV      none
-- Returns   for each key: 1 held, 2 free but somebody may wait, 0 neither
-- Invariant a value that is not Holdfast's is passed over

local time = redis.call('TIME')
local now = math.ceil((time[1] * 1000000 + time[2]) / 1000)
local told = {}
for i, key in ipairs(KEYS) do
  local state = redis.pcall('GET', key)
  told[i] = 0
  if type(state) == 'string' then
    local owner, expiry, waiting = string.match(state, '^%d+ (%S+) (%d+) ([01])')
    if owner and owner ~= '-' and tonumber(expiry) >= now then
      told[i] = 1
    elseif waiting == '1' then
      told[i] = 2
    end
  end
end
return told

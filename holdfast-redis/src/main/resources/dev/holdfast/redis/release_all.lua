-- Ends several attempts, each as release.lua does.
--
-- KEYS      for each attempt: hold, queue, places, shared holds
-- ARGV      for each: attempt, ms for which a mark is kept, and for how long the name stays taken in ms
--           (if it does, or if the next is there; else empty), 1 if an acquire of the attempt may
--           still arrive; at the end the call's number
-- Returns   a list: for each what release.lua returns, in their order, and the call's number
-- Invariant as in release.lua for each. A foreign value in the way is one name's trouble: nothing of
--           an attempt is found there

local function is_string(value)
  return type(value) == 'string'
end

-- The fast path, as in release.lua; whether it was the way.
local function end_plain(i, state)
  local attempt = ARGV[4 * i - 3]
  if is_string(state) and ARGV[4 * i - 1] == '' and string.find(state, attempt, 20, true) == 20 and
    string.byte(state, 18) == 48 and string.byte(state, 20 + #attempt) == 32 then
    redis.call('SET', KEYS[4 * i - 3], string.sub(state, 1, 16), 'KEEPTTL')
    return true
  end
  return false
end

local count = #KEYS / 4
local found, plain, state = {}, 0, nil
while plain < count do
  state = redis.pcall('GET', KEYS[4 * plain + 1])
  if not end_plain(plain + 1, state) then
    break
  end
  plain = plain + 1
  found[plain] = 1
end
if plain == count then
  found[count + 1] = ARGV[#ARGV]
  return found
end

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

--@include end.lua

for i = plain + 1, count do
  if i > plain + 1 then
    state = redis.pcall('GET', KEYS[4 * i - 3])
  end
  found[i] = 1
  if not end_plain(i, state) then
    local name = (not state or is_string(state))
      and read(KEYS[4 * i - 3], KEYS[4 * i - 2], KEYS[4 * i - 1], KEYS[4 * i], state)
    found[i] = name and end_attempt(name, ARGV[4 * i - 3], ARGV[4 * i - 2],
      tonumber(ARGV[4 * i - 1] == '' and 0 or ARGV[4 * i - 1]), ARGV[4 * i]) or 0
  end
end
found[count + 1] = ARGV[#ARGV]
return found

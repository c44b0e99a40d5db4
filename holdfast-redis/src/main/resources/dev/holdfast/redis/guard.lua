-- What a guarded script begins with: it refuses an old token, raises the mark, and takes its own words
-- away, so that the caller's script, which follows, sees the caller's KEYS and ARGV alone.
--
-- KEYS      the last one: the mark, a hash of x (the highest exclusive token), o (who brought it) and s
--           (the highest shared token)
-- ARGV      the last four: the token as 19 digits; 'x' for an exclusive holder or 's' for a shared one; the
--           owner, or '' if it is not known; for how many ms the mark is kept
-- Returns   the error 'HOLDFASTSTALE x|s <token> [<owner>]' with what the resource has seen, if the token is
--           too old; nothing else, since the caller's script goes on from here
-- Invariant a mark never goes back and always has a TTL; tokens stay strings of 19 digits, which have the
--           order of their numbers, since a Lua number is exact to 53 bits only
do
  local mark = table.remove(KEYS)
  local ttl = table.remove(ARGV)
  local owner = table.remove(ARGV)
  local mode = table.remove(ARGV)
  local token = table.remove(ARGV)
  local seen = redis.call('HMGET', mark, 'x', 'o', 's')
  local exclusive = seen[1] or ''
  local by = seen[2] or ''
  if token < exclusive or (token == exclusive and
    (mode == 's' or (owner ~= '' and by ~= '' and owner ~= by))) then
    return redis.error_reply('HOLDFASTSTALE x ' .. exclusive .. ' ' .. by)
  end
  local shared = seen[3] or ''
  if mode == 's' then
    if token > shared then
      redis.call('HSET', mark, 's', token)
    end
  elseif token <= shared then
    return redis.error_reply('HOLDFASTSTALE s ' .. shared)
  elseif token > exclusive or owner ~= '' then
    redis.call('HSET', mark, 'x', token, 'o', owner)
  end
  if redis.call('PTTL', mark) < tonumber(ttl) then
    redis.call('PEXPIRE', mark, ttl)
  end
end

-- Stands before a script that grants, on a member of a quorum: refuses while the server is so young
-- that it may have forgotten, when it was started, what is still held.
--
-- KEYS      as in the script that it stands before
-- ARGV      at the end: for how many seconds the server must have been up; taken away
-- Returns   the error YOUNG with the seconds that are left, or what the script returns
-- Invariant nothing is written by a server that is too young

-- INFO is most of what a grant costs the server. LASTSAVE says as much for little where the data was
-- not saved lately: a server counts its start as a save, by the clock that its uptime is of. INFO is
-- asked where LASTSAVE is not allowed, too.
do
  local least = tonumber(table.remove(ARGV))
  local saved = redis.pcall('LASTSAVE')
  if type(saved) ~= 'number' or saved <= 0 or redis.call('TIME')[1] - saved < least then
    local up = tonumber(string.match(redis.call('INFO', 'server'), 'uptime_in_seconds:(%d+)'))
    if up < least then
      return redis.error_reply('YOUNG ' .. least - up)
    end
  end
end

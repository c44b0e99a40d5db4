package dev.holdfast.lab.episode;

import dev.holdfast.servers.RedisServer;
import dev.holdfast.servers.RespConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * What of an episode is left on a Redis server and on the way there after all clients have closed:
 * live holds, queues, places, channels, connections. A free name's stamp may stay: it has its time.
 */
final class Leftovers {
  private static final Duration SLACK = Duration.ofSeconds(1);

  /** Tells of each key of a namespace whether it is a live hold, or a queue, or places. */
  private static final String SCRIPT =
      "local time = redis.call('TIME') local now = time[1] * 1000000 + time[2] local found = {}"
          + " for _, key in ipairs(redis.call('KEYS', ARGV[1])) do"
          + "  if redis.call('TYPE', key).ok ~= 'string' then found[#found + 1] = key else"
          + "   local form, owner, expiry ="
          + "    string.match(redis.call('GET', key) or '', '^%d+ ([0nw]) (%S+) (%d+)')"
          + "   local stamp = string.match(redis.call('GET', key) or '', '^%d+')"
          + "   if form == '0' then expiry = stamp + expiry * 1000 end"
          + "   if form and owner ~= '-' and tonumber(expiry) > now then"
          + "    found[#found + 1] = key .. ' held by ' .. owner end"
          + " end end return found";

  private final Rig rig;
  private final String namespace;

  Leftovers(Rig rig, String namespace) {
    this.rig = rig;
    this.namespace = namespace;
  }

  /**
   * What is still there a lease and a second after the end.
   *
   * @param killed whether clients were killed, whose places in queues last for some seconds
   */
  List<String> after(Duration lease, boolean killed) throws IOException {
    long end = System.nanoTime() + lease.plus(SLACK).toNanos();
    List<String> left = look(killed);
    while (!left.isEmpty() && System.nanoTime() < end) {
      LockSupport.parkNanos(50_000_000);
      left = look(killed);
    }
    return left;
  }

  private List<String> look(boolean killed) throws IOException {
    List<String> left = new ArrayList<>();
    for (RedisServer server : rig.servers()) {
      look(server, killed, left);
    }
    left.addAll(rig.connections());
    return left;
  }

  /** A replica has what its master has. */
  private void look(RedisServer server, boolean killed, List<String> left) throws IOException {
    try (RespConnection connection = new RespConnection(server.port())) {
      if (!Samplers.isMaster(connection)) {
        return;
      }
      if (connection.call("EVAL", SCRIPT, "0", "hf1:" + namespace + ":*") instanceof List<?> keys) {
        keys.stream()
            .map(String::valueOf)
            .filter(key -> !killed || key.contains(" held by "))
            .forEach(left::add);
      }
      if (connection.call("PUBSUB", "CHANNELS", "hf1:" + namespace + ":*") instanceof List<?> all) {
        all.forEach(channel -> left.add("a subscription to " + channel));
      }
    }
  }
}

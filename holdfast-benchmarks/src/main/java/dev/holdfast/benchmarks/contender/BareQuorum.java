package dev.holdfast.benchmarks.contender;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;

/**
 * The least that asking several servers can cost: the textbook's recipe at each of them, by the
 * thread that wants the lock, over connections of its own. It writes to all, then reads from all; a
 * server that hangs would hang it. No tokens, no renewal, no queue.
 */
final class BareQuorum implements Contender {
  private static final String LEASE_MILLIS = "30000";

  private final List<HostAndPort> servers;
  private final Queue<Wire> wires = new ConcurrentLinkedQueue<>();

  BareQuorum(String url) {
    servers = RedlockHosts.of(url).stream().map(HostAndPort::from).toList();
  }

  /** A connection that is written to without waiting for the answer. */
  private static final class Wire extends Connection {
    Wire(HostAndPort server) {
      super(new DefaultJedisSocketFactory(server, DefaultJedisClientConfig.builder().build()));
    }

    void send(Command command, String... words) {
      sendCommand(command, words);
      flush();
    }
  }

  private final class OnAll implements Section {
    private final String key;
    private final String prefix = Recipes.valuePrefix();
    private final List<Wire> mine = new ArrayList<>();
    private final String script;
    private long values;
    private String value = "";

    OnAll(String key) {
      this.key = key;
      servers.forEach(server -> mine.add(new Wire(server)));
      wires.addAll(mine);
      this.script = ask(Command.SCRIPT, "LOAD", Recipes.COMPARE_AND_DELETE).get(0).toString();
    }

    private List<Object> ask(Command command, String... words) {
      mine.forEach(wire -> wire.send(command, words));
      return mine.stream().<Object>map(wire -> text(wire.getOne())).toList();
    }

    private static String text(Object reply) {
      return reply instanceof byte[] bytes ? new String(bytes, US_ASCII) : String.valueOf(reply);
    }

    @Override
    public void enter() {
      value = prefix + values++;
      List<Object> replies = ask(Command.SET, key, value, "NX", "PX", LEASE_MILLIS);
      if (replies.stream().filter(reply -> Objects.equals(reply, "OK")).count()
          <= servers.size() / 2) {
        throw new IllegalStateException(key + " is taken: " + replies);
      }
    }

    @Override
    public void leave() {
      List<Object> unused = ask(Command.EVALSHA, script, "1", key, value);
    }
  }

  @Override
  public Section section(String name) {
    return new OnAll(name);
  }

  @Override
  public void close() {
    wires.forEach(Connection::disconnect);
  }
}

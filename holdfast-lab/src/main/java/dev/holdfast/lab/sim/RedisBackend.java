package dev.holdfast.lab.sim;

import dev.holdfast.lab.redis.SimRedis;
import dev.holdfast.redis.RedisStore;
import dev.holdfast.redis.internal.port.PushSink;
import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.port.RedisReplyException;
import dev.holdfast.redis.internal.port.ScanPage;
import dev.holdfast.redis.internal.port.ScriptCall;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The Redis protocol and its scripts: the network lies between its sessions and the server. */
final class RedisBackend implements Backend {
  private static final byte[] END = {'0'};

  private final Network network;
  private final Plan.Shape shape;
  private final Findings findings;
  private final SimRedis redis;
  private final Map<String, Subscription> subscriptions = new HashMap<>();
  private final StoreSession admin;

  RedisBackend(Network network, Plan.Shape shape, Server server, Findings findings) {
    this.network = network;
    this.shape = shape;
    this.findings = findings;
    this.redis = new SimRedis(server::micros, this::publish);
    this.admin =
        new RedisStore("admin:", MemoryBackend.traitsOf(shape), new Port(null))
            .open(MemoryBackend.ADMIN, StoreListener.DEAF);
  }

  private record Subscription(Actor actor, PushSink sink) {}

  @Override
  public LockStore storeFor(Actor actor) {
    return new RedisStore("sim-redis:", MemoryBackend.traitsOf(shape), new Port(actor));
  }

  @Override
  public StoreSession admin() {
    return admin;
  }

  @Override
  public void restart(boolean wiped) {
    redis.restart(wiped);
  }

  @Override
  public void reconnected(Actor actor) {
    for (Subscription subscription : List.copyOf(subscriptions.values())) {
      if (subscription.actor == actor) {
        subscription.sink.subscribed();
      }
    }
  }

  private void publish(String channel, byte[] payload) {
    Subscription to = subscriptions.get(channel);
    if (to != null) {
      network.push(
          to.actor,
          () -> new String(payload, StandardCharsets.UTF_8).replace("\n", "\\n"),
          () -> to.sink.message(payload));
    }
  }

  /** The names that calls concern: each has several keys, with the name in braces. */
  private static List<String> names(List<ScriptCall> calls) {
    Set<String> names = new LinkedHashSet<>();
    for (ScriptCall call : calls) {
      for (int i = 0; i < call.keyCount(); i++) {
        String key = new String(call.keysAndArguments()[i], StandardCharsets.UTF_8);
        names.add(key.substring(key.indexOf('{') + 1, key.length() - 1));
      }
    }
    return List.copyOf(names);
  }

  private @Nullable Object run(ScriptCall call) {
    Object reply = redis.run(call);
    List<String> endless = redis.keysWithoutEnd();
    if (!endless.isEmpty()) {
      findings.add("RESIDUE", "keys without an end: " + endless);
    }
    return reply;
  }

  /** A client's way to the server; without an actor it leads past the network. */
  private final class Port implements RedisPort {
    private final @Nullable Actor actor;

    Port(@Nullable Actor actor) {
      this.actor = actor;
    }

    @Override
    public CompletionStage<Object> call(ScriptCall call) {
      Actor from = actor;
      if (from == null) {
        return direct(call);
      }
      List<String> names = names(List.of(call));
      // A script for several names may stop at the first one; one without arguments only looks.
      boolean looks = call.keysAndArguments().length == call.keyCount();
      List<String> settled = names.subList(0, looks ? 0 : Math.min(1, names.size()));
      return network.send(
          new Network.Request<>(from, () -> redis.describe(call), names, settled, () -> run(call)));
    }

    private CompletionStage<Object> direct(ScriptCall call) {
      try {
        return CompletableFuture.completedFuture(run(call));
      } catch (RedisReplyException error) {
        return CompletableFuture.failedFuture(error);
      }
    }

    @Override
    public CompletionStage<List<Object>> callAll(List<ScriptCall> calls) {
      Actor from = actor;
      if (from == null) {
        return CompletableFuture.completedFuture(runAll(calls));
      }
      List<String> names = names(calls);
      return network.send(
          new Network.Request<>(
              from, () -> calls.size() + " scripts", names, names, () -> runAll(calls)));
    }

    private List<Object> runAll(List<ScriptCall> calls) {
      List<Object> replies = new ArrayList<>(calls.size());
      for (ScriptCall call : calls) {
        try {
          Object reply = run(call);
          replies.add(reply);
        } catch (RedisReplyException error) {
          replies.add(error);
        }
      }
      return replies;
    }

    @Override
    public CompletionStage<ScanPage> scan(byte[] cursor, byte[] pattern) {
      byte[] prefix = Arrays.copyOf(pattern, pattern.length - 1);
      return CompletableFuture.completedFuture(new ScanPage(END, redis.keys(prefix)));
    }

    @Override
    public CompletionStage<Void> ping() {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void subscribe(String channel, PushSink sink) {
      if (actor != null) {
        subscriptions.put(channel, new Subscription(actor, sink));
      }
      sink.subscribed();
    }

    @Override
    public void unsubscribe(String channel) {
      subscriptions.remove(channel);
    }

    @Override
    public void close() {}
  }
}

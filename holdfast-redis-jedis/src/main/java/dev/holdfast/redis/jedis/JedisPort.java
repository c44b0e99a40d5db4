package dev.holdfast.redis.jedis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.redis.internal.batching.CallCombiner;
import dev.holdfast.redis.internal.port.PipelinedConnection;
import dev.holdfast.redis.internal.port.PushSink;
import dev.holdfast.redis.internal.port.ReconnectPace;
import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.port.RedisReplyException;
import dev.holdfast.redis.internal.port.ReplicaWaits;
import dev.holdfast.redis.internal.port.ScanPage;
import dev.holdfast.redis.internal.port.ScriptCall;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.BuilderFactory;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.Response;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.util.KeyValue;

/** The protocol's calls through Jedis, on the calling thread: the stages are complete. */
final class JedisPort implements RedisPort, Combiner.Sender<ScriptCall> {
  private static final byte[] MATCH = bytes("MATCH");
  private static final byte[] COUNT = bytes("COUNT");
  private static final byte[] KEYS_PER_PAGE = bytes("1000");
  private static final byte[] MEMORY = bytes("memory");

  private final UnifiedJedis client;
  private final Runnable end;
  private final @Nullable ConnectionSource connectionSource;
  private final ReconnectPace pace = new ReconnectPace();
  private final @Nullable Supplier<PipelinedConnection> wires;
  private final @Nullable CallCombiner callCombiner;
  private final JedisPushes pushes;
  private final Combiner<ScriptCall> combiner;
  private final @Nullable JedisWaits waitSender;
  private final @Nullable ReplicaWaits waits;

  /**
   * Over a client that was handed in, and stays open: over connections of the store's own, which
   * are made as the client makes them, if it shows that; else over those of its calls.
   */
  static JedisPort given(UnifiedJedis client) {
    return like(client, () -> {});
  }

  /** The same over a client that is closed with the store. */
  static JedisPort owned(UnifiedJedis client) {
    return like(client, client::close);
  }

  private static JedisPort like(UnifiedJedis client, Runnable end) {
    ConnectionSource shown = ConnectionSource.of(client);
    if (shown == null) {
      return new JedisPort(client, end, null, null, new CallCombiner());
    }
    UrlPool pool = shown.ofItsOwn();
    return new JedisPort(
        RedisClient.builder().connectionProvider(pool).build(),
        () -> {
          pool.close();
          end.run();
        },
        new ConnectionSource(() -> pool),
        null,
        new CallCombiner());
  }

  /** Over a client of the store's own, to one server. */
  static JedisPort ofServer(
      UnifiedJedis client,
      ConnectionSource connectionSource,
      @Nullable Supplier<PipelinedConnection> wires) {
    return new JedisPort(client, client::close, connectionSource, wires, new CallCombiner());
  }

  /** Over a client of a cluster's node, where keys of different names are not for one script. */
  static JedisPort ofNode(UnifiedJedis client, ConnectionSource connectionSource) {
    return new JedisPort(client, client::close, connectionSource, null, null);
  }

  /**
   * Over a client.
   *
   * @param end ends what was made for this port
   * @param connectionSource where its connections can be had, if it shows that
   * @param callCombiner unless each call is to go alone
   */
  private JedisPort(
      UnifiedJedis client,
      Runnable end,
      @Nullable ConnectionSource connectionSource,
      @Nullable Supplier<PipelinedConnection> wires,
      @Nullable CallCombiner callCombiner) {
    this.wires = wires;
    this.callCombiner = callCombiner;
    this.client = client;
    this.end = end;
    this.connectionSource = connectionSource;
    this.pushes = new JedisPushes(client, connectionSource);
    this.combiner = new Combiner<>(this, lanes(connectionSource), Combiner.PATIENCE_NANOS);
    this.waitSender = connectionSource == null ? null : new JedisWaits(connectionSource);
    this.waits = waitSender == null ? null : new ReplicaWaits(waitSender);
  }

  /** Of a client that does not show its pool, two connections are taken: they are others', too. */
  private static Lanes lanes(@Nullable ConnectionSource connectionSource) {
    return connectionSource == null
        ? new Lanes(2, 2, System::nanoTime)
        : new Lanes(Lanes.FEWEST, UrlClient.CALLS, System::nanoTime);
  }

  @Override
  public CompletionStage<Object> call(ScriptCall call) {
    return complete(() -> combiner.call(call));
  }

  @Override
  public CompletionStage<List<Object>> callAll(List<ScriptCall> calls) {
    return complete(() -> pipeline(calls));
  }

  @Override
  public @Nullable PipelinedConnection openPipelined() {
    return wires == null ? null : wires.get();
  }

  @Override
  public Object send(ScriptCall call) {
    return call.isBySource()
        ? client.eval(call.script(), call.keyCount(), call.keysAndArguments())
        : client.evalsha(call.script(), call.keyCount(), call.keysAndArguments());
  }

  @Override
  public List<Object> sendAll(List<ScriptCall> calls) {
    return callCombiner == null ? pipeline(calls) : callCombiner.send(calls, this::pipeline);
  }

  private List<Object> pipeline(List<ScriptCall> calls) {
    List<Response<Object>> responses = new ArrayList<>(calls.size());
    try (AbstractPipeline pipeline = client.pipelined()) {
      for (ScriptCall call : calls) {
        responses.add(append(pipeline, call));
      }
      pipeline.sync();
    }
    return replies(responses);
  }

  static Response<Object> append(AbstractPipeline pipeline, ScriptCall call) {
    if (call.isAsking()) {
      Response<Object> unused = pipeline.sendCommand(Protocol.Command.ASKING, new byte[0][]);
    }
    return call.isBySource()
        ? pipeline.eval(call.script(), call.keyCount(), call.keysAndArguments())
        : pipeline.evalsha(call.script(), call.keyCount(), call.keysAndArguments());
  }

  static List<Object> replies(List<Response<Object>> responses) {
    List<Object> replies = new ArrayList<>(responses.size());
    for (Response<Object> response : responses) {
      try {
        replies.add(response.get());
      } catch (JedisDataException error) {
        replies.add(new RedisReplyException(error.getMessage(), error));
      }
    }
    return replies;
  }

  @Override
  public CompletionStage<ScanPage> scan(byte[] cursor, byte[] pattern) {
    return complete(
        () ->
            ScanPage.of(
                client.executeCommand(
                    new CommandObject<>(
                        new CommandArguments(Protocol.Command.SCAN)
                            .add(cursor)
                            .add(MATCH)
                            .add(pattern)
                            .add(COUNT)
                            .add(KEYS_PER_PAGE),
                        BuilderFactory.RAW_OBJECT))));
  }

  @Override
  public CompletionStage<Void> ping() {
    return complete(client::ping).thenAccept(pong -> {});
  }

  @Override
  public CompletionStage<List<Object>> greet(ScriptCall check, boolean look) {
    return complete(
        () -> {
          List<Response<Object>> responses = new ArrayList<>();
          Response<Object> pong;
          try (AbstractPipeline pipeline = client.pipelined()) {
            pong = pipeline.sendCommand(Protocol.Command.PING, new byte[0][]);
            responses.add(append(pipeline, check));
            if (look) {
              responses.add(pipeline.sendCommand(Protocol.Command.INFO, MEMORY));
            }
            pipeline.sync();
          }
          if (pong.get() == null) {
            throw new IllegalStateException("PING was answered with nothing");
          }
          return replies(responses);
        });
  }

  @Override
  public CompletionStage<List<Object>> ask(List<List<String>> commands) {
    return complete(
        () -> {
          List<Response<Object>> responses = new ArrayList<>(commands.size());
          try (AbstractPipeline pipeline = client.pipelined()) {
            for (List<String> command : commands) {
              byte[][] words =
                  command.stream().skip(1).map(word -> word.getBytes(UTF_8)).toArray(byte[][]::new);
              responses.add(pipeline.sendCommand(Protocol.Command.valueOf(command.get(0)), words));
            }
            pipeline.sync();
          }
          return replies(responses).stream().map(JedisPort::flat).toList();
        });
  }

  /** A list of names and values, where the protocol makes a map of it. */
  private static Object flat(Object reply) {
    if (!(reply instanceof List<?> list)) {
      return reply;
    }
    List<Object> flat = new ArrayList<>();
    for (Object each : list) {
      if (each instanceof KeyValue<?, ?> pair) {
        flat.add(pair.getKey());
        flat.add(flat(pair.getValue()));
      } else {
        flat.add(flat(each));
      }
    }
    return flat;
  }

  /** The connection is back in the pool already, so all go. */
  @Override
  public void distrust() {
    if (connectionSource != null) {
      connectionSource.clear();
    }
  }

  @Override
  public void doubtServer() {
    if (pace.isDue()) {
      distrust();
      pushes.reconnect();
    }
  }

  @Override
  public boolean isAbleToWait() {
    return waits != null;
  }

  @Override
  public CompletionStage<List<Object>> callAndWait(ScriptCall call, ReplicaWaits.Kind kind) {
    return waits == null ? RedisPort.super.callAndWait(call, kind) : waits.ask(call, kind);
  }

  private static byte[] bytes(String word) {
    return word.getBytes(ISO_8859_1);
  }

  @Override
  public void subscribe(String channel, PushSink sink) {
    pushes.subscribe(channel, sink);
  }

  @Override
  public void unsubscribe(String channel) {
    pushes.unsubscribe(channel);
  }

  @Override
  public void close() {
    pushes.close();
    if (waitSender != null) {
      waitSender.close();
    }
    end.run();
  }

  private static <T> CompletionStage<T> complete(Supplier<T> call) {
    // An interrupt must not tear a release in two: calls are bounded by the client's timeouts, and
    // the caller that waits for the lock learns of the interrupt from the flag.
    boolean interrupted = Thread.interrupted();
    try {
      return CompletableFuture.completedFuture(call.get());
    } catch (JedisDataException error) {
      return CompletableFuture.failedFuture(new RedisReplyException(error.getMessage(), error));
    } catch (RuntimeException | Error error) {
      // An Error, too: an answer that is no protocol can make Jedis ask for a billion elements.
      return CompletableFuture.failedFuture(error);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}

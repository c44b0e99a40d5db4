package dev.holdfast.redis.lettuce;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.holdfast.redis.internal.batching.AsyncCombiner;
import dev.holdfast.redis.internal.port.PushSink;
import dev.holdfast.redis.internal.port.ReconnectPace;
import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.port.RedisReplyException;
import dev.holdfast.redis.internal.port.ReplicaWaits;
import dev.holdfast.redis.internal.port.ScanPage;
import dev.holdfast.redis.internal.port.ScriptCall;
import dev.holdfast.spi.Futures;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.netty.util.Timeout;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The protocol's calls through Lettuce, on one connection that all sessions share.
 *
 * <ol>
 *   <li>A script goes at once, or with others of other threads, as {@link AsyncCombiner} says.
 *   <li>A script becomes an EVALSHA (or an EVAL), whose answer has a timer.
 *   <li>The command goes to the {@link LettuceConnection}; no thread waits for the reply.
 *   <li>A reply completes the answer; an error of the server fails it with a {@link
 *       RedisReplyException}.
 *   <li>If the timer ends first, the answer fails with a timeout, the command is cancelled, and the
 *       connection is doubted.
 *   <li>If the connection was lost meanwhile and Lettuce may have sent the command twice, the
 *       outcome is unknown, whatever the reply.
 * </ol>
 */
final class LettucePort implements RedisPort {
  private static final String KEYS_PER_PAGE = "1000";

  /**
   * How many writes with calls are under way at once, near or far: more would be small, as answers
   * that come together make calls that come together.
   */
  private static final int WRITES = 8;

  private final Clients clients;
  private final Duration timeout;
  private final LettucePushes pushes;
  private final LettuceConnection link;
  private final LettuceWaits sender;
  private final ReplicaWaits waits;
  private final @Nullable AsyncCombiner combiner;
  private final ReconnectPace pace = new ReconnectPace();
  private final AtomicInteger distrusted = new AtomicInteger(-1);

  /** To where a client's URI says, over one connection that Lettuce restores. */
  LettucePort(Clients clients, Duration timeout) {
    this(
        clients,
        timeout,
        () -> new ReconnectingConnection(clients),
        new LettucePushes(clients.client()),
        true);
  }

  /**
   * Over connections to be.
   *
   * @param links makes one, to which Lettuce connects when it is used
   * @param sharesScripts whether names may share a script: not on a node of a cluster
   */
  LettucePort(
      Clients clients,
      Duration timeout,
      Supplier<LettuceConnection> links,
      LettucePushes pushes,
      boolean sharesScripts) {
    this.clients = clients;
    this.timeout = timeout;
    this.link = links.get();
    this.pushes = pushes;
    this.sender =
        new LettuceWaits(
            kind ->
                new LettucePort(
                    clients, timeout.plusMillis(kind.timeoutMillis()), links, pushes, false));
    this.waits = new ReplicaWaits(sender);
    this.combiner =
        sharesScripts ? new AsyncCombiner(new CombinedSender(), WRITES, System::nanoTime) : null;
  }

  @Override
  public CompletionStage<Object> call(ScriptCall call) {
    return combiner == null ? send(Commands.script(call)) : combiner.call(call);
  }

  private final class CombinedSender implements AsyncCombiner.Sender {
    @Override
    public CompletionStage<Object> send(ScriptCall call) {
      return LettucePort.this.send(Commands.script(call));
    }

    @Override
    public CompletionStage<List<Object>> sendAll(List<ScriptCall> calls, long waitedNanos) {
      Duration left = timeout.minusNanos(waitedNanos);
      return left.isNegative()
          ? CompletableFuture.failedStage(late())
          : LettucePort.this.sendAll(calls.stream().map(Commands::script).toList(), left);
    }
  }

  @Override
  public CompletionStage<List<Object>> callAll(List<ScriptCall> calls) {
    if (calls.stream().noneMatch(ScriptCall::isAsking)) {
      return sendAll(calls.stream().map(Commands::script).toList());
    }
    List<AsyncCommand<byte[], byte[], Object>> commands = new ArrayList<>();
    for (ScriptCall call : calls) {
      commands.add(Commands.of(CommandType.ASKING));
      commands.add(Commands.script(call));
    }
    return sendAll(commands)
        .thenApply(
            replies ->
                IntStream.range(0, calls.size()).mapToObj(i -> replies.get(2 * i + 1)).toList());
  }

  private CompletionStage<List<Object>> sendAll(
      List<AsyncCommand<byte[], byte[], Object>> commands) {
    return sendAll(commands, timeout);
  }

  private CompletionStage<List<Object>> sendAll(
      List<AsyncCommand<byte[], byte[], Object>> commands, Duration within) {
    List<CompletableFuture<Object>> answers = new ArrayList<>(commands.size());
    for (AsyncCommand<byte[], byte[], Object> command : commands) {
      answers.add(
          answer(command, within)
              .handle((reply, error) -> error == null ? reply : replyOrThrow(error))
              .toCompletableFuture());
    }
    try {
      link.send(new ArrayList<>(commands));
    } catch (RuntimeException error) {
      return CompletableFuture.failedStage(error);
    }
    return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
        .thenApply(all -> answers.stream().map(Futures::result).toList());
  }

  private static Object replyOrThrow(Throwable error) {
    if (error instanceof RedisReplyException reply) {
      return reply;
    }
    throw error instanceof CompletionException wrapped ? wrapped : new CompletionException(error);
  }

  @Override
  public CompletionStage<ScanPage> scan(byte[] cursor, byte[] pattern) {
    CommandArgs<byte[], byte[]> arguments =
        new CommandArgs<>(ByteArrayCodec.INSTANCE)
            .add(cursor)
            .add("MATCH")
            .add(pattern)
            .add("COUNT")
            .add(KEYS_PER_PAGE);
    return send(Commands.of(CommandType.SCAN, arguments)).thenApply(ScanPage::of);
  }

  @Override
  public CompletionStage<Void> ping() {
    try {
      link.begin();
    } catch (RuntimeException error) {
      return CompletableFuture.failedStage(inOurWords(error));
    }
    return firstly(() -> send(Commands.of(CommandType.PING))).thenAccept(pong -> {});
  }

  /**
   * Asks when there is a connection: to find and reach a master for the first time takes several
   * connections, and that time is not taken from that for the answer.
   */
  private <T> CompletionStage<T> firstly(Supplier<CompletionStage<T>> asked) {
    return link.connected()
        .handle((connected, refused) -> refused)
        .thenCompose(
            refused ->
                refused == null ? asked.get() : CompletableFuture.failedStage(inOurWords(refused)));
  }

  @Override
  public CompletionStage<List<Object>> greet(ScriptCall check, boolean look) {
    try {
      link.begin();
    } catch (RuntimeException error) {
      return CompletableFuture.failedStage(inOurWords(error));
    }
    List<AsyncCommand<byte[], byte[], Object>> commands = new ArrayList<>();
    commands.add(Commands.of(CommandType.PING));
    commands.add(Commands.script(check));
    if (look) {
      commands.add(Commands.of(CommandType.INFO, "memory"));
    }
    return firstly(() -> sendAll(commands))
        .thenApply(
            replies -> {
              if (replies.get(0) instanceof RedisReplyException refusal) {
                throw refusal;
              }
              return replies.subList(1, replies.size());
            });
  }

  @Override
  public CompletionStage<List<Object>> ask(List<List<String>> commands) {
    try {
      link.begin();
    } catch (RuntimeException error) {
      return CompletableFuture.failedStage(inOurWords(error));
    }
    return sendAll(
        commands.stream()
            .map(
                command ->
                    Commands.of(
                        CommandType.valueOf(command.get(0)),
                        command.stream().skip(1).toArray(String[]::new)))
            .toList());
  }

  /**
   * The server ends the connection after QUIT, and another one is made. Once for each connection:
   * Lettuce sends again what was not answered, and would end the next connection by it, too.
   */
  @Override
  public void distrust() {
    int present = link.losses();
    if (distrusted.getAndSet(present) != present) {
      CompletionStage<Object> unused = send(Commands.of(CommandType.QUIT));
    }
  }

  @Override
  public void doubtServer() {
    if (pace.isDue()) {
      distrust();
      sender.distrust();
      pushes.reconnect();
    }
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
  public boolean isAbleToWait() {
    return true;
  }

  @Override
  public CompletionStage<List<Object>> callAndWait(ScriptCall call, ReplicaWaits.Kind kind) {
    return waits.ask(call, kind);
  }

  /** Sees to it that there is a connection, if that is not for the first call to do; may block. */
  void begin() {
    link.begin();
  }

  /** Scripts and WAIT, on this connection, which has no other user meanwhile. */
  CompletionStage<List<Object>> sendAndWait(List<ScriptCall> calls, ReplicaWaits.Kind kind) {
    List<AsyncCommand<byte[], byte[], Object>> commands = new ArrayList<>();
    calls.forEach(call -> commands.add(Commands.script(call)));
    commands.add(
        Commands.of(
            CommandType.WAIT,
            String.valueOf(kind.replicas()),
            String.valueOf(kind.timeoutMillis())));
    return sendAll(commands);
  }

  @Override
  public void close() {
    pushes.close();
    sender.close();
    link.close();
    clients.close();
  }

  /** Ends the connection alone, for good: the client and its pushes are others' too. */
  void disconnect() {
    sender.close();
    link.close();
  }

  /** Ends the present connection without waiting for that. */
  void leave() {
    sender.leave();
    link.doubt();
  }

  private CompletionStage<Object> send(AsyncCommand<byte[], byte[], Object> command) {
    CompletionStage<Object> answer = answer(command, timeout);
    try {
      link.send(List.of(command));
    } catch (RuntimeException error) {
      return CompletableFuture.failedStage(error);
    }
    return answer;
  }

  /**
   * What will come of a command: its reply, an error in our words, or the end of its time. A
   * command whose time is up is cancelled, so that it is not sent any more if it was not. One that
   * was under way when the connection was lost has been sent again by Lettuce, and its first copy
   * may arrive even later than what follows: its outcome counts as unknown, whatever the reply.
   */
  private CompletionStage<Object> answer(
      AsyncCommand<byte[], byte[], Object> command, Duration within) {
    CompletableFuture<Object> answer = new CompletableFuture<>();
    int lossesBefore = link.losses();
    Timeout end =
        clients
            .client()
            .getResources()
            .timer()
            .newTimeout(
                late -> {
                  answer.completeExceptionally(late());
                  command.cancel(false);
                  link.doubt();
                },
                within.toMillis(),
                MILLISECONDS);
    CompletionStage<Object> arrival = command;
    arrival.whenComplete(
        (reply, error) -> {
          end.cancel();
          if (link.losses() != lossesBefore) {
            answer.completeExceptionally(
                new IOException(
                    "the connection was lost meanwhile; two copies may be under way", error));
          } else if (error == null) {
            answer.complete(reply);
          } else {
            Throwable said = inOurWords(error);
            answer.completeExceptionally(said);
            if (String.valueOf(said.getMessage()).startsWith("READONLY")) {
              link.doubt();
            }
          }
        });
    return answer;
  }

  private TimeoutException late() {
    return new TimeoutException("no answer within " + timeout.toMillis() + " ms");
  }

  /** What the server said, wherever it stands in the chain: a refused greeting is wrapped. */
  private static Throwable inOurWords(Throwable error) {
    for (Throwable at = error; at != null; at = at.getCause()) {
      if (at instanceof RedisCommandExecutionException said) {
        return new RedisReplyException(said.getMessage(), error);
      }
    }
    return error;
  }
}

package dev.holdfast.redis.internal.protocol;

import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import dev.holdfast.redis.internal.port.Bytes;
import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.port.RedisReplyException;
import dev.holdfast.redis.internal.port.ReplicaWaits;
import dev.holdfast.redis.internal.port.Replies;
import dev.holdfast.redis.internal.port.Script;
import dev.holdfast.redis.internal.port.ScriptCall;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.ReplicaAck;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The operations of one client over a {@link RedisPort}: each is one script, but for large batches.
 *
 * <ol>
 *   <li>Opening: the port subscribes to the client's channel, on which its pushes come.
 *   <li>Acquire: one script grants the name if it is free and no attempt waits. Otherwise it puts
 *       an attempt that waits into the queue, and refuses one that does not.
 *   <li>Wait: {@link #keepAlive} keeps the place in the queue, and its answer says whether the
 *       place has become a hold. A push says so earlier; {@link PushReader} passes it on.
 *   <li>Handoff: the script that ends a hold grants the name to the next attempts in the queue, and
 *       publishes each grant on the channel of its client.
 *   <li>Renewal: {@link #keepAlive} sends the holds of many names in few scripts.
 *   <li>Loss: a renewal that finds no live hold of its attempt is answered that there is none. A
 *       hold that an operator broke is told by a push, too.
 *   <li>A call that fails ends in a {@link StoreException}, which says what is then known of the
 *       hold. Answers that make no sense, or come from no master, make the port give up
 *       connections.
 * </ol>
 */
public final class RedisSession implements StoreSession {
  private static final System.Logger LOG = System.getLogger(RedisSession.class.getName());

  /** For how long a hold that an operator ended is answered with "broken". */
  private static final byte[] BROKEN_MILLIS = Bytes.of(5 * 60 * 1000);

  /** What opening waits for pushes; a server that grants none is no reason to wait longer. */
  private static final long SUBSCRIPTION_MILLIS = 250;

  private final RedisPort port;
  private final RedisSite site;
  private final SlotRule slots;
  private final Keys keys;
  private final UptimePolicy granting;
  private final String channel;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final AtomicLong batches = new AtomicLong();
  private final Bytes.Repeated lease = new Bytes.Repeated();
  private final Bytes.Repeated retention = new Bytes.Repeated();
  private final Bytes.Repeated mark = new Bytes.Repeated();

  public RedisSession(
      RedisPort port,
      RedisSite site,
      UptimePolicy granting,
      ClientIdentity client,
      StoreListener listener) {
    this.port = port;
    this.site = site;
    this.slots = site.slots();
    this.granting = granting;
    this.keys = site.keys(client.namespace());
    this.channel = keys.channel(client.id());
    PushReader push = new PushReader(keys, listener);
    port.subscribe(channel, push);
    push.await(SUBSCRIPTION_MILLIS);
  }

  @Override
  public CompletionStage<Standing> acquire(AcquireRequest request) {
    byte[] attempt = Bytes.of(request.attempt());
    return ask(
        () -> {
          boolean alone = AcquireArguments.isAlone(request);
          byte[][] words = words(request.name(), alone ? 4 : 5);
          int at = Keys.PER_NAME;
          words[at] = attempt;
          words[at + 1] = lease.of(request.leaseMillis());
          words[at + 2] = retention.of(request.leaseMillis() + AcquireArguments.RETENTION_MILLIS);
          words[at + 3] = AcquireArguments.wait(request);
          if (!alone) {
            words[at + 4] = AcquireArguments.mode(request);
          }
          return Scripts.run(port, granting.acquire(Keys.PER_NAME, words, request.proposedStamp()));
        },
        reply -> Replies.standing(reply, attempt, request.leaseMillis()),
        () -> "acquire " + RedisExceptions.quoted(request.name()),
        FailureTexts.GRANT);
  }

  @Override
  public CompletionStage<List<Standing>> acquireAll(List<AcquireRequest> requests) {
    if (requests.isEmpty()) {
      return CompletableFuture.completedStage(List.of());
    }
    return ask(
        () ->
            slots.obey(
                () -> {
                  List<AcquireRequest> together = MultiName.together(slots, keys, requests);
                  ScriptCall call = granting.acquireAll(MultiName.acquire(keys, together));
                  return Scripts.run(port, call)
                      .thenApply(reply -> MultiName.standings(requests.size(), together, reply));
                }),
        Function.identity(),
        () -> "acquire " + firstOf(requests.size(), requests.get(0).name()),
        FailureTexts.GRANT_ALL);
  }

  @Override
  public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
    Supplier<String> asked = () -> "keep " + requests.size() + " holds and queue places alive";
    return ask(
        () ->
            slots.obey(
                () ->
                    KeepAliveBatch.send(
                        port,
                        slots,
                        keys,
                        requests,
                        batches.incrementAndGet(),
                        granting,
                        error -> {
                          heed(error);
                          return RedisExceptions.of(site, asked.get(), error, FailureTexts.RENEWAL);
                        })),
        Function.identity(),
        asked,
        FailureTexts.RENEWAL);
  }

  @Override
  public boolean acknowledges() {
    return port.isAbleToWait();
  }

  @Override
  public CompletionStage<ReplicaAck> acknowledge(
      KeepAlive.Hold hold, int replicas, long timeoutMillis) {
    return ask(
        () ->
            ReplicatedHold.ask(
                port,
                keys,
                hold,
                new ReplicaWaits.Kind(replicas, timeoutMillis),
                batches.incrementAndGet()),
        Function.identity(),
        () -> "have the hold of " + RedisExceptions.quoted(hold.name()) + " acknowledged",
        FailureTexts.ACKNOWLEDGEMENT);
  }

  @Override
  public int part(String name) {
    return port.isSharded() ? port.part(keys.hold(name)) : 0;
  }

  @Override
  public CompletionStage<OptionalLong> clock(String name) {
    byte[][] words = {keys.hold(name)};
    return ask(
        () -> Scripts.run(port, new ScriptCall(Script.CLOCK, 1, words)),
        reply -> OptionalLong.of(Replies.clock(words[0], reply)),
        () -> "look at the clock for " + RedisExceptions.quoted(name),
        FailureTexts.READ);
  }

  @Override
  public CompletionStage<Boolean> release(ReleaseRequest request) {
    return ask(
        () -> {
          boolean plain = request.keepMillis() <= 0 && !request.overtaking();
          byte[][] words = words(request.name(), plain ? 2 : 4);
          int at = Keys.PER_NAME;
          words[at] = Bytes.of(request.attempt());
          words[at + 1] = mark.of(request.markMillis());
          if (!plain) {
            words[at + 2] = Bytes.of(Math.max(0, request.keepMillis()));
            words[at + 3] = Bytes.of(request.overtaking() ? 1 : 0);
          }
          return run(Script.RELEASE, words);
        },
        Replies::flag,
        () -> "release " + RedisExceptions.quoted(request.name()),
        FailureTexts.RELEASE);
  }

  @Override
  public CompletionStage<List<Boolean>> releaseAll(List<ReleaseRequest> requests) {
    if (requests.isEmpty()) {
      return CompletableFuture.completedStage(List.of());
    }
    byte[] number = Bytes.of(batches.incrementAndGet());
    return ask(
        () ->
            slots.obey(
                () ->
                    slots.divides()
                        ? MultiName.releaseEach(port, keys, requests, number)
                        : Scripts.run(port, MultiName.release(keys, requests, number))
                            .thenApply(reply -> MultiName.found(requests.size(), number, reply))),
        Function.identity(),
        () -> "release " + firstOf(requests.size(), requests.get(0).name()),
        FailureTexts.RELEASE_ALL);
  }

  private static String firstOf(int size, String name) {
    return RedisExceptions.quoted(name) + (size == 1 ? "" : " and " + (size - 1) + " more");
  }

  @Override
  public boolean reduces() {
    return true;
  }

  @Override
  public CompletionStage<Boolean> reduce(String name, String attempt, int permits) {
    return ask(
        () -> {
          byte[][] words = words(name, 2);
          words[Keys.PER_NAME] = Bytes.of(attempt);
          words[Keys.PER_NAME + 1] = Bytes.of(permits);
          return run(Script.REDUCE, words);
        },
        Replies::flag,
        () -> "leave " + permits + " permits of " + RedisExceptions.quoted(name) + " to a hold",
        FailureTexts.REDUCE);
  }

  @Override
  public CompletionStage<Integer> resize(String name, int expected, int size) {
    return ask(
        () -> {
          byte[][] words = words(name, 2);
          words[Keys.PER_NAME] = Bytes.of(size);
          words[Keys.PER_NAME + 1] = Bytes.of(expected);
          return run(Script.RESIZE, words);
        },
        Replies::permits,
        () -> "resize " + RedisExceptions.quoted(name),
        FailureTexts.RESIZE);
  }

  @Override
  public CompletionStage<LockInfo> inspect(String name) {
    return ask(
        () -> run(Script.INSPECT, words(name, 0)),
        reply -> Replies.info(name, words(name, 0)[0], reply),
        () -> "inspect " + RedisExceptions.quoted(name),
        FailureTexts.READ);
  }

  @Override
  public CompletionStage<List<String>> names(int limit) {
    return ask(
        () -> slots.obey(() -> new NameScan(port, slots, keys, limit).walk()),
        Function.identity(),
        () -> "list the names",
        FailureTexts.READ);
  }

  @Override
  public CompletionStage<Boolean> breakHold(String name) {
    return ask(
        () -> {
          byte[][] words = words(name, 1);
          words[Keys.PER_NAME] = BROKEN_MILLIS;
          return run(Script.BREAK, words);
        },
        Replies::flag,
        () -> "break the hold on " + RedisExceptions.quoted(name),
        FailureTexts.BREAK);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      port.unsubscribe(channel);
    }
  }

  private byte[][] words(String name, int arguments) {
    byte[][] words = new byte[Keys.PER_NAME + arguments][];
    keys.put(name, words, 0);
    return words;
  }

  private CompletionStage<Object> run(Script script, byte[][] words) {
    return Scripts.run(port, new ScriptCall(script, Keys.PER_NAME, words));
  }

  /** Completes with what a reply means, or with a {@link StoreException}, and never throws. */
  private <R, T> CompletionStage<T> ask(
      Supplier<CompletionStage<R>> request,
      Function<R, T> meaning,
      Supplier<String> asked,
      FailureTexts outcome) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    try {
      if (closed.get()) {
        throw new StoreException(
            asked.get() + " on " + site.store() + ": the session is closed", null, false);
      }
      request
          .get()
          .whenComplete(
              (reply, error) -> {
                if (error == null) {
                  conclude(answer, reply, meaning, asked, outcome);
                } else {
                  fail(answer, error, asked, outcome);
                }
              });
    } catch (RuntimeException | Error error) {
      fail(answer, error, asked, outcome);
    }
    return answer;
  }

  /** Gives up connections on which what comes is not to be relied on, or comes from no master. */
  private void heed(Throwable error) {
    Throwable cause = RedisExceptions.unwrap(error);
    try {
      if (cause instanceof Replies.MalformedReplyException
          && !(cause instanceof Replies.NoTokenException)) {
        port.distrust();
      } else if (cause instanceof RedisReplyException reply && reply.isFromNoMaster()) {
        port.doubtServer();
      }
    } catch (RuntimeException | Error unable) {
      LOG.log(System.Logger.Level.DEBUG, "connections could not be given up", unable);
    }
  }

  private void fail(
      CompletableFuture<?> answer, Throwable error, Supplier<String> asked, FailureTexts outcome) {
    heed(error);
    answer.completeExceptionally(RedisExceptions.of(site, asked.get(), error, outcome));
  }

  private <R, T> void conclude(
      CompletableFuture<T> answer,
      R reply,
      Function<R, T> meaning,
      Supplier<String> asked,
      FailureTexts outcome) {
    T meant;
    try {
      meant = meaning.apply(reply);
    } catch (RuntimeException | Error error) {
      fail(answer, error, asked, outcome);
      return;
    }
    answer.complete(meant);
  }
}

package dev.holdfast.redis;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.holdfast.StoreException;
import dev.holdfast.redis.internal.protocol.Keys;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.servers.RespConnection;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreSession;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** One client's verbs, waiting for each answer. */
public final class VerbsForTests implements AutoCloseable {
  public final ListenerForTests listener = new ListenerForTests();
  public final StoreSession session;
  private final String id = "c/host/1/" + UUID.randomUUID();
  private final String channel;
  private int attempts;

  public VerbsForTests(LockStore store, String namespace) {
    this.channel = new Keys(namespace).channel(id);
    this.session = store.open(new ClientIdentity(id, namespace), listener);
    listener.awaitSubscription();
  }

  /** Waits until the server would send pushes to this client: opening waits for that briefly. */
  public void awaitPushes(RespConnection server) {
    Awaitility.await()
        .until(() -> ((List<?>) server.ask("PUBSUB", "NUMSUB", channel)).get(1).equals(1L));
  }

  /** Whether this server would send pushes to this client. */
  public boolean isHeardAt(RedisServer server) {
    return ((List<?>) server.ask("PUBSUB", "NUMSUB", channel)).get(1).equals(1L);
  }

  public String attempt() {
    return id + "/" + ++attempts;
  }

  public static AcquireRequest request(String name, String attempt, boolean waits) {
    return new AcquireRequest(name, attempt, Mode.EXCLUSIVE, waits, 60_000, 5_000, 10_000, 1);
  }

  public static AcquireRequest share(String name, String attempt, boolean waits) {
    return new AcquireRequest(name, attempt, Mode.SHARED, waits, 60_000, 5_000, 10_000, 1);
  }

  public static AcquireRequest permits(String name, String attempt, int permits, int size) {
    return new AcquireRequest(
        name, attempt, Mode.COUNTED, false, 60_000, 5_000, 10_000, 1, permits, size);
  }

  /** Requests of new attempts for several names, each for itself alone. */
  public List<AcquireRequest> requests(boolean waits, String... names) {
    return Stream.of(names).map(name -> request(name, attempt(), waits)).toList();
  }

  public static List<ReleaseRequest> releases(List<AcquireRequest> requests) {
    return requests.stream()
        .map(asked -> new ReleaseRequest(asked.name(), asked.attempt(), 0, false, 60_000))
        .toList();
  }

  public String take(String name) {
    String attempt = attempt();
    assertInstanceOf(
        Standing.Holding.class, answer(session.acquire(request(name, attempt, false))));
    return attempt;
  }

  public String join(String name) {
    String attempt = attempt();
    answer(session.acquire(request(name, attempt, true)));
    return attempt;
  }

  public long stamp(String name) {
    String attempt = attempt();
    Standing standing = answer(session.acquire(request(name, attempt, false)));
    release(name, attempt);
    return assertInstanceOf(Standing.Holding.class, standing).stamp();
  }

  /**
   * Whether the server's clock may have been past a stamp before it was granted: then the test was
   * too slow to tell whether it would have been.
   */
  public boolean isPast(long stamp) {
    return stamp("clock") >= stamp;
  }

  public Standing renew(String name, String attempt) {
    return answer(session.keepAlive(List.of(new KeepAlive.Hold(name, attempt, 60_000, false))))
        .get(0);
  }

  public Standing keepPlace(String name, String attempt) {
    return answer(session.keepAlive(List.of(new KeepAlive.Place(name, attempt, 10_000, 2)))).get(0);
  }

  public boolean release(String name, String attempt) {
    return answer(session.release(new ReleaseRequest(name, attempt, 0, false, 60_000)));
  }

  public boolean releaseOvertaking(String name, String attempt) {
    return answer(session.release(new ReleaseRequest(name, attempt, 0, true, 60_000)));
  }

  /** What a verb answers, within the time that no verb may exceed. */
  public static <T> T answer(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(10, SECONDS);
    } catch (Exception error) {
      throw new AssertionError(error);
    }
  }

  /** The exception with which a verb ends. */
  public static StoreException refusal(CompletionStage<?> stage) {
    ExecutionException error =
        assertThrows(ExecutionException.class, () -> stage.toCompletableFuture().get(10, SECONDS));
    return assertInstanceOf(StoreException.class, error.getCause());
  }

  @Override
  public void close() {
    session.close();
  }
}

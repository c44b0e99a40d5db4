package dev.holdfast.consensus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.holdfast.StoreException;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** What is granted to a session of which little is certain. */
class UncertainSessionTest {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final long CLAIM_MILLIS = 3_000;
  private static final long WHOLE_MILLIS = 2_700;

  private final Session session = new Session();

  private Standing acquire() {
    try (ConsensusSession verbs =
        ConsensusSession.open(
            "a service",
            SOON,
            SOON,
            new OneSession(session),
            StoreListener.DEAF,
            opened -> CompletableFuture.completedFuture(true))) {
      AcquireRequest request =
          new AcquireRequest("n", "a/h/1/x/1", Mode.EXCLUSIVE, false, 30_000, CLAIM_MILLIS, 0, 7);
      return verbs.acquire(request).toCompletableFuture().join();
    }
  }

  private static long remaining(Standing standing) {
    return assertInstanceOf(Standing.Holding.class, standing).remainingMillis();
  }

  @Test
  void itFirstShowsThatItLives() {
    session.certainMillis = 400;
    assertEquals(WHOLE_MILLIS, remaining(acquire()));
    assertEquals(1, session.shown);
  }

  @Test
  void enoughIsNotAskedFor() {
    session.certainMillis = 1_500;
    assertEquals(1_500, remaining(acquire()));
    assertEquals(0, session.shown);
  }

  @Test
  void whereItCannotShowThatNothingIsKnown() {
    session.certainMillis = 400;
    session.answers = false;
    CompletionException unknown = assertThrows(CompletionException.class, this::acquire);
    assertEquals(
        "acquire 'n'", assertInstanceOf(StoreException.class, unknown.getCause()).getMessage());
  }

  private record OneSession(Session only) implements CoordinationService {
    @Override
    public void start(BiConsumer<CoordinationSession, String> onEnded, Runnable onTrouble) {}

    @Override
    public CompletableFuture<Session> session() {
      return CompletableFuture.completedFuture(only);
    }

    @Override
    public StoreException failure(String asked, Throwable thrown) {
      return new StoreException(asked, thrown, true);
    }

    @Override
    public void abandon(String name, String node) {}

    @Override
    public boolean outlives() {
      return false;
    }

    @Override
    public void close() {}
  }

  /** Of a service on which every name is free. */
  private static final class Session implements CoordinationSession {
    long certainMillis;
    boolean answers = true;
    int shown;

    @Override
    public boolean hasEnded() {
      return false;
    }

    @Override
    public long timeoutMillis() {
      return CLAIM_MILLIS;
    }

    @Override
    public long certainMillis() {
      return WHOLE_MILLIS;
    }

    @Override
    public long remainingMillis(long sinceNanos) {
      return certainMillis;
    }

    @Override
    public CompletableFuture<Boolean> alive() {
      if (!answers) {
        return CompletableFuture.failedFuture(new IllegalStateException("no leader"));
      }
      shown++;
      certainMillis = WHOLE_MILLIS;
      return CompletableFuture.completedFuture(true);
    }

    @Override
    public long nowMicros() {
      return 1_000;
    }

    @Override
    public CompletableFuture<Boolean> tellTime() {
      return CompletableFuture.completedFuture(true);
    }

    @Override
    public void spareMoment() {}

    @Override
    public CompletableFuture<NameSnapshot> read(String name, boolean fresh) {
      return CompletableFuture.completedFuture(
          new NameSnapshot(Register.fresh(0), 0, List.of(), nowMicros(), 0));
    }

    @Override
    public CompletableFuture<Written> write(String name, NameSnapshot seen, Decision<?> change) {
      AcquireRequest made = change.makes();
      AttemptNode child =
          made == null ? null : new AttemptNode("e~1", made.attempt(), made.mode(), 0, 0, 0);
      return CompletableFuture.completedFuture(new Written(true, child, 1, null));
    }

    @Override
    public CompletableFuture<Written> queue(AcquireRequest request) {
      throw new AssertionError("nobody waits");
    }

    @Override
    public CompletableFuture<Boolean> refuse(String name, String attempt) {
      return CompletableFuture.completedFuture(true);
    }

    @Override
    public CompletableFuture<Boolean> delete(String name, String node) {
      return CompletableFuture.completedFuture(true);
    }

    @Override
    public CompletableFuture<Left> leave(String name, String node, NameSnapshot last) {
      return CompletableFuture.completedFuture(new Left(true, null));
    }

    @Override
    public void wake(String name, List<AttemptNode> children) {}

    @Override
    public Watch listen(
        String name, String node, BooleanSupplier isOver, Runnable look, Runnable failed) {
      return Watch.NONE;
    }

    @Override
    public Watch whenGone(
        String name, String node, NameSnapshot seen, Runnable gone, Runnable failed) {
      return Watch.NONE;
    }

    @Override
    public CompletableFuture<Boolean> mendFloor(String name) {
      return CompletableFuture.completedFuture(false);
    }

    @Override
    public CompletableFuture<List<String>> names(int limit) {
      return CompletableFuture.completedFuture(List.of());
    }
  }
}

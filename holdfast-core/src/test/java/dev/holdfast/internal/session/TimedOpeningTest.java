package dev.holdfast.internal.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.StoreException;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.ForwardingSession;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client is opened in the time that was given for it, or not at all. */
@Timeout(60)
final class TimedOpeningTest {
  private static final Duration SHORT = Duration.ofMillis(50);

  @Test
  void aStoreThatDoesNotAnswerIsGivenUpAndWhatItOpensLaterIsClosed() throws Exception {
    CountDownLatch answers = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    StoreException error =
        assertThrows(
            StoreException.class,
            () -> Holdfast.builder(new LateStore(answers, closed)).connectTimeout(SHORT).build());
    assertTrue(error.isTransient());
    assertEquals(
        "cannot open the late store: it has not answered within 50 ms (the connect timeout,"
            + " connectTimeout); look at host and port, and whether the server there runs and is of"
            + " this kind; nothing was locked",
        error.getMessage());
    answers.countDown();
    assertTrue(closed.await(50, TimeUnit.SECONDS), "the late session is closed");
  }

  @Test
  void theUrlSaysHowLongOpeningMayTake() {
    IllegalArgumentException wrong =
        assertThrows(
            IllegalArgumentException.class, () -> Holdfast.connect("fortests:x?connectTimeout=0s"));
    assertTrue(
        wrong.getMessage().endsWith(": its connectTimeout is not between 1 ms and 1 h"),
        wrong.getMessage());
    Holdfast.connect("memory:?connectTimeout=5s").close();
  }

  @Test
  void anErrorShowsWhoOpenedAndWhatWasOpened() {
    IllegalStateException refused = new IllegalStateException("refused");
    IllegalStateException thrown =
        assertThrows(
            IllegalStateException.class,
            () ->
                TimedOpening.within(
                    Duration.ofSeconds(50),
                    "it",
                    () -> {
                      throw refused;
                    },
                    made -> {}));
    assertSame(refused, thrown);
    assertTrue(
        Arrays.stream(thrown.getStackTrace())
            .anyMatch(at -> at.getMethodName().equals("anErrorShowsWhoOpenedAndWhatWasOpened")));
  }

  @Test
  void anInterruptReachesTheOpeningAndStays() {
    Thread.currentThread().interrupt();
    boolean reached =
        TimedOpening.within(
            Duration.ofSeconds(50),
            "it",
            () -> {
              try {
                return new CountDownLatch(1).await(50, TimeUnit.SECONDS);
              } catch (InterruptedException hurry) {
                return true;
              }
            },
            made -> {});
    assertTrue(reached, "the wait within was interrupted");
    assertTrue(Thread.interrupted(), "the flag stays");
    assertFalse(Thread.currentThread().isInterrupted());
  }

  /** Its session is opened when somebody lets it. */
  private record LateStore(CountDownLatch answers, CountDownLatch closed) implements LockStore {
    private static final LockStore MEMORY = MemoryStore.create();

    @Override
    public StoreCapabilities capabilities() {
      return MEMORY.capabilities();
    }

    @Override
    public StoreSession open(ClientIdentity client, StoreListener listener) {
      boolean answered = false;
      while (!answered) {
        try {
          answers.await();
          answered = true;
        } catch (InterruptedException notYet) {
          // A driver that reads from a socket does not hear of it, either.
        }
      }
      return new ForwardingSession(MEMORY.open(client, listener)) {
        @Override
        public void close() {
          super.close();
          closed.countDown();
        }
      };
    }

    @Override
    public void close() {}

    @Override
    public String toString() {
      return "the late store";
    }
  }
}

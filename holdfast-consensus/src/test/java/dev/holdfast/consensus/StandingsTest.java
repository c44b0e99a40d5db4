package dev.holdfast.consensus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Looks that a client takes without having been asked go on whatever one of them throws. */
class StandingsTest {
  private static final String OWN = "a/h/1/x/1";
  private static final AcquireRequest REQUEST =
      new AcquireRequest("n", OWN, Mode.EXCLUSIVE, false, 30_000, 3_000, 0, 0);

  private final AtomicInteger reads = new AtomicInteger();
  private final SessionTicker ticker = new SessionTicker(() -> 0);

  /** A session that gives this whenever a name is read, and has nothing else to say. */
  private ServiceSession session(Supplier<Sight> sight) {
    return (ServiceSession)
        Proxy.newProxyInstance(
            StandingsTest.class.getClassLoader(),
            new Class<?>[] {ServiceSession.class},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "read" -> {
                    reads.incrementAndGet();
                    yield CompletableFuture.completedFuture(sight.get());
                  }
                  case "hasEnded" -> false;
                  case "listen", "whenGone" -> ServiceSession.Watch.NONE;
                  default -> 1_000L;
                });
  }

  private static void lookThrice(Standings standings, Attempt attempt) {
    for (int i = 0; i < 3; i++) {
      standings.look(attempt);
    }
  }

  @Test
  void thoughTheServiceThrowsAnErrorInsteadOfAnAnswer() {
    Attempts attempts = new Attempts(StoreListener.DEAF, ticker);
    Attempt attempt =
        new Attempt(
            REQUEST,
            session(
                () -> {
                  throw new LinkageError("as the test wants");
                }),
            0);
    lookThrice(new Standings(attempts, StoreListener.DEAF, ticker), attempts.add(attempt));
    assertEquals(3, reads.get());
  }

  @Test
  void thoughTheListenerThrowsAnError() {
    AtomicInteger told = new AtomicInteger();
    StoreListener broken =
        new StoreListener() {
          @Override
          public void granted(String name, String id, Standing.Holding standing, long sentAt) {}

          @Override
          public void recalled(String name, String id) {
            told.incrementAndGet();
            throw new LinkageError("as the test wants");
          }

          @Override
          public void broken(String name, String id) {}

          @Override
          public void changed() {}
        };
    Register held = new Register(7, 0, 1, List.of(new Register.Hold(OWN, Mode.EXCLUSIVE, 0, 7, 0)));
    List<Child> children =
        List.of(
            new Child("e~1", OWN, Mode.EXCLUSIVE, 0, 0, 0),
            new Child("e~2", "b/h/1/x/1", Mode.EXCLUSIVE, 0, 0, 1));
    Attempts attempts = new Attempts(broken, ticker);
    Attempt attempt =
        new Attempt(REQUEST, session(() -> new Sight(held, 0, children, 1_000, 0)), 0);
    attempt.hasNode("e~1");
    lookThrice(new Standings(attempts, broken, ticker), attempts.add(attempt));
    assertEquals(3, reads.get());
    assertEquals(1, told.get());
  }
}

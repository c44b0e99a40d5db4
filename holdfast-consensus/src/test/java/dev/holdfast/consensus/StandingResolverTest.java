package dev.holdfast.consensus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Looks that a client takes without having been asked go on whatever one of them throws. */
class StandingResolverTest {
  private static final String OWN = "a/h/1/x/1";
  private static final AcquireRequest REQUEST =
      new AcquireRequest("n", OWN, Mode.EXCLUSIVE, false, 30_000, 3_000, 0, 0);

  private final AtomicInteger reads = new AtomicInteger();
  private final SessionTicker ticker = new SessionTicker(() -> 0);

  private CoordinationSession session(Supplier<NameSnapshot> snapshot) {
    return session(reads, snapshot);
  }

  /** A session that gives this whenever a name is read, and has nothing else to say. */
  private static CoordinationSession session(AtomicInteger reads, Supplier<NameSnapshot> snapshot) {
    return (CoordinationSession)
        Proxy.newProxyInstance(
            StandingResolverTest.class.getClassLoader(),
            new Class<?>[] {CoordinationSession.class},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "read" -> {
                    reads.incrementAndGet();
                    yield CompletableFuture.completedFuture(snapshot.get());
                  }
                  case "hasEnded" -> false;
                  case "listen", "whenGone" -> CoordinationSession.Watch.NONE;
                  default -> 1_000L;
                });
  }

  private static void lookThrice(StandingResolver resolver, Attempt attempt) {
    for (int i = 0; i < 3; i++) {
      resolver.look(attempt);
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
    lookThrice(new StandingResolver(attempts, StoreListener.DEAF, ticker), attempts.add(attempt));
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
    List<AttemptNode> children =
        List.of(
            new AttemptNode("e~1", OWN, Mode.EXCLUSIVE, 0, 0, 0),
            new AttemptNode("e~2", "b/h/1/x/1", Mode.EXCLUSIVE, 0, 0, 1));
    Attempts attempts = new Attempts(broken, ticker);
    Attempt attempt =
        new Attempt(REQUEST, session(() -> new NameSnapshot(held, 0, children, 1_000, 0)), 0);
    attempt.hasNode("e~1");
    lookThrice(new StandingResolver(attempts, broken, ticker), attempts.add(attempt));
    assertEquals(3, reads.get());
    assertEquals(1, told.get());
  }

  /** A client holds with stamp 7; then its node is gone, and this is the last stamp of the name. */
  private static List<String> toldWhenGone(long lastStamp) {
    List<String> told = new ArrayList<>();
    StoreListener listener =
        new StoreListener() {
          @Override
          public void granted(String name, String id, Standing.Holding standing, long sentAt) {}

          @Override
          public void recalled(String name, String id) {}

          @Override
          public void broken(String name, String id) {
            told.add("broken");
          }

          @Override
          public void sessionEnded(String name, String id, String why) {
            told.add(why);
          }

          @Override
          public void changed() {}
        };
    SessionTicker ticker = new SessionTicker(() -> 0);
    Register held = new Register(7, 0, 1, List.of(new Register.Hold(OWN, Mode.EXCLUSIVE, 0, 7, 0)));
    NameSnapshot holding =
        new NameSnapshot(
            held, 0, List.of(new AttemptNode("e~1", OWN, Mode.EXCLUSIVE, 0, 0, 0)), 1_000, 0);
    AtomicReference<NameSnapshot> snapshot = new AtomicReference<>(holding);
    Attempts attempts = new Attempts(listener, ticker);
    Attempt attempt = new Attempt(REQUEST, session(new AtomicInteger(), snapshot::get), 0);
    attempt.hasNode("e~1");
    StandingResolver resolver = new StandingResolver(attempts, listener, ticker);
    resolver.look(attempts.add(attempt));
    assertEquals(List.of(), told);
    snapshot.set(new NameSnapshot(Register.fresh(lastStamp), 0, List.of(), 1_000, 0));
    resolver.look(attempt);
    assertEquals(told.contains("broken"), attempts.wasBroken("n", OWN));
    return told;
  }

  @Test
  void aNodeThatIsGoneWithTheStampsOfItsNameWentWithTheData() {
    List<String> told = toldWhenGone(6);
    assertEquals(1, told.size());
    assertTrue(told.get(0).startsWith("the store has lost its data"), told.get(0));
  }

  @Test
  void aNodeThatIsGoneWhileTheStampsOfItsNameAreThereWasTakenAway() {
    assertEquals(List.of("broken"), toldWhenGone(7));
    assertEquals(List.of("broken"), toldWhenGone(8));
  }
}

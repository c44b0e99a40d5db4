package dev.holdfast.internal.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.internal.engine.StillHost;
import dev.holdfast.internal.runtime.Timers;
import dev.holdfast.internal.session.StoreInvoker.Reply;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** No memory while a session is opened: what waits for it is told all the same. */
final class OpeningErrorsTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(4);

  private final StillHost host = new StillHost();
  private final Timers timers = new Timers(host);
  private final Queue<Runnable> threads = new ArrayDeque<>();
  private final List<String> heard = new ArrayList<>();
  private Supplier<StoreInvoker> opens = this::down;
  private final BackgroundOpening opening =
      new BackgroundOpening("s", () -> opens.get(), host, threads::add, TIMEOUT);
  private final LazyStoreInvoker calls =
      new LazyStoreInvoker(opening, Set.of(Mode.EXCLUSIVE), host, TIMEOUT);

  private StoreInvoker down() {
    throw new StoreException("it is down", null, true);
  }

  private static void noMemory() {
    throw new OutOfMemoryError("made up");
  }

  private void call() {
    calls.call(
        true,
        Runnable::run,
        (session, sentAt) ->
            session instanceof UnreachedSession
                ? session.names(1).thenApply(names -> "unreached")
                : CompletableFuture.completedFuture("x"),
        new Reply<String>() {
          @Override
          public void known(String answer, long sentAt) {
            heard.add(answer);
          }

          @Override
          public void unknown(StoreException error) {
            heard.add("unknown");
          }

          @Override
          public void notSent(StoreException error) {
            heard.add("not sent");
          }
        });
  }

  private void advance(Duration by) {
    host.advance(by.toNanos());
    timers.tick();
  }

  @Test
  void callsAreToldWhenATryFailsAndTheNextTryIsMadeForALaterOne() {
    opening.begin(timers);
    call();
    call();
    opens =
        () -> {
          host.whenAsked(OpeningErrorsTest::noMemory);
          return down();
        };
    assertThrows(OutOfMemoryError.class, threads.remove()::run);
    assertEquals(List.of("not sent", "not sent"), heard);
    host.whenAsked(() -> {});
    opens = this::open;
    call();
    advance(Duration.ofSeconds(1));
    threads.remove().run();
    assertEquals(List.of("not sent", "not sent", "x"), heard);
  }

  @Test
  void callsAreToldWhenAStoreIsSilent() {
    opening.begin(timers);
    call();
    host.advance(TIMEOUT.toNanos());
    int[] asks = {0};
    host.whenAsked(
        () -> {
          if (++asks[0] == 2) { // after the timers themselves
            noMemory();
          }
        });
    timers.tick();
    assertEquals(List.of("not sent"), heard);
    call();
    advance(TIMEOUT);
    assertEquals(List.of("not sent", "not sent"), heard);
  }

  @Test
  void aCallThatCannotBeMadeFailsAlone() {
    opening.begin(timers);
    call();
    call();
    opens =
        () ->
            new StoreInvoker(null, capabilities(), host) {
              private int made;

              @Override
              public <T> void call(
                  boolean inline, Executor elsewhere, Verb<T> verb, Reply<T> reply) {
                if (++made == 1) {
                  noMemory();
                }
                super.call(inline, elsewhere, verb, reply);
              }
            };
    threads.remove().run();
    assertEquals(List.of("unknown", "x"), heard);
  }

  @Test
  void anOpeningThatHasNoThreadIsTriedAgain() {
    BackgroundOpening none =
        new BackgroundOpening(
            "s",
            this::open,
            host,
            task -> {
              if (threads.isEmpty()) {
                threads.add(task);
                noMemory();
              }
              task.run();
            },
            TIMEOUT);
    none.begin(timers);
    advance(Duration.ofSeconds(1));
    assertNotNull(none.opened());
  }

  @Test
  void aTryWhoseThreadHasEndedWithoutAWordIsDead() throws Exception {
    OpeningTry tried = new OpeningTry(opening, null, 0);
    Thread thread = new Thread(tried::runsHere);
    thread.start();
    thread.join();
    assertTrue(tried.isDead());
    String said = tried.silence(TIMEOUT).getMessage();
    assertTrue(said.contains("has died"), said);
  }

  private StoreInvoker open() {
    return new StoreInvoker(null, capabilities(), host);
  }

  private static StoreCapabilities capabilities() {
    return new StoreCapabilities(false, true, HoldKind.LEASE, Duration.ofSeconds(1));
  }
}

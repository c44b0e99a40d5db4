package dev.holdfast.internal.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.internal.engine.StillHost;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How verbs are called and how their outcomes come back. */
class StoreInvokerTest {
  private final StoreException said = new StoreException("as told", null, false);

  private final List<Object> heard = new ArrayList<>();
  private final List<Runnable> elsewhere = new ArrayList<>();
  private final StillHost host = new StillHost();

  @AfterEach
  void leaveNoInterrupt() {
    boolean unused = Thread.interrupted();
  }

  private StoreInvoker calls(boolean blocking) {
    return new StoreInvoker(
        null, new StoreCapabilities(blocking, true, HoldKind.LEASE, Duration.ofMillis(1)), host);
  }

  private void call(boolean blocking, boolean inline, StoreInvoker.Verb<String> verb) {
    calls(blocking)
        .call(
            inline,
            elsewhere::add,
            verb,
            StoreInvoker.<String>reply(
                (answer, sentAt) -> heard.add(answer + " sent at " + sentAt), heard::add));
  }

  private static StoreInvoker.Verb<String> answering(CompletionStage<String> stage) {
    return (session, sentAt) -> stage;
  }

  @Test
  void onlyAStoreThatBlocksIsCalledElsewhereAndNotOnAUsersThread() {
    StoreInvoker.Verb<String> verb = answering(CompletableFuture.completedFuture("x"));
    call(false, false, verb);
    call(false, true, verb);
    call(true, true, verb);
    assertEquals(3, heard.size());
    assertEquals(0, elsewhere.size());
    call(true, false, verb);
    assertEquals(3, heard.size());
    host.advance(41); // the time in the queue is not the request's
    elsewhere.get(0).run();
    assertEquals(List.of("x sent at 1", "x sent at 1", "x sent at 1", "x sent at 42"), heard);
  }

  @Test
  void anAnswerThatComesLaterIsHeardLater() {
    CompletableFuture<String> later = new CompletableFuture<>();
    call(false, false, answering(later));
    assertEquals(List.of(), heard);
    host.advance(41);
    later.complete("x");
    assertEquals(List.of("x sent at 1"), heard);
  }

  @Test
  void aStageThatDoesNotSayWhetherItIsDoneIsHeardToo() {
    call(false, false, answering(CompletableFuture.completedStage("x")));
    assertEquals(List.of("x sent at 1"), heard);
  }

  @Test
  void whateverFailsIsAStoreException() {
    call(false, false, answering(CompletableFuture.failedFuture(said)));
    call(false, false, answering(CompletableFuture.failedFuture(new CompletionException(said))));
    call(
        false,
        false,
        (session, sentAt) -> {
          throw said;
        });
    assertEquals(List.of(said, said, said), heard);
    call(false, false, answering(CompletableFuture.failedFuture(new OutOfMemoryError("x"))));
    call(
        false,
        false,
        (session, sentAt) -> {
          throw new IllegalStateException("x");
        });
    for (Object each : heard.subList(3, 5)) {
      StoreException unknown = (StoreException) each;
      assertTrue(unknown.isTransient());
      assertTrue(unknown.getMessage().contains("outcome is unknown"), unknown.getMessage());
    }
    assertTrue(((StoreException) heard.get(3)).getCause() instanceof OutOfMemoryError);
  }

  @Test
  void aWrapperWithoutAReasonIsTheReason() {
    CompletionException bare = new CompletionException("x", null);
    assertSame(bare, StoreInvoker.asStoreException(bare).getCause());
  }

  @Test
  void anExecutorThatRefusesMeansThatNothingWasSent() {
    calls(true)
        .call(
            false,
            task -> {
              throw new RejectedExecutionException("closed");
            },
            answering(CompletableFuture.completedFuture("x")),
            StoreInvoker.<String>reply((answer, sentAt) -> heard.add(answer), heard::add));
    StoreException refused = (StoreException) heard.get(0);
    assertTrue(refused.getMessage().contains("nothing was sent"), refused.getMessage());
  }

  @Test
  void anInterruptIsKeptFromTheStoreAndGivenBack() {
    Thread.currentThread().interrupt();
    List<Boolean> seen = new ArrayList<>();
    call(
        false,
        false,
        (session, sentAt) -> {
          seen.add(Thread.currentThread().isInterrupted());
          return CompletableFuture.completedFuture("x");
        });
    assertEquals(List.of(false), seen);
    assertTrue(Thread.interrupted());
    call(
        false,
        false,
        (session, sentAt) -> {
          throw said;
        });
    assertFalse(Thread.interrupted());
  }

  @Test
  void whoWaitsForAnAnswerGetsItOrWhatTheStoreSaidOrTheTimeItTook() {
    StoreInvoker calls = calls(true);
    assertEquals("x", calls.await(answering(CompletableFuture.completedFuture("x"))));
    assertSame(
        said,
        assertThrows(
            StoreException.class,
            () -> calls.await(answering(CompletableFuture.failedFuture(said)))));
    StoreException silent =
        assertThrows(StoreException.class, () -> calls.await(answering(new CompletableFuture<>())));
    assertTrue(silent.isTransient());
    assertTrue(silent.getMessage().contains("within 2 ms"), silent.getMessage());
  }
}

package dev.holdfast.quorum;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A member to which a thread is missing, or whose library fails by an Error, is there later. */
class MemberWithoutThreadsTest {
  private final MemoryStore store = MemoryStore.create();
  private boolean noThreads;
  private boolean broken;
  private long now;

  private final Pace pace =
      new Pace() {
        @Override
        public long nanos() {
          return now;
        }

        @Override
        public Runnable after(long nanos, Runnable task) {
          return () -> {};
        }

        @Override
        public int random(int bound) {
          return 0;
        }

        @Override
        public void run(Runnable call) {
          if (noThreads) {
            throw new OutOfMemoryError("unable to create native thread");
          }
          call.run();
        }

        @Override
        public void close() {}
      };

  private Member member(boolean blocking) {
    StoreCapabilities capabilities = store.capabilities();
    LockStore member =
        new LockStore() {
          @Override
          public StoreCapabilities capabilities() {
            return new StoreCapabilities(
                blocking,
                true,
                capabilities.holdKind(),
                capabilities.requestTimeout(),
                capabilities.modes());
          }

          @Override
          public StoreSession open(ClientIdentity client, StoreListener listener) {
            if (broken) {
              throw new LinkageError("as the test wants");
            }
            return store.open(client, listener);
          }

          @Override
          public void close() {}
        };
    return new Member(
        member,
        new ClientIdentity("c/h/1/n", ""),
        StoreListener.DEAF,
        pace,
        SECONDS.toNanos(1),
        1,
        ClockWatch.steps(3, 1));
  }

  private static List<String> names(Member member) {
    return member.ask(session -> session.names(1)).join();
  }

  private static Throwable failure(CompletableFuture<?> asked) {
    assertTrue(asked.isDone(), "there is no answer yet");
    return assertThrows(CompletionException.class, asked::join).getCause();
  }

  @Test
  void itIsOpenedLaterAndSaysUntilThenWhyNot() {
    Member member = member(false);
    noThreads = true;
    assertInstanceOf(OutOfMemoryError.class, failure(member.open()));
    Throwable told = failure(member.ask(session -> session.names(1)));
    assertTrue(told.getMessage().contains("unable to create native thread"), told.getMessage());
    noThreads = false;
    now = SECONDS.toNanos(1);
    assertInstanceOf(Exception.class, failure(member.ask(session -> session.names(1))));
    assertEquals(List.of(), names(member));
    assertFalse(member.isSilent());
  }

  @Test
  void anErrorWhileItIsOpenedIsTriedAgain() {
    Member member = member(false);
    broken = true;
    assertInstanceOf(LinkageError.class, failure(member.open()));
    broken = false;
    now = SECONDS.toNanos(1);
    assertInstanceOf(Exception.class, failure(member.ask(session -> session.names(1))));
    assertEquals(List.of(), names(member));
  }

  @Test
  void whatCannotBeAskedNowIsAnsweredAndTakesNothingFromLaterCalls() {
    Member member = member(true);
    member.open().join();
    noThreads = true;
    for (int i = 0; i < 100; i++) {
      assertInstanceOf(OutOfMemoryError.class, failure(member.ask(session -> session.names(1))));
      assertInstanceOf(OutOfMemoryError.class, failure(member.renew(session -> session.names(1))));
    }
    noThreads = false;
    assertEquals(List.of(), names(member));
    assertFalse(member.isSilent());
  }

  @Test
  void whatACallThrowsIsItsAnswer() {
    Member member = member(true);
    member.open().join();
    assertInstanceOf(
        LinkageError.class,
        failure(
            member.ask(
                session -> {
                  throw new LinkageError("as the test wants");
                })));
    assertEquals(List.of(), names(member));
  }

  /** Those of the delays and those of the calls. */
  @Test
  void theMachinesThreadsSurviveWhatTasksThrow() throws InterruptedException {
    try (MachinePace machine = new MachinePace()) {
      CountDownLatch done = new CountDownLatch(2);
      for (int i = 0; i < 3; i++) {
        Runnable unused =
            machine.after(
                1,
                () -> {
                  throw new LinkageError("as the test wants");
                });
        machine.run(
            () -> {
              throw new LinkageError("as the test wants");
            });
      }
      Runnable unused = machine.after(2, done::countDown);
      machine.run(done::countDown);
      assertTrue(done.await(20, SECONDS));
    }
  }
}

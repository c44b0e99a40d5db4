package dev.holdfast.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.ForwardingSession;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What a lock of a quorum costs, counted at its members. */
class QuorumCostTest {
  private static final long PATIENCE_NANOS = 250_000_000;
  private static final long LONGEST_MILLIS = 30_000;
  private static final int LOCKS = 100;

  private final StormTime time = new StormTime(new SplittableRandom(1));
  private final List<LockStore> stores = new ArrayList<>();
  private int asked;
  private int locks;
  private long lastStamp;

  /** A member's session whose verbs are counted. */
  private StoreSession counted(StoreSession session) {
    return new ForwardingSession(session) {
      @Override
      protected <T> CompletionStage<T> ask(Supplier<CompletionStage<T>> verb) {
        asked++;
        return verb.get();
      }
    };
  }

  /** Members whose clocks are ahead of a time by so many milliseconds. */
  private void members(long... ahead) {
    for (long each : ahead) {
      stores.add(
          new MemberForTests(
              MemoryStore.create(
                  () -> 1_700_000_000_000_000L + 1_000 * each + time.nanos() / 1_000),
              this::counted));
    }
  }

  private StoreSession client(String id) {
    List<Member> seen = new ArrayList<>();
    Steps steps = ClockWatch.steps(stores.size(), LONGEST_MILLIS);
    StoreListener deaf = new StormClient(0, time, new SplittableRandom(1), new StormBook(time));
    for (LockStore store : stores) {
      Member member =
          new Member(
              store,
              new ClientIdentity(id, "ns"),
              deaf,
              time.pace(),
              PATIENCE_NANOS,
              LONGEST_MILLIS,
              steps);
      CompletableFuture<StoreSession> unused = member.open();
      seen.add(member);
    }
    time.pass(1);
    Members panel =
        new Members(
            seen,
            new MemberOrder(List.of("a", "b", "c", "d", "e").subList(0, seen.size())),
            seen.size() / 2 + 1,
            time.pace(),
            PATIENCE_NANOS,
            deaf,
            steps);
    return new QuorumSession(panel, QuorumSession.noBids(), Duration.ofMillis(LONGEST_MILLIS));
  }

  private void lock(StoreSession session, String name) {
    String attempt = "c/host/1/n/" + ++locks;
    Standing standing =
        now(
            session.acquire(
                new AcquireRequest(
                    name, attempt, Mode.EXCLUSIVE, false, 10_000, 5_000, 5_000, time.nanos())));
    long stamp = assertInstanceOf(Standing.Holding.class, standing).stamp();
    assertTrue(stamp > lastStamp, "a token that is not the highest");
    lastStamp = stamp;
    assertTrue(now(session.release(new ReleaseRequest(name, attempt, 0, false, 1_000))));
  }

  private static <T> T now(CompletionStage<T> answer) {
    return answer.toCompletableFuture().join();
  }

  private int asked() {
    int before = asked;
    asked = 0;
    return before;
  }

  @Test
  void eachMemberIsAskedOnceToAcquireAndOnceToRelease() {
    members(0, 3, -20, 5, 1);
    StoreSession session = client("c/host/1/n");
    asked();
    for (int i = 0; i < LOCKS; i++) {
      lock(session, "n");
      time.pass(i % 5);
    }
    assertEquals(2 * stores.size() * LOCKS, asked());
  }

  /** Another client does not know the clocks as well, and may propose less than the name had. */
  @Test
  void thatIsSoForClientsThatTakeTurns() {
    members(0, 3, -20);
    StoreSession one = client("c/host/1/n");
    time.pass(2_000);
    StoreSession other = client("d/host/1/n");
    asked();
    for (int i = 0; i < LOCKS; i++) {
      lock(i % 2 == 0 ? one : other, "n");
    }
    assertEquals(2 * stores.size() * LOCKS, asked());
  }

  /** No stamp of the slow ones would be near their clocks: it is written where it is granted. */
  @Test
  void membersWhoseClocksAreFarApartAreAskedAgain() {
    members(0, 500, -500);
    StoreSession session = client("c/host/1/n");
    asked();
    for (int i = 0; i < LOCKS; i++) {
      lock(session, "n");
      time.pass(10);
    }
    assertTrue(asked() > 2 * stores.size() * LOCKS);
  }
}

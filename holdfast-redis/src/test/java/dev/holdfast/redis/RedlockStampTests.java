package dev.holdfast.redis;

import static dev.holdfast.redis.VerbsForTests.answer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a real member of a quorum makes of a stamp that is proposed to it. */
public abstract class RedlockStampTests extends AdapterTests {
  private static final Duration UPTIME = Duration.ofMillis(1);
  private static final long NEAR_MICROS = 40_000;
  private static final long LEASE_MILLIS = 60_000;

  private LockStore store;
  private VerbsForTests verbs;

  @BeforeEach
  void open() {
    RedisServer server = RedlockServers.shared(UPTIME.plusSeconds(2)).get(0);
    store = store(server.url());
    verbs = new VerbsForTests(store.rejoiningAfter(UPTIME), "stamps" + UUID.randomUUID());
  }

  @AfterEach
  void close() {
    verbs.close();
    store.close();
  }

  private Standing.Holding grant(AcquireRequest request) {
    return assertInstanceOf(Standing.Holding.class, answer(verbs.session.acquire(request)));
  }

  /** What a name's next stamp is now, if nobody proposes any. */
  private long clock() {
    return verbs.stamp("clock");
  }

  @Test
  void oneThatIsNearIsGranted() {
    for (int i = 0; i < 3; i++) {
      long proposed;
      Standing.Holding granted;
      Standing.Holding again;
      do {
        proposed = clock() + NEAR_MICROS * (i + 1) / 2;
        String attempt = verbs.attempt();
        AcquireRequest request = VerbsForTests.request("n", attempt, false).proposing(proposed);
        granted = grant(request);
        again = grant(request);
        verbs.release("n", attempt);
      } while (verbs.isPast(proposed));
      assertEquals(proposed, granted.stamp());
      assertEquals(proposed, again.stamp(), "the same attempt has the same stamp");
    }
  }

  @Test
  void readersAreGrantedItToo() {
    long proposed;
    Standing.Holding one;
    Standing.Holding other;
    do {
      proposed = clock() + NEAR_MICROS;
      String name = "n" + proposed;
      one = grant(VerbsForTests.share(name, verbs.attempt(), false).proposing(proposed));
      other = grant(VerbsForTests.share(name, verbs.attempt(), false).proposing(proposed));
    } while (verbs.isPast(proposed));
    assertEquals(proposed, one.stamp());
    assertEquals(proposed + 1, other.stamp(), "no two have the same one");
  }

  @Test
  void oneThatTheNameHadIsNot() {
    long proposed = clock() + NEAR_MICROS;
    String attempt = verbs.attempt();
    grant(VerbsForTests.request("n", attempt, false).proposing(proposed));
    verbs.release("n", attempt);
    AcquireRequest again = VerbsForTests.request("n", verbs.attempt(), false).proposing(proposed);
    assertTrue(grant(again).stamp() > proposed);
  }

  @Test
  void oneThatIsFarAheadIsNot() {
    for (boolean shared : List.of(false, true)) {
      long proposed = clock() + 10 * AcquireRequest.MOST_AHEAD_MICROS;
      String attempt = verbs.attempt();
      AcquireRequest request =
          shared
              ? VerbsForTests.share("s", attempt, false)
              : VerbsForTests.request("n", attempt, false);
      assertTrue(grant(request.proposing(proposed)).stamp() < proposed);
    }
  }

  /** The lease begins now, however far ahead the stamp is. */
  @Test
  void theLeaseIsNoLongerForIt() {
    grant(
        VerbsForTests.request("n", verbs.attempt(), false)
            .proposing(clock() + AcquireRequest.MOST_AHEAD_MICROS - NEAR_MICROS));
    long left = answer(verbs.session.inspect("n")).hold().orElseThrow().remaining().toMillis();
    assertTrue(left <= LEASE_MILLIS, () -> left + " ms are left of " + LEASE_MILLIS);
  }
}

package dev.holdfast.jdbc.internal.push;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.holdfast.StoreException;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** From when the time of a grant by push counts. */
public class PushSubscriptionTest {
  private static final String ATTEMPT = "test/host/1/abc/1";
  private static final Standing QUEUED = new Standing.Queued(0, 1_000, null);
  private static final Standing ABSENT = new Standing.Absent(0, null, false);
  private static final Standing.Holding GRANT = new Standing.Holding(1_000_000, 3_000, false);

  /** One that counts how often it begins. */
  public static PushSubscription counting(AtomicInteger begun) {
    return new PushSubscription(
        new ClientIdentity("test/host/1/counting", ""),
        new Told(new ArrayList<>()) {
          @Override
          public void changed() {
            begun.incrementAndGet();
          }
        });
  }

  private final List<Long> granted = new ArrayList<>();
  private final PushSubscription subscription =
      new PushSubscription(new ClientIdentity("test/host/1/abc", ""), new Told(granted));

  private static class Told implements StoreListener {
    private final List<Long> grants;

    Told(List<Long> grants) {
      this.grants = grants;
    }

    @Override
    public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {
      assertEquals("n", name);
      assertEquals(ATTEMPT, attempt);
      assertEquals(GRANT, standing);
      grants.add(sentAt);
    }

    @Override
    public void recalled(String name, String attempt) {
      throw new AssertionError();
    }

    @Override
    public void broken(String name, String attempt) {
      throw new AssertionError();
    }

    @Override
    public void changed() {}
  }

  private static AcquireRequest acquire(long sentAt) {
    return new AcquireRequest("n", ATTEMPT, Mode.EXCLUSIVE, true, 1_000, 1_000, 1_000, sentAt);
  }

  private static KeepAlive place(long sentAt) {
    return new KeepAlive.Place("n", ATTEMPT, 1_000, sentAt);
  }

  private void grant() {
    String begins = Push.granted(Mode.EXCLUSIVE, GRANT.stamp(), 10_000, GRANT.othersWait());
    subscription.hears(10_000 - GRANT.remainingMillis() + " " + Push.text(begins, ATTEMPT, "n"));
  }

  /** The push may be faster than the answer; that the attempt waited is in itself an answer. */
  @Test
  void beforeAnyAnswerItCountsFromTheAcquire() {
    subscription.asks(acquire(-5));
    grant();
    assertEquals(List.of(-5L), granted);
  }

  /** What has no answer may not have been processed before the grant. */
  @Test
  void itCountsFromTheNewestThatWasAnsweredWithAPlace() {
    subscription.asks(acquire(1));
    subscription.answered(acquire(1), QUEUED);
    subscription.answered(place(9), QUEUED);
    subscription.answered(place(5), QUEUED);
    subscription.asks(acquire(20));
    subscription.answered(place(30), GRANT);
    subscription.answered(place(40), new Standing.Unknown(new StoreException("lost", null, true)));
    grant();
    assertEquals(List.of(9L), granted);
  }

  @Test
  void aGrantIsToldOnce() {
    subscription.asks(acquire(1));
    grant();
    grant();
    assertEquals(List.of(1L), granted);
  }

  @Test
  void nobodyIsToldOfWhatHasEndedOrNeverWaited() {
    grant();
    subscription.asks(acquire(1));
    subscription.ends(ATTEMPT);
    subscription.answered(place(2), QUEUED);
    grant();
    subscription.asks(acquire(3));
    subscription.answered(place(4), ABSENT);
    grant();
    assertEquals(List.of(), granted);
  }
}

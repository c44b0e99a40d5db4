package dev.holdfast.etcd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.consensus.SessionTicker;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What answers prove of a lease of ten seconds, of which nine are believed. */
class LeaseDeadlineTest {
  private static final long OLD = 1;
  private static final long NEW = 2;

  private final LeaseDeadline deadline = new LeaseDeadline(new SessionTicker(), 10, at(0));

  private static long at(long seconds) {
    return TimeUnit.SECONDS.toNanos(seconds) + Long.MAX_VALUE - 5;
  }

  private long remaining(long seconds) {
    return deadline.remainingMillis(at(seconds));
  }

  @Test
  void aGrantCountsFromItsSending() {
    assertEquals(9_000, remaining(0));
    assertEquals(6_000, remaining(3));
    assertEquals(0, remaining(10));
    assertEquals(9_000, remaining(-5), "never more than there is");
  }

  @Test
  void aKeepAliveCountsFromWhatTheSameMemberHadAnsweredBeforeIt() {
    deadline.answered(NEW, at(4));
    Map<Long, Long> before = deadline.before();
    deadline.answered(NEW, at(6));
    assertTrue(deadline.kept(NEW, before));
    assertEquals(9_000, remaining(4), "what was answered later proves nothing of this one");
    assertTrue(deadline.kept(NEW, deadline.before()));
    assertEquals(9_000, remaining(6));
  }

  /** A leader that was deposed and does not know answers keep-alives, and nothing else. */
  @Test
  void aKeepAliveOfAMemberThatAnsweredNothingElseProvesNothing() {
    deadline.answered(NEW, at(5));
    assertFalse(deadline.kept(OLD, deadline.before()));
    assertEquals(4_000, remaining(5));
  }

  @Test
  void lateAnswersTakeNothingAway() {
    deadline.answered(NEW, at(5));
    Map<Long, Long> before = deadline.before();
    deadline.answered(NEW, at(3));
    assertEquals(before, deadline.before());
    assertTrue(deadline.kept(NEW, before));
    deadline.answered(OLD, at(2));
    assertTrue(deadline.kept(OLD, deadline.before()));
    assertEquals(8_000, remaining(6));
  }
}

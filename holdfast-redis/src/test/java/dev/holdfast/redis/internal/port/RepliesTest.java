package dev.holdfast.redis.internal.port;

import static dev.holdfast.redis.internal.port.ScriptedPort.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.LockInfo;
import dev.holdfast.Owner;
import dev.holdfast.redis.internal.port.Replies.MalformedReplyException;
import dev.holdfast.redis.internal.port.Replies.NoTokenException;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What replies mean, and that whatever else arrives means nothing. */
class RepliesTest {
  private static final long STAMP = 1_763_670_113_000_000L;
  private static final long LAST_STAMP = Long.MAX_VALUE / 4096 - 1;
  private static final String ATTEMPT = "c/host/1/n/1";

  private static List<Object> reply(Object... fields) {
    List<Object> reply = new ArrayList<>();
    for (Object field : fields) {
      reply.add(
          field instanceof String text
              ? bytes(text)
              : field instanceof Integer number ? (Object) number.longValue() : field);
    }
    return reply;
  }

  private static void assertMalformed(Object... replies) {
    for (Object reply : replies) {
      assertThrows(
          MalformedReplyException.class, () -> Replies.standing(reply, bytes(ATTEMPT)), "" + reply);
    }
  }

  private static Standing acquired(String reply, long leaseMillis) {
    return Replies.standing(bytes(reply), bytes(ATTEMPT), leaseMillis);
  }

  private static Standing standing(Object... fields) {
    return Replies.standing(reply(fields), bytes(ATTEMPT));
  }

  @Test
  void aStampIsAWholeLeaseAndNobodyWaits() {
    assertEquals(new Standing.Holding(STAMP, 30_000, false), acquired(STAMP + ATTEMPT, 30_000));
    assertEquals(new Standing.Holding(LAST_STAMP, 1, false), acquired(LAST_STAMP + ATTEMPT, 1));
    for (String wrong :
        List.of("", "0", "-1", "x", "12:", "1/2", "99999999999999999", "01763670113000000")) {
      assertThrows(MalformedReplyException.class, () -> acquired(wrong + ATTEMPT, 30_000), wrong);
      assertThrows(MalformedReplyException.class, () -> acquired(wrong, 30_000), wrong);
    }
    assertEquals(
        new Standing.Absent(0, null, false),
        Replies.standing(reply(3, 0, "", 0, ATTEMPT), bytes(ATTEMPT), 30_000));
  }

  @Test
  void aStandingHasAKindAndThreeFieldsAndTheTailOfItsAttempt() {
    assertEquals(new Standing.Holding(STAMP, 5, true), standing(1, STAMP, 5, 1, ATTEMPT));
    assertEquals(new Standing.Holding(1, 0, false), standing(1, 1, 0, 0, ATTEMPT));
    assertEquals(
        new Standing.Holding(STAMP, 5, true, Mode.SHARED), standing(4, STAMP, 5, 1, ATTEMPT));
    assertEquals(
        new Standing.Holding(STAMP, 5, true, Mode.COUNTED), standing(5, STAMP, 5, 1, ATTEMPT));
    assertEquals(new Standing.Mismatched(4), standing(6, 4, ATTEMPT));
    assertEquals(new Standing.Queued(3, 5, "d/h/2/n/3"), standing(2, 3, 5, "d/h/2/n/3", ATTEMPT));
    assertEquals(new Standing.Queued(0, 0, null), standing(2, 0, 0, "", ATTEMPT));
    assertEquals(
        new Standing.Absent(5, "d/h/2/n/3", true), standing(3, 5, "d/h/2/n/3", 1, ATTEMPT));
  }

  /** It is an answer to this request all the same: what else comes on its connection is right. */
  @Test
  void aStampThatMakesNoTokenIsToldAsThat() {
    for (long none : new long[] {0, LAST_STAMP + 1, 9_999_999_999_999_999L}) {
      for (Executable read :
          List.<Executable>of(
              () -> acquired(none + ATTEMPT, 1),
              () -> standing(1, none, 5, 1, ATTEMPT),
              () -> info(List.of(reply(none, 1_500, ATTEMPT, 0, 0)), List.of(), 0))) {
        NoTokenException told = assertThrows(NoTokenException.class, read, "" + none);
        assertTrue(told.getMessage().contains("stamp " + none), told.getMessage());
      }
    }
  }

  /** A connection that went back to its pool too early hands out its last caller's answer. */
  @Test
  void theAnswerToAnotherAttemptIsNone() {
    byte[] mine = bytes("client/host/4711/k3j4h5/17");
    Standing.Holding granted = new Standing.Holding(STAMP, 30_000, false);
    assertEquals(granted, Replies.standing(bytes(STAMP + "11/k3j4h5/17"), mine, 30_000));
    assertEquals(granted, Replies.standing(reply(1, STAMP, 30_000, 0, "11/k3j4h5/17"), mine));
    for (String other :
        List.of("11/k3j4h5/16", "11/x3j4h5/17", "1/k3j4h5/117", "", "client/host/4711/k3j4h5/17")) {
      assertThrows(
          MalformedReplyException.class,
          () -> Replies.standing(bytes(STAMP + other), mine, 30_000),
          other);
      assertThrows(
          MalformedReplyException.class,
          () -> Replies.standing(reply(1, STAMP, 30_000, 0, other), mine),
          other);
    }
  }

  @Test
  void whatIsNoStandingIsRefused() {
    assertMalformed(
        null,
        1L,
        bytes("x"),
        reply(ATTEMPT),
        reply(1, STAMP, 5, ATTEMPT),
        reply(1, STAMP, 5, 1, 1, ATTEMPT),
        reply(1, STAMP, 5, 1),
        reply(1, STAMP, 5, 1, 1),
        reply(0, STAMP, 5, 1, ATTEMPT),
        reply(7, STAMP, 5, 1, ATTEMPT),
        reply(),
        reply(6, -1, ATTEMPT),
        reply(6, 1L << 31, ATTEMPT),
        reply(6, 4, 0, 0, ATTEMPT),
        reply(6, 4, "d/h/2/n/3"),
        reply(4, 0, 5, 1, ATTEMPT),
        reply(4, STAMP, -1, 1, ATTEMPT),
        reply(4, STAMP, 5, 2, ATTEMPT),
        reply((1L << 32) + 1, STAMP, 5, 1, ATTEMPT),
        reply("1", STAMP, 5, 1, ATTEMPT),
        reply(1, 0, 5, 1, ATTEMPT),
        reply(1, -1, 5, 1, ATTEMPT),
        reply(1, 10_000_000_000_000_000L, 5, 1, ATTEMPT),
        reply(1, STAMP, -1, 1, ATTEMPT),
        reply(1, STAMP, 5, 2, ATTEMPT),
        reply(1, STAMP, 5, -1, ATTEMPT),
        reply(2, -1, 5, "", ATTEMPT),
        reply(2, 0, -5, "", ATTEMPT),
        reply(2, 0, 5, 1, ATTEMPT),
        reply(3, -1, "", 0, ATTEMPT),
        reply(3, 0, 0, 0, ATTEMPT),
        Arrays.asList(null, null, null, null, null));
  }

  @Test
  void aFlagIsOneOrZero() {
    assertTrue(Replies.flag(1L));
    assertFalse(Replies.flag(0L));
    for (Object wrong : new Object[] {2L, -1L, bytes("1"), "1", null, 1}) {
      assertThrows(MalformedReplyException.class, () -> Replies.flag(wrong));
    }
  }

  @Test
  void whatIsKnownOfANameIsToldAsItIs() {
    LockInfo free = info(List.of(), List.of(), 0);
    assertEquals(new LockInfo("n", List.of(), List.of()), free);
    Object one = reply(STAMP, 1_500, ATTEMPT, 0, 0);
    LockInfo held = info(List.of(one), reply("d/h/2/n/3", "e/h/2/n/4"), 0);
    assertEquals(List.of(hold(ATTEMPT, STAMP, Mode.EXCLUSIVE, false)), held.holds());
    assertEquals(List.of(Owner.parse("d/h/2/n/3"), Owner.parse("e/h/2/n/4")), held.waiters());
    Object kept = reply(STAMP, 1_500, "!" + ATTEMPT, 0, 0);
    assertEquals(
        List.of(hold(ATTEMPT, STAMP, Mode.EXCLUSIVE, true)),
        info(List.of(kept), List.of(), 0).holds());
  }

  @Test
  void aSemaphoreIsToldWithItsSizeAndPermits() {
    Object three = reply(STAMP, 1_500, ATTEMPT, 0, 3);
    LockInfo info = info(reply(three), List.of(), 4);
    assertEquals(4, info.size());
    assertEquals(
        List.of(LockInfo.Hold.of(ATTEMPT, STAMP, Duration.ofMillis(1_500), Mode.COUNTED, false, 3)),
        info.holds());
  }

  @Test
  void sharedHoldsAreToldInTheirOrder() {
    Object first = reply(STAMP, 1_500, ATTEMPT, 1, 0);
    Object second = reply(STAMP + 1, 1_500, "!d/h/2/n/3", 1, 0);
    LockInfo info = info(reply(first, second), List.of(), 0);
    assertEquals(
        List.of(
            hold(ATTEMPT, STAMP, Mode.SHARED, false),
            hold("d/h/2/n/3", STAMP + 1, Mode.SHARED, true)),
        info.holds());
  }

  private static LockInfo info(Object holds, Object waiters, int size) {
    return Replies.info("n", bytes("hf1::h:{n}"), reply(holds, waiters, size, "hf1::h:{n}"));
  }

  private static LockInfo.Hold hold(String attempt, long stamp, Mode mode, boolean kept) {
    return LockInfo.Hold.of(attempt, stamp, Duration.ofMillis(1_500), mode, kept);
  }

  @Test
  void whatIsNoInformationIsRefused() {
    List<Object> wrong = new ArrayList<>();
    for (Object hold :
        new Object[] {
          null,
          7L,
          reply(0, 0, "", 0, 0),
          reply(STAMP, 1, "", 0, 0),
          reply(STAMP, 1, ATTEMPT),
          reply(STAMP, 1, ATTEMPT, 0),
          reply(STAMP, 1, ATTEMPT, 2, 0),
          reply(STAMP, -1, ATTEMPT, 0, 0),
          reply(STAMP, 1, 7, 0, 0),
          reply(0, 1, ATTEMPT, 0, 0),
          reply(STAMP, 1, ATTEMPT, 0, -1),
          reply(STAMP, 1, ATTEMPT, 0, 0, 0)
        }) {
      wrong.add(reply(Arrays.asList(hold), List.of(), 0, "key"));
    }
    wrong.addAll(
        Arrays.asList(
            null,
            reply(List.of()),
            reply(List.of(), List.of()),
            reply(List.of(), List.of(), List.of(), "key"),
            reply(List.of(), List.of(), -1, "key"),
            reply(List.of(), 7, 0, "key"),
            reply(List.of(), reply(""), 0, "key"),
            reply(List.of(), reply(7), 0, "key"),
            reply(List.of(), List.of(), 0),
            reply(List.of(), List.of(), 0, 7),
            reply(List.of(), List.of(), 0, "another")));
    for (Object each : wrong) {
      assertThrows(
          MalformedReplyException.class, () -> Replies.info("n", bytes("key"), each), "" + each);
    }
  }

  @Test
  void aPageHasACursorAndKeys() {
    ScanPage page = ScanPage.of(reply("17", reply("a", "b")));
    assertEquals("17", Bytes.text(page.next()));
    assertEquals(List.of("a", "b"), page.keys().stream().map(Bytes::text).toList());
    assertFalse(page.isLast());
    assertTrue(ScanPage.of(reply("0", reply())).isLast());
    assertFalse(ScanPage.of(reply("00", reply())).isLast());
    assertFalse(ScanPage.of(reply("1", reply())).isLast());
    for (Object wrong :
        new Object[] {
          null, reply("0"), reply("0", reply(), reply()), reply(0, reply()), reply("0", reply(1))
        }) {
      assertThrows(MalformedReplyException.class, () -> ScanPage.of(wrong));
    }
  }

  @Test
  void whatWasReadIsDescribedWithoutItsContents() {
    assertEquals("a string of 3 bytes", described(bytes("abc")));
    assertEquals("a list of 2 elements", described(reply(1, 2)));
    assertEquals("null", described(null));
    assertEquals("7", described(7L));
  }

  private static String described(Object reply) {
    return new MalformedReplyException(reply).getMessage();
  }
}

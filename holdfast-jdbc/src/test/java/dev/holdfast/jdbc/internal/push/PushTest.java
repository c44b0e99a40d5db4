package dev.holdfast.jdbc.internal.push;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said on a channel, and what is heard of it. */
class PushTest {
  private static final String ATTEMPT = "test/host/1/abc/17";
  private static final long NOW = 1_700_000_000_000L;
  private static final long STAMP = NOW * 1_000;

  /** Of later ones no token can be made. */
  private static final long LAST_STAMP = Long.MAX_VALUE / 4096 - 1;

  @Test
  void whatIsSaidIsHeard() {
    for (String name : List.of("n", "with 'quotes' and spaces", "ключ 🔑", "x".repeat(512))) {
      for (Mode mode : Mode.values()) {
        boolean othersWait = mode == Mode.SHARED;
        Standing.Holding holding = new Standing.Holding(STAMP, 2_900, othersWait, mode);
        String line = Push.text(Push.granted(mode, STAMP, NOW + 3_000, othersWait), ATTEMPT, name);
        Push heard = read(NOW + 100 + " " + line);
        assertEquals(new Push(line.charAt(0), name, ATTEMPT, holding), heard);
      }
      for (char kind : new char[] {Push.RECALL, Push.BROKEN}) {
        Push heard = read(NOW + " " + Push.text(String.valueOf(kind), ATTEMPT, name));
        assertEquals(new Push(kind, name, ATTEMPT, null), heard);
      }
    }
  }

  private static Push read(String line) {
    Push push = Push.read(line);
    if (push == null) {
      throw new AssertionError("it was passed over: " + line);
    }
    return push;
  }

  /** A database may have any encoding, and takes less than 8000 bytes. */
  @Test
  void theLongestIsShortEnoughAndAscii() {
    String attempt = "a".repeat(1_023) + "/" + Long.MAX_VALUE;
    String begins = Push.granted(Mode.EXCLUSIVE, LAST_STAMP, Long.MAX_VALUE, true);
    String text = "9".repeat(18) + " " + Push.text(begins, attempt, "🔑".repeat(128));
    assertTrue(text.length() < 4_000, "it has " + text.length());
    assertTrue(text.chars().allMatch(c -> c > 31 && c < 127), text);
    assertEquals(attempt, read(text).attempt());
  }

  @Test
  void whatIsNotOursIsPassedOver() {
    for (String line :
        List.of(
            "",
            " ",
            "1 g",
            "1 r  ",
            "1 r a ",
            "1 x a bg==",
            "r a bg==",
            "now r a bg==",
            "1 rr a bg==",
            "1 r a b c bg==",
            "1 r a !",
            "1 g 1 2 3",
            "1 g one 2 0 a bg==",
            "1 g 0 2 0 a bg==",
            "1 g 1 2 0 a bg== more",
            "-9223372036854775808 g 1 9223372036854775807 0 a bg==",
            "1 r a " + "b".repeat(8_000))) {
      assertNull(Push.read(line), line);
    }
  }

  /** Nothing is left of it, by the database's clock: who still waits for it shall ask. */
  @Test
  void aGrantThatIsOverIsPassedOver() {
    assertEquals(1, read("1 g 1 2 0 a bg==").holding().remainingMillis());
    assertNull(Push.read("2 g 1 2 0 a bg=="));
    assertNull(Push.read("3 g 1 2 0 a bg=="));
  }

  @Test
  void aChannelIsOneClientsAndAName() {
    String channel = Channel.of("space", "test/host/1/abc");
    assertTrue(channel.matches("[a-z][a-z0-9_]{1,62}"), channel);
    assertEquals(channel, Channel.of("space", "test/host/1/abc"));
    assertNotEquals(channel, Channel.of("space", "test/host/1/abd"));
    assertNotEquals(channel, Channel.of("", "test/host/1/abc"));
  }
}

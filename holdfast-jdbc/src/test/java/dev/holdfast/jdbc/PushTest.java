package dev.holdfast.jdbc;

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

  @Test
  void whatIsSaidIsHeard() {
    for (String name : List.of("n", "with 'quotes' and spaces", "ключ 🔑", "x".repeat(512))) {
      for (Mode mode : Mode.values()) {
        Standing.Holding holding =
            new Standing.Holding(1_700_000_000_000_000L, 3_000, mode == Mode.SHARED, mode);
        Push push = Push.granted(name, ATTEMPT, holding);
        assertEquals(push, Push.read(push.text()));
      }
      for (char kind : new char[] {Push.RECALL, Push.BROKEN}) {
        Push push = new Push(kind, name, ATTEMPT, null);
        assertEquals(push, Push.read(push.text()));
      }
    }
  }

  /** A database may have any encoding, and takes less than 8000 bytes. */
  @Test
  void theLongestIsShortEnoughAndAscii() {
    String attempt = "a".repeat(1_023) + "/" + Long.MAX_VALUE;
    Standing.Holding holding =
        new Standing.Holding(Long.MAX_VALUE, Long.MAX_VALUE, true, Mode.EXCLUSIVE);
    String text = Push.granted("🔑".repeat(128), attempt, holding).text();
    assertTrue(text.length() < 4_000, "it has " + text.length());
    assertTrue(text.chars().allMatch(c -> c > 31 && c < 127), text);
    assertEquals(text, String.valueOf(Push.read(text) == null ? null : Push.read(text).text()));
  }

  @Test
  void whatIsNotOursIsPassedOver() {
    for (String line :
        List.of(
            "",
            " ",
            "g",
            "r  ",
            "x a bg==",
            "r a b c bg==",
            "r a !",
            "g 1 2 3",
            "g one 2 0 a bg==",
            "g 1 -2 0 a bg==",
            "g 0 2 0 a bg==",
            "g 1 2 0 a bg== more",
            "r a " + "b".repeat(8_000))) {
      assertNull(Push.read(line), line);
    }
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

package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.holdfast.Owner;
import dev.holdfast.internal.text.Durations;
import dev.holdfast.internal.text.Names;
import dev.holdfast.internal.text.Tokens;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Names, tokens, owners and durations as they are written. */
class WordsTest {
  @Test
  void aNameHasOneTo512Bytes() {
    assertEquals("a", Names.check("a"));
    assertEquals("é".repeat(256), Names.check("é".repeat(256)));
    assertEquals("\0 {}\n🔒", Names.check("\0 {}\n🔒"));
    assertThrows(NullPointerException.class, () -> Names.check(null));
    assertEquals("\u0080".repeat(256), Names.check("\u0080".repeat(256)));
    String[] wrong = {
      "", "a".repeat(513), "é".repeat(257), "\u0080".repeat(257), "\uD800", "a\uDC00b"
    };
    for (String bad : wrong) {
      assertThrows(IllegalArgumentException.class, () -> Names.check(bad));
    }
  }

  @Test
  void lentTokensLieBetweenTheGrants() {
    assertEquals(4096, Tokens.first(1));
    assertEquals(Tokens.first(2) - 1, Tokens.last(1));
    assertThrows(IllegalArgumentException.class, () -> Tokens.first(0));
    // One stamp is left out, since what follows a hold's last token has to be a number, too.
    long lastStamp = Long.MAX_VALUE / 4096 - 1;
    assertEquals(Long.MAX_VALUE - 4096, Tokens.last(lastStamp));
    assertThrows(IllegalArgumentException.class, () -> Tokens.first(lastStamp + 1));
  }

  @Test
  void anAttemptSaysWhoseItIs() {
    Owner owner = Owner.parse("billing/web-3/4711/k3f9a/1x");
    assertEquals("billing on web-3 (process 4711)", owner.toString());
    assertEquals("something else", Owner.parse("something else").client());
  }

  @Test
  void durationsAreWrittenForPeople() {
    assertEquals("0 ms", Durations.text(Duration.ZERO));
    assertEquals("250 ms", Durations.text(Duration.ofMillis(250)));
    assertEquals("999 ms", Durations.text(Duration.ofMillis(999)));
    assertEquals("1 s", Durations.text(Duration.ofSeconds(1)));
    assertEquals("2 s", Durations.text(Duration.ofSeconds(2)));
    assertEquals("-250 ms", Durations.text(Duration.ofMillis(-250)));
    assertEquals("-1.5 s", Durations.text(Duration.ofMillis(-1_500)));
    assertEquals("2.5 s", Durations.text(Duration.ofMillis(2_500)));
    assertEquals("90 s", Durations.text(Duration.ofSeconds(90)));
    assertEquals("5 min", Durations.text(Duration.ofMinutes(5)));
    assertEquals("3 h", Durations.text(Duration.ofHours(3)));
    assertEquals("more than 876000 h", Durations.text(Duration.ofSeconds(Long.MAX_VALUE)));
  }
}

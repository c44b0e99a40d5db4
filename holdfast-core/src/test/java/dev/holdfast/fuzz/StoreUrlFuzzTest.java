package dev.holdfast.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.holdfast.spi.StoreUrl;
import java.util.List;
import org.junit.jupiter.api.Test;

/** URLs of stores: any text is taken apart or refused in a sentence, and no password is shown. */
class StoreUrlFuzzTest {
  private static final List<String> SCHEMES =
      List.of("redis", "rediss", "redis+cluster", "jdbc:mysql", "jdbc:postgresql", "etcd");
  private static final List<String> SECRETS =
      List.of("password", "PASSWORD", "sslpassword", "passwd", "pwd", "secret", "token");

  @Test
  void anyTextIsAUrlOrAnIllegalArgument() {
    Odd odd = new Odd(Odd.SEED);
    for (int i = 0; i < Odd.CASES; i++) {
      String text = odd.text(12);
      try {
        StoreUrl url = StoreUrl.parse(text);
        assertEquals(text, url.secret());
        assertEquals(StoreUrl.mask(text), url.toString());
        assertEquals(url.toString(), StoreUrl.mask(url.toString()), text);
      } catch (IllegalArgumentException refused) {
        assertFalse(String.valueOf(refused.getMessage()).isBlank());
      } catch (RuntimeException wrong) {
        throw new AssertionError("case " + i + ": '" + text + "'", wrong);
      }
    }
  }

  @Test
  void noPasswordIsShown() {
    Odd odd = new Odd(Odd.SEED);
    for (int i = 0; i < Odd.CASES; i++) {
      String secret = "S3cr3t" + odd.word(6).toUpperCase(java.util.Locale.ROOT) + i;
      String text = urlWith(secret, odd);
      String shown;
      try {
        shown = StoreUrl.parse(text).toString();
      } catch (IllegalArgumentException refused) {
        shown = causes(refused);
      }
      assertFalse(shown.contains(secret), "case " + i + ": '" + text + "' is shown as " + shown);
    }
  }

  private static String urlWith(String secret, Odd odd) {
    String scheme = odd.oneOf(SCHEMES) + "://";
    String broken = odd.below(4) == 0 ? "?" + odd.word(3) + "%zz&x" : "";
    String punctuation = odd.oneOf(List.of("", "+", "!", ":", "$", "%40", ".", "@", "&", ","));
    if (odd.below(2) == 0) {
      String user = odd.below(2) == 0 ? "" : odd.word(5);
      return scheme + user + ":" + punctuation + secret + "@" + odd.word(8) + ":6379/0" + broken;
    }
    return scheme
        + odd.word(8)
        + "/0?"
        + odd.word(4)
        + "="
        + odd.word(4)
        + "&"
        + odd.oneOf(SECRETS)
        + "="
        + punctuation.replace("&", "")
        + secret
        + (odd.below(4) == 0 ? "&x=%zz" : "");
  }

  private static String causes(Throwable thrown) {
    StringBuilder all = new StringBuilder();
    for (Throwable each = thrown; each != null; each = each.getCause()) {
      all.append(each).append('\n');
    }
    return all.toString();
  }
}

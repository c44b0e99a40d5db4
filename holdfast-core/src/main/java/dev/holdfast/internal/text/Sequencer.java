package dev.holdfast.internal.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.LockInfo;
import dev.holdfast.spi.Mode;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A lease in words that can be handed to another program: what is held, how, with which token, by
 * which attempt. Chubby's paper calls it so (M. Burrows, 2006, section 2.4).
 *
 * @param outgrown whether the hold may have a newer stamp than the one that the token is of; then
 *     the mode is written in capitals
 */
public record Sequencer(String name, Mode mode, boolean outgrown, long token, String attempt) {
  /** Stands between those of a lease of several names. */
  public static final String AND = ",";

  private static final String VERSION = "hf1";

  /** Printable, and without white space. */
  public String text() {
    return String.join(
        ":",
        VERSION,
        outgrown ? mode.name() : mode.name().toLowerCase(Locale.ROOT),
        Long.toString(token),
        URLEncoder.encode(attempt, UTF_8),
        URLEncoder.encode(name, UTF_8));
  }

  /** Those of a lease: one, or one for each of its names. */
  public static List<Sequencer> parseAll(String text) {
    return Stream.of(text.split(AND, -1)).map(Sequencer::parse).toList();
  }

  private static Sequencer parse(String text) {
    List<String> parts = List.of(text.split(":", -1));
    if (parts.size() == 5 && parts.get(0).equals(VERSION)) {
      try {
        return new Sequencer(
            Names.check(URLDecoder.decode(parts.get(4), UTF_8)),
            Mode.valueOf(parts.get(1).toUpperCase(Locale.ROOT)),
            parts.get(1).equals(parts.get(1).toUpperCase(Locale.ROOT)),
            Long.parseLong(parts.get(2)),
            URLDecoder.decode(parts.get(3), UTF_8));
      } catch (IllegalArgumentException malformed) {
        throw malformed(text, malformed);
      }
    }
    throw malformed(text, null);
  }

  private static IllegalArgumentException malformed(String text, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "'" + text + "' is no sequencer, such as Lease.sequencer() gives", cause);
  }

  /** Whether the store still has its hold, in its mode, and with a stamp that fits the token. */
  public boolean isCurrent(LockInfo info) {
    return info.holds().stream().anyMatch(hold -> !hold.kept() && isOf(hold));
  }

  /**
   * The token is one of those of the hold's newest stamp. It may be lower if that stamp came while
   * the lease was there already: readers come one after the other and share a hold, and the first
   * of them may have any token that is lower.
   */
  private boolean isOf(LockInfo.Hold hold) {
    boolean mayBeLower = outgrown || mode == Mode.SHARED;
    return modeOf(hold) == mode
        && hold.owner().id().equals(attempt)
        && token <= Tokens.last(Tokens.stampFrom(hold.token()))
        && (token >= hold.token() || mayBeLower);
  }

  private static Mode modeOf(LockInfo.Hold hold) {
    return hold.permits() > 0 ? Mode.COUNTED : hold.shared() ? Mode.SHARED : Mode.EXCLUSIVE;
  }
}

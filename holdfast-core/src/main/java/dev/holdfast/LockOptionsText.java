package dev.holdfast;

import dev.holdfast.spi.DurationText;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** {@link LockOptions} as text. */
final class LockOptionsText {
  private static final List<String> NAMES =
      List.of(
          "lease",
          "margin",
          "renew",
          "maxHold",
          "holdAtLeast",
          "lockDelay",
          "lendingBudget",
          "linger",
          "pollInterval",
          "patience",
          "acknowledgedBy",
          "failOnSelfWait");
  private static final String BEGIN = "LockOptions[";
  private static final String END = "]";

  private LockOptionsText() {}

  static LockOptions parse(String text) {
    Map<String, String> values = values(text);
    LockOptions options = LockOptions.defaults();
    for (String name : NAMES) { // the lease first: others depend on it
      String value = values.get(name);
      if (value != null) {
        options = with(options, name, value, text);
      }
    }
    return options;
  }

  private static Map<String, String> values(String text) {
    Map<String, String> values = new HashMap<>();
    String list = inside(text.strip());
    for (String part : list.isEmpty() ? new String[0] : list.split(",", -1)) {
      int equals = part.indexOf('=');
      String name = (equals < 0 ? part : part.substring(0, equals)).strip();
      if (!NAMES.contains(name)) {
        throw new IllegalArgumentException(
            "'" + text + "': '" + name + "' is no option; there are " + String.join(", ", NAMES));
      } else if (equals < 0) {
        throw new IllegalArgumentException("'" + text + "': " + name + " has no value");
      } else if (values.put(name, part.substring(equals + 1).strip()) != null) {
        throw new IllegalArgumentException("'" + text + "': " + name + " is said twice");
      }
    }
    return values;
  }

  /** What {@code toString} prints is understood, too. */
  private static String inside(String text) {
    return text.startsWith(BEGIN) && text.endsWith(END)
        ? text.substring(BEGIN.length(), text.length() - END.length())
        : text;
  }

  private static LockOptions with(LockOptions options, String name, String value, String text) {
    try {
      return switch (name) {
        case "lease" -> options.lease(DurationText.parse(value));
        case "margin" -> options.margin(DurationText.parse(value));
        case "renew" -> options.renew(flag(value));
        case "maxHold" -> options.maxHold(DurationText.parse(value));
        case "holdAtLeast" -> options.holdAtLeast(DurationText.parse(value));
        case "lockDelay" -> options.lockDelay(DurationText.parse(value));
        case "lendingBudget" -> options.lendingBudget(count(value), within(value));
        case "linger" -> options.linger(DurationText.parse(value));
        case "pollInterval" -> options.pollInterval(DurationText.parse(value));
        case "patience" -> options.patience(DurationText.parse(value));
        case "acknowledgedBy" -> options.acknowledgedBy(count(value), within(value));
        case "failOnSelfWait" -> options.failOnSelfWait(flag(value));
        default -> throw new AssertionError(name + " is among the names, and not read");
      };
    } catch (IllegalArgumentException wrong) {
      throw new IllegalArgumentException(
          "'" + text + "': " + name + ": " + wrong.getMessage(), wrong);
    }
  }

  private static boolean flag(String value) {
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("'" + value + "' is neither true nor false");
    };
  }

  /** The number of a value such as {@code 32/10ms}. */
  private static int count(String value) {
    int slash = value.indexOf('/');
    try {
      return Integer.parseInt(slash < 0 ? "" : value.substring(0, slash).strip());
    } catch (NumberFormatException none) {
      throw new IllegalArgumentException(
          "'" + value + "' should be a number and a time, such as 2/500ms", none);
    }
  }

  private static Duration within(String value) {
    return DurationText.parse(value.substring(value.indexOf('/') + 1).strip());
  }
}

package dev.holdfast.micrometer;

import java.util.Locale;

/** The values of tags. */
final class Words {
  static final String ACQUIRED = "acquired";
  static final String RELEASED = "released";
  static final String LOST = "lost";
  static final String NONE = "none";

  private Words() {}

  /** A constant as a value: its name in small letters. */
  static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}

package dev.holdfast.lab.check;

/** What a request asks to do with its name. */
public enum Mode {
  /** To write: nobody else holds the name meanwhile. */
  EXCLUSIVE,
  /** To read: others may read meanwhile, nobody writes. */
  SHARED;

  /** Whether two that hold a name at once in these modes are one too many. */
  boolean excludes(Mode other) {
    return this == EXCLUSIVE || other == EXCLUSIVE;
  }
}

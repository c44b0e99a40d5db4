package dev.holdfast.lab.check;

/** What a request asks to do with its name. */
public enum Mode {
  /** To write: nobody else holds the name meanwhile. */
  EXCLUSIVE(0),
  /** To read: others may read meanwhile, nobody writes. */
  SHARED(1),
  /** To have some of its permits: others may have the rest meanwhile. */
  COUNTED(2);

  private final int code;

  Mode(int code) {
    this.code = code;
  }

  /** What stands for it in files. */
  int code() {
    return code;
  }

  static Mode of(int code) {
    return code == COUNTED.code ? COUNTED : code == SHARED.code ? SHARED : EXCLUSIVE;
  }

  /** Whether two that hold a name at once in these modes are one too many. */
  boolean excludes(Mode other) {
    return this == EXCLUSIVE || other == EXCLUSIVE;
  }
}

package dev.holdfast.lab.check;

/**
 * What a request asks of its name.
 *
 * @param permits how many permits; 0 of a lock
 * @param size of how many; 0 for a lock
 */
public record Want(Mode mode, int permits, int size) {
  /** To write. */
  public static final Want WRITE = new Want(Mode.EXCLUSIVE, 0, 0);

  /** To read. */
  public static final Want READ = new Want(Mode.SHARED, 0, 0);

  private static final int BITS = 8;
  private static final int LARGEST = (1 << BITS) - 1;

  /** So many permits of a semaphore of this size. */
  public static Want permits(int permits, int size) {
    return new Want(Mode.COUNTED, permits, size);
  }

  /** Whether two that hold a name at once are one too many, whatever its size. */
  boolean excludes(Want other) {
    return mode.excludes(other.mode);
  }

  /** Whether nobody who asks for the one is overtaken by who asks for the other: readers. */
  boolean maySharePlaceWith(Want other) {
    return mode == Mode.SHARED && other.mode == Mode.SHARED;
  }

  /** What stands for it in files. */
  long code() {
    return mode.code() | ((long) permits << BITS) | ((long) size << (2 * BITS));
  }

  static Want of(long code) {
    return new Want(
        Mode.of((int) (code & LARGEST)),
        (int) (code >>> BITS) & LARGEST,
        (int) (code >>> (2 * BITS)) & LARGEST);
  }

  /** In words, for who reads a history. */
  public String text() {
    return switch (mode) {
      case EXCLUSIVE -> "to write";
      case SHARED -> "to read";
      case COUNTED -> permits + " of " + size + " permits";
    };
  }
}

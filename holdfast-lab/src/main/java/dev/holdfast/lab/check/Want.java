package dev.holdfast.lab.check;

/**
 * What a request asks of its name.
 *
 * @param permits how many permits; 0 of a lock
 * @param size of how many; 0 for a lock
 * @param part which of several names that are asked for at once this is, in their order, from 0 on
 * @param parts how many names are asked for at once
 */
public record Want(Mode mode, int permits, int size, int part, int parts) {
  /** To write. */
  public static final Want WRITE = new Want(Mode.EXCLUSIVE, 0, 0, 0, 1);

  /** To read. */
  public static final Want READ = new Want(Mode.SHARED, 0, 0, 0, 1);

  private static final int BITS = 8;
  private static final int LARGEST = (1 << BITS) - 1;

  /** So many permits of a semaphore of this size. */
  public static Want permits(int permits, int size) {
    return new Want(Mode.COUNTED, permits, size, 0, 1);
  }

  /** The same of a semaphore of another size. */
  Want of(int other) {
    return new Want(mode, permits, other, part, parts);
  }

  /** The same of one of several names that are asked for at once. */
  public Want part(int index, int of) {
    return new Want(mode, permits, size, index, of);
  }

  /** Whether no other name is asked for with it. */
  boolean isAlone() {
    return parts == 1;
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
    return mode.code()
        | ((long) permits << BITS)
        | ((long) size << (2 * BITS))
        | ((long) part << (3 * BITS))
        | ((long) (parts - 1) << (4 * BITS));
  }

  static Want of(long code) {
    return new Want(
        Mode.of((int) (code & LARGEST)),
        field(code, 1),
        field(code, 2),
        field(code, 3),
        field(code, 4) + 1);
  }

  private static int field(long code, int index) {
    return (int) (code >>> (index * BITS)) & LARGEST;
  }

  /** In words, for who reads a history. */
  public String text() {
    String what =
        switch (mode) {
          case EXCLUSIVE -> "to write";
          case SHARED -> "to read";
          case COUNTED -> permits + " of " + size + " permits";
        };
    return isAlone() ? what : what + ", name " + (part + 1) + " of " + parts + " at once";
  }
}

package dev.holdfast.internal.text;

/** How many permits a name has: 0 for a lock. */
public final class PermitCounts {
  /** Two of them make an int, so that sums of permits and requests are exact everywhere. */
  private static final int LARGEST = (1 << 30) - 1;

  private PermitCounts() {}

  public static int check(int size) {
    if (size < 1 || size > LARGEST) {
      throw new IllegalArgumentException(
          "a semaphore should have 1 to " + LARGEST + " permits, but it is to have " + size);
    }
    return size;
  }

  /** The size after a change by a difference. */
  public static int changed(String name, int size, int difference) {
    long changed = (long) size + difference;
    if (changed < 1 || changed > LARGEST) {
      throw new IllegalArgumentException(
          "asked to resize '"
              + name
              + "' by "
              + difference
              + ", but it has "
              + size
              + " permits now, and a semaphore should have 1 to "
              + LARGEST
              + "; nothing was changed");
    }
    return (int) changed;
  }

  public static int checkPermits(String name, int permits, int size) {
    if (permits < 1 || permits > size) {
      throw new IllegalArgumentException(
          "asked for "
              + permits
              + " permits of '"
              + name
              + "', which should be 1 to "
              + size
              + ", all there are");
    }
    return permits;
  }

  /** How many permits are left of a lease that gives this number back. */
  public static int left(String name, int given, int has) {
    if (given < 1 || given > has) {
      throw new IllegalArgumentException(
          "asked to give back "
              + given
              + " permits of '"
              + name
              + "', which should be 1 to "
              + has
              + ", all that the lease has; nothing was given back");
    }
    return has - given;
  }

  /** Why a name that is used otherwise now was not granted. */
  public static IllegalStateException mismatch(String name, int asked, int known) {
    return new IllegalStateException(
        "asked for '"
            + name
            + "' as "
            + text(asked)
            + ", but the store answered that it is held or waited for as "
            + text(known)
            + "; nothing is held or queued, and programs that share a name must agree on this");
  }

  private static String text(int size) {
    return size == 0 ? "a lock" : "a semaphore of " + size + " permits";
  }
}

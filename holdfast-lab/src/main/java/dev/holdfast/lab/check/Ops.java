package dev.holdfast.lab.check;

/**
 * The identity of a request: its client, which life of the client's process, its thread, and its
 * number, in one long.
 */
public final class Ops {
  private Ops() {}

  public static long of(int client, int life, int thread, int number) {
    return ((long) client << 56) | ((long) life << 48) | ((long) thread << 40) | number;
  }

  public static int client(long op) {
    return (int) (op >>> 56);
  }

  /** Whether one client asked for both: not another, nor the one that was opened in its place. */
  static boolean sameClient(long op, long other) {
    return op >>> 48 == other >>> 48;
  }

  public static int life(long op) {
    return (int) (op >>> 48) & 0xff;
  }

  public static int thread(long op) {
    return (int) (op >>> 40) & 0xff;
  }

  /** As people read it: {@code c1.0/t2#17}. */
  public static String text(long op) {
    return "c" + client(op) + "." + life(op) + "/t" + thread(op) + "#" + (int) op;
  }
}

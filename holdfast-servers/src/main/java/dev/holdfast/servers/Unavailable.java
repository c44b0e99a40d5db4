package dev.holdfast.servers;

import org.opentest4j.TestAbortedException;

/**
 * There is no such server for this platform. A test that needs one is not run then; but that is no
 * excuse for CI.
 */
final class Unavailable {
  private Unavailable() {}

  static RuntimeException because(String why) {
    return System.getenv("CI") == null && isTest()
        ? Test.aborted(why)
        : new IllegalStateException(why);
  }

  private static boolean isTest() {
    try {
      return Test.aborted("").getMessage() != null;
    } catch (NoClassDefFoundError outsideOfTests) {
      return false;
    }
  }

  /** Loaded where JUnit is. */
  private static final class Test {
    static RuntimeException aborted(String why) {
      return new TestAbortedException("not run: " + why);
    }
  }
}

package dev.holdfast.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PortsTest {
  @Test
  void aPortThatIsTakenIsTakenForOtherJvmsToo() throws Exception {
    int port = Ports.free();
    assertFalse(Ports.reserve(port), "a call of this JVM");
    assertEquals(1, reservedByAnother(port), "a call of another JVM");
    assertEquals(0, reservedByAnother(9), "one that nobody has");
  }

  private static int reservedByAnother(int port) throws Exception {
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Reserving.class.getName(),
                String.valueOf(port))
            .inheritIO()
            .start();
    assertTrue(other.waitFor(60, TimeUnit.SECONDS), "it has not ended");
    return other.exitValue();
  }

  /** Ends with 0 if it got the port. */
  static final class Reserving {
    public static void main(String[] arguments) {
      System.exit(Ports.reserve(Integer.parseInt(arguments[0])) ? 0 : 1);
    }
  }
}

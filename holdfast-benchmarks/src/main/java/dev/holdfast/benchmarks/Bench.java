package dev.holdfast.benchmarks;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.List;
import java.util.Locale;
import redis.embedded.RedisServer;

/**
 * {@code java -jar holdfast-benchmarks.jar [p1] [p1l] [--seconds N]}: one thread, its own name,
 * acquire and release; Holdfast beside the bare recipe over the same Redis client.
 */
public final class Bench {
  private Bench() {}

  /** Runs the scenarios named, or all; ends with how many reached their bar. */
  public static void main(String[] arguments) throws Exception {
    List<String> words = List.of(arguments);
    int option = words.indexOf("--seconds");
    double seconds = option < 0 ? 1.0 : Double.parseDouble(words.get(option + 1));
    boolean all = words.stream().noneMatch(word -> word.startsWith("p"));
    printMachine();
    int port = freePort();
    RedisServer server =
        RedisServer.newRedisServer()
            .port(port)
            .setting("save \"\"")
            .setting("bind 127.0.0.1")
            .build();
    server.start();
    int passed = 0;
    int failed = 0;
    try {
      if (all || words.contains("p1")) {
        boolean reached = jedis(port, seconds) >= 0.8;
        passed += reached ? 1 : 0;
        failed += reached ? 0 : 1;
      }
      if (all || words.contains("p1l")) {
        boolean reached = lettuce(port, seconds) >= 0.8;
        passed += reached ? 1 : 0;
        failed += reached ? 0 : 1;
      }
    } finally {
      server.stop();
    }
    System.out.println(passed + " passed, " + failed + " failed (bar: 0.80 of bare)");
    System.exit(failed == 0 ? 0 : 1);
  }

  private static double jedis(int port, double seconds) throws Exception {
    return new Duel("jedis-bare", "holdfast-jedis", url(port), seconds, System.out)
        .run("P1: one thread, one name, Jedis");
  }

  private static double lettuce(int port, double seconds) throws Exception {
    return new Duel("lettuce-bare", "holdfast-lettuce", url(port), seconds, System.out)
        .run("P1L: one thread, one name, Lettuce");
  }

  private static String url(int port) {
    return "redis://localhost:" + port;
  }

  private static void printMachine() {
    System.out.printf(
        Locale.ROOT,
        "Java %s, %d processors, %s %s%n",
        Runtime.version(),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name"),
        System.getProperty("os.version"));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}

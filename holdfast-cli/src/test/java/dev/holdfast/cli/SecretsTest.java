package dev.holdfast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.spi.StoreUrl;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * No output has a password, whatever the URL looks like and wherever the slip in it is: URLs as
 * text, exceptions with all their causes, the log of everything in this process, and what the
 * program prints. No server stands behind any of them.
 */
@Tag("rest")
final class SecretsTest {
  /** The two halves of each password; what is between them is what URLs stumble over. */
  private static final String FIRST = "S3crXQ";

  private static final String SECOND = "ZJw0rd";

  private static final List<String> BETWEEN =
      List.of("/", "@", ":", "+", "%", "#", "?", "&", "=", " ", "%zz", ")", ",", "?a=", "&a=");

  private static final List<String> WITH_ACCESS =
      List.of(
          "redis://%s127.0.0.1:1",
          "rediss://%s127.0.0.1:1/3",
          "redis+sentinel://%s127.0.0.1:1/locks",
          "redis+cluster://%s127.0.0.1:1,127.0.0.1:2",
          "redlock://%s127.0.0.1:1,127.0.0.1:2,127.0.0.1:3",
          "jdbc:postgresql://%s127.0.0.1:1/db",
          "jdbc:mysql://%s127.0.0.1:1/db",
          "jdbc:mariadb:sequential://%s127.0.0.1:1,127.0.0.1:2/db",
          "etcd://%s127.0.0.1:1",
          "zookeeper://%s127.0.0.1:1/locks");

  private static final List<String> WITH_PARAMETER =
      List.of(
          "jdbc:postgresql://127.0.0.1:1/db?user=u&password=%s",
          "jdbc:postgresql://127.0.0.1:1/db?user=u&sslkey=/none&sslpassword=%s",
          "jdbc:postgresql:db?password=%s&user=u",
          "jdbc:mysql://127.0.0.1:1/db?password=%s",
          "jdbc:mariadb://127.0.0.1:1/db?trustCertificateKeyStorePassword=%s",
          "jdbc:mysql://address=(host=127.0.0.1)(port=1)(user=u)(password=%s)/db",
          "jdbc:mysql://(host=127.0.0.1,port=1,user=u,password=%s)/db",
          "rediss://127.0.0.1:1?truststore=/none&truststorePassword=%s",
          "rediss://127.0.0.1:1?keystore=/none&keystorePassword=%s",
          "redis+sentinel://127.0.0.1:1/locks?sentinelUser=u&sentinelPassword=%s",
          "redis://127.0.0.1:1?password=%s",
          "etcd://127.0.0.1:1?password=%s",
          "sqlite:/none/locks.db?password=%s");

  private static final List<String> WRONG =
      List.of(
          "redi://:%s@127.0.0.1",
          "postgres://u:%s@127.0.0.1/db",
          "mysql://u:%s@127.0.0.1/db",
          "u:%s@127.0.0.1:6379",
          ":%s@127.0.0.1:6379",
          "%s@127.0.0.1",
          "redis:%s@127.0.0.1",
          "redis:/:%s@127.0.0.1",
          "sqlite://u:%s@127.0.0.1/locks.db",
          "jdbc:postgresql:u:%s@127.0.0.1/db");

  private static final List<List<String>> COMMANDS =
      List.of(
          List.of("list", "--store", "URL"),
          List.of("--store", "URL", "list"),
          List.of("doctor", "URL", "--timeout", "3s"),
          List.of("show", "x", "--debug", "--store", "URL"),
          List.of("run", "--no-wait", "--store=URL", "x", "--", "true"),
          List.of("URL"),
          List.of("list", "URL"));

  /** A password as it is, escaped, behind a user, behind none, and in the place of a user. */
  private static Set<String> urls() {
    Set<String> urls = new LinkedHashSet<>();
    for (int i = 0; i < BETWEEN.size(); i++) {
      String secret = FIRST + BETWEEN.get(i) + SECOND;
      String escaped = URLEncoder.encode(secret, StandardCharsets.UTF_8).replace("+", "%20");
      List<String> access = List.of(":" + secret + "@", "u:" + secret + "@", secret + "@");
      for (int j = i % 2; j < WITH_ACCESS.size(); j += 2) {
        urls.add(WITH_ACCESS.get(j).replace("%s", access.get((i / 2 + j) % access.size())));
        if ((i + j) % 6 == 0) {
          urls.add(WITH_ACCESS.get(j).replace("%s", "u:" + escaped + "@"));
        }
      }
      for (int j = i % 4; j < WITH_PARAMETER.size(); j += 4) {
        urls.add(WITH_PARAMETER.get(j).replace("%s", secret));
      }
      for (int j = i % 3; j < WRONG.size(); j += 3) {
        urls.add(WRONG.get(j).replace("%s", secret));
      }
    }
    // What stands before a colon, with nothing before it, is a user, or a scheme.
    urls.removeIf(url -> url.matches("([^:]*://)?" + FIRST + ":.*"));
    return urls;
  }

  /** The log of all libraries, down to its last line. */
  private static final class Log extends Handler {
    private final StringBuilder text = new StringBuilder();

    @Override
    public synchronized void publish(LogRecord said) {
      text.append(new SimpleFormatter().format(said));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  void noOutputHasAPassword() throws Exception {
    Set<String> urls = urls();
    assertTrue(urls.size() >= 100, () -> "only " + urls.size());
    Logger root = Logger.getLogger("");
    Level usual = root.getLevel();
    List<Handler> quiet = List.of(root.getHandlers());
    quiet.forEach(root::removeHandler);
    Log log = new Log();
    log.setLevel(Level.ALL);
    root.addHandler(log);
    root.setLevel(Level.ALL);
    ExecutorService threads = Executors.newFixedThreadPool(12);
    List<String> found = new ArrayList<>();
    try {
      List<Future<String>> outputs = new ArrayList<>();
      urls.forEach(url -> outputs.add(threads.submit(() -> outputs(url))));
      int at = 0;
      for (String url : urls) {
        String output = outputs.get(at++).get(5, TimeUnit.MINUTES);
        if (isIn(output)) {
          output
              .lines()
              .filter(SecretsTest::isIn)
              .map(line -> url + "\n  " + line)
              .forEach(found::add);
        }
      }
    } finally {
      threads.shutdownNow();
      root.removeHandler(log);
      root.setLevel(usual);
      quiet.forEach(root::addHandler);
    }
    log.text.toString().lines().filter(SecretsTest::isIn).map("log: "::concat).forEach(found::add);
    assertEquals("", String.join("\n", found));
  }

  private static boolean isIn(String output) {
    return output.contains(FIRST) || output.contains(SECOND);
  }

  /** Of a coordination service a client waits for an answer for seconds: one of each is enough. */
  private static boolean isAskedForAll(String url) {
    return url.matches("(etcd|zookeeper)://:" + FIRST + "/.*|(?!etcd|zookeeper).*");
  }

  private static String outputs(String url) {
    StringWriter all = new StringWriter();
    addStore(url, all);
    if (!isAskedForAll(url)) {
      return all.toString();
    }
    try (Holdfast holdfast = Holdfast.connect(url)) {
      all.append(holdfast.mutex("x").tryAcquire().toString());
    } catch (RuntimeException failed) {
      failed.printStackTrace(new PrintWriter(all, true));
    }
    for (List<String> command : COMMANDS) {
      ByteArrayOutputStream printed = new ByteArrayOutputStream();
      PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
      Terminal terminal = new Terminal(stream, stream, new boolean[] {false, false, false}, true);
      Main.execute(
          terminal, command.stream().map(word -> word.replace("URL", url)).toArray(String[]::new));
      all.append(printed.toString(StandardCharsets.UTF_8)).append('\n');
    }
    return all.toString();
  }

  /** What a store is called, and why there is none. */
  private static void addStore(String url, StringWriter all) {
    try {
      StoreUrl parsed = StoreUrl.parse(url);
      all.append(parsed.toString()).append('\n');
      for (StoreProvider provider : ServiceLoader.load(StoreProvider.class)) {
        if (provider.accepts(parsed)) {
          try (LockStore store = provider.create(parsed)) {
            all.append(store.toString()).append('\n');
          }
        }
      }
    } catch (RuntimeException failed) {
      failed.printStackTrace(new PrintWriter(all, true));
    }
  }
}

package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mysql.cj.jdbc.Driver;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreUrl;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * No message, cause or log has a password, with the drivers of MySQL and MariaDB both there: each
 * has forms of URLs and messages of its own. (All stores: {@code SecretsTest} of the program.)
 */
@Tag("rest")
class DriverSecretsTest {
  private static final String FIRST = "S3crXQ";
  private static final String SECOND = "ZJw0rd";

  private static final List<String> BETWEEN = List.of("/", "@", ":", "+", "%", "?", "&", "=", ")");

  private static final List<String> FORMS =
      List.of(
          "jdbc:mysql://u:%s@127.0.0.1:1/db",
          "jdbc:mysql://127.0.0.1:1/db?user=u&password=%s",
          "jdbc:mysql://127.0.0.1:1/db?trustCertificateKeyStorePassword=%s",
          "jdbc:mysql://address=(host=127.0.0.1)(port=1)(user=u)(password=%s)/db",
          "jdbc:mysql://(host=127.0.0.1,port=1,user=u,password=%s)/db",
          "jdbc:mysql://no.such.host.invalid/db?password=%s",
          "jdbc:mysql://127.0.0.1:1/db?noSuchOption=%s&password=%s",
          "jdbc:mariadb://u:%s@127.0.0.1:1/db",
          "jdbc:mariadb:sequential://u:%s@127.0.0.1:1,127.0.0.1:2/db",
          "jdbc:mariadb://address=(host=127.0.0.1)(port=1)(user=u)(password=%s)/db",
          "jdbc:mariadb://127.0.0.1:1/db?user=u&password=%s",
          "jdbc:mariadb://127.0.0.1:1/db?keyStorePassword=%s",
          "jdbc:mariadb://no.such.host.invalid/db?password=%s");

  private final List<String> log = Collections.synchronizedList(new ArrayList<>());

  @Test
  void noOutputHasAPassword() throws Exception {
    assertTrue(DriverManager.drivers().anyMatch(Driver.class::isInstance));
    Logger root = Logger.getLogger("");
    Level usual = root.getLevel();
    Handler handler = handler();
    root.addHandler(handler);
    root.setLevel(Level.ALL);
    List<String> found = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(12); // each waits for a login to fail
    try {
      List<Callable<String>> openings = new ArrayList<>();
      for (int i = 0; i < FORMS.size(); i++) {
        for (String between : List.of(BETWEEN.get(i % BETWEEN.size()), "")) {
          String secret =
              FIRST + URLEncoder.encode(between, StandardCharsets.UTF_8).replace("+", "%20");
          String url = FORMS.get(i).replace("%s", secret + SECOND);
          openings.add(() -> output(url));
        }
      }
      for (Future<String> each : threads.invokeAll(openings)) {
        find("a store", each.get(), found);
      }
    } finally {
      threads.shutdownNow();
      root.removeHandler(handler);
      root.setLevel(usual);
    }
    find("log", String.join("\n", log), found);
    assertEquals("", String.join("\n", found));
  }

  private static void find(String where, String output, List<String> found) {
    output
        .lines()
        .filter(line -> line.contains(FIRST) || line.contains(SECOND))
        .forEach(line -> found.add(where + "\n  " + line));
  }

  private static String output(String url) {
    StringWriter all = new StringWriter();
    try (LockStore store = new JdbcStoreProvider().create(StoreUrl.parse(url))) {
      all.append(store.toString()).append('\n');
      store.open(new ClientIdentity("c/h/1/n", ""), StoreListener.DEAF).close();
      throw new AssertionError("a server was found by " + url);
    } catch (RuntimeException failed) {
      failed.printStackTrace(new PrintWriter(all, true));
    }
    return all.toString();
  }

  private Handler handler() {
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord said) {
            log.add(new SimpleFormatter().format(said));
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    handler.setLevel(Level.ALL);
    return handler;
  }
}

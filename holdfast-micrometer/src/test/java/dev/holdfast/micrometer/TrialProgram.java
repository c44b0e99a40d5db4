package dev.holdfast.micrometer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import dev.holdfast.Candidacy;
import dev.holdfast.Holdfast;
import dev.holdfast.LeadershipListener;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.Loss;
import dev.holdfast.StaleTokenException;
import dev.holdfast.StoreException;
import dev.holdfast.redis.jedis.JedisFence;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisException;

/**
 * A program under load, as operators have it: it serves its metrics from its start, and obeys one
 * command a line on standard input. {@code open URL} makes its client, {@code work} begins the
 * load: short sections, one lock that is its own for as long as it goes well, and an election whose
 * leader writes behind a guard. It ends with its input.
 */
final class TrialProgram {
  static final LockOptions OPTIONS =
      LockOptions.defaults().lease(Duration.ofSeconds(5)).patience(Duration.ofSeconds(60));
  private static final Duration WAIT = Duration.ofSeconds(2);
  private static final int WORKERS = 2;
  private static final String WRITE = "return redis.call('INCR', KEYS[1])";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(WORKERS + 2);
  private final AtomicReference<Lease> own = new AtomicReference<>();
  private final List<Object> kept = new ArrayList<>();
  private Holdfast holdfast;
  private Candidacy candidacy;
  private RedisClient redis;

  public static void main(String[] arguments) throws Exception {
    TrialProgram program = new TrialProgram();
    HttpServer server = program.serve();
    System.out.println("port " + server.getAddress().getPort());
    try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        program.obey(line.split(" "));
        System.out.println("done");
      }
    }
    Runtime.getRuntime().halt(0);
  }

  private HttpServer serve() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/metrics",
        exchange -> {
          byte[] body = registry.scrape().getBytes(UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
          exchange.sendResponseHeaders(200, body.length);
          try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
          }
        });
    server.start();
    return server;
  }

  private void obey(String[] words) throws Exception {
    switch (words[0]) {
      case "open" -> open(words[1]);
      case "work" -> work();
      case "campaign" -> candidacy = holdfast.election("nightly").campaign("", new Writer());
      case "resign" -> candidacy.resign();
      case "hold" -> kept.add(holdfast.mutex(words[1]).acquire());
      case "want" -> kept.add(holdfast.mutex(words[1]).acquireAsync());
      case "leak" -> leak();
      default -> throw new IllegalArgumentException(words[0]);
    }
  }

  private void open(String url) {
    NameGroups groups = NameGroups.byPrefix();
    holdfast =
        Holdfast.builder(url)
            .options(OPTIONS)
            .listener(new HoldfastMetricsListener(registry, groups, Tags.empty()))
            .openLazily()
            .build();
    new HoldfastMetrics(holdfast, groups, Tags.empty()).bindTo(registry);
    redis = RedisClient.create(url.replaceFirst("\\?.*", ""));
  }

  private void work() {
    for (int i = 0; i < WORKERS; i++) {
      Future<?> unused =
          threads.scheduleWithFixedDelay(this::section, 0, 20, TimeUnit.MILLISECONDS);
    }
    Future<?> unused = threads.scheduleWithFixedDelay(this::holdOwn, 0, 100, TimeUnit.MILLISECONDS);
  }

  private void section() {
    String name = "orders:" + ThreadLocalRandom.current().nextInt(3);
    try (Lease lease = holdfast.mutex(name).acquire(WAIT)) {
      write(name, lease.token());
    } catch (LockTimeoutException
        | StoreException
        | IllegalMonitorStateException
        | StaleTokenException
        | JedisException expected) {
      // The next section is another try.
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private void write(String resource, long token) {
    Object unused = JedisFence.of(redis).eval(WRITE, resource, token, List.of(resource), List.of());
  }

  /** Holds a lock that nothing else wants, and takes it again after a loss. */
  private void holdOwn() {
    Lease lease = own.get();
    if (lease == null || !lease.isHeld()) {
      try {
        String name = "batch:" + ProcessHandle.current().pid();
        own.set(holdfast.mutex(name).tryAcquire().orElse(null));
      } catch (StoreException silent) {
        own.set(null);
      }
    }
  }

  /** Drops a lease that it has, and has the garbage collected until the client has seen it. */
  private void leak() throws InterruptedException {
    long lost = holdfast.statistics().lost();
    long token = holdfast.mutex("leak:" + ProcessHandle.current().pid()).acquire().token();
    while (token > 0 && holdfast.statistics().lost() == lost) {
      System.gc();
      Thread.onSpinWait();
    }
  }

  /** A leader that writes once when it begins, and, being late, once more when it has ended. */
  private final class Writer implements LeadershipListener {
    private long term;

    @Override
    public void elected(Lease lease) {
      term = lease.token();
      tryToWrite();
    }

    @Override
    public void ended(Optional<Loss> loss) {
      tryToWrite();
    }

    private void tryToWrite() {
      try {
        write("nightly", term);
      } catch (StaleTokenException | JedisException expected) {
        // Metrics tell of the former, and the store is gone in the latter case.
      }
    }
  }
}

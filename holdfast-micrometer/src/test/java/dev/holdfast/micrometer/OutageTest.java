package dev.holdfast.micrometer;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.jr.ob.JSON;
import com.sun.net.httpserver.HttpServer;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.servers.PrometheusServer;
import dev.holdfast.servers.RedisServer;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What an operator sees: three clients on a Redis that stops, read by a real Prometheus. */
@Tag("rest")
final class OutageTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final LockOptions SHORT = LockOptions.defaults().lease(Duration.ofSeconds(9));

  @Test
  void alertsFireWhenTheStoreStops() throws Exception {
    List<Program> programs = new ArrayList<>();
    try (RedisServer redis = RedisServer.started()) {
      for (int i = 0; i < 3; i++) {
        programs.add(new Program(redis.url()));
      }
      List<Integer> ports = programs.stream().map(Program::port).toList();
      try (PrometheusServer prometheus =
          PrometheusServer.started(Emitted.file("alerts/holdfast.rules.yml"), ports)) {
        List<Lease> leases = new ArrayList<>();
        for (Program each : programs) {
          leases.add(each.holdfast.mutex("orders:" + each.port()).acquire());
        }
        awaitFigure(prometheus, "sum(holdfast_locks_held{group=\"orders\"})", "3");
        assertEquals(Set.of(), alerts(prometheus), "all is well");
        redis.stop();
        await()
            .atMost(PATIENCE)
            .until(() -> alerts(prometheus).contains("HoldfastLeaseInJeopardy"));
        await().atMost(PATIENCE).until(() -> alerts(prometheus).contains("HoldfastLeaseLost"));
        awaitFigure(prometheus, "sum(holdfast_leases_lost_total)", "3");
        awaitFigure(prometheus, "sum(holdfast_lease_loss_total{kind=\"expired\"})", "3");
        awaitFigure(prometheus, "sum(holdfast_locks_held)", "0");
        await()
            .atMost(PATIENCE)
            .until(() -> !alerts(prometheus).contains("HoldfastLeaseInJeopardy"));
        assertEquals(3, leases.size());
      }
    } finally {
      programs.forEach(Program::close);
    }
  }

  /** The alerts that fire. */
  private static Set<String> alerts(PrometheusServer prometheus) throws IOException {
    Map<String, Object> answer = JSON.std.mapFrom(prometheus.get("/api/v1/alerts"));
    Set<String> names = new TreeSet<>();
    for (Object alert : (List<?>) ((Map<?, ?>) answer.get("data")).get("alerts")) {
      Map<?, ?> fields = (Map<?, ?>) alert;
      if ("firing".equals(fields.get("state"))) {
        names.add((String) ((Map<?, ?>) fields.get("labels")).get("alertname"));
      }
    }
    return names;
  }

  private static void awaitFigure(PrometheusServer prometheus, String query, String wanted) {
    String path = "/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8);
    await().atMost(PATIENCE).until(() -> prometheus.get(path).contains(",\"" + wanted + "\"]"));
  }

  /** A program with a client, whose metrics can be read. */
  private static final class Program implements AutoCloseable {
    final Holdfast holdfast;
    private final HttpServer server;

    Program(String url) throws IOException {
      PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
      NameGroups groups = NameGroups.byPrefix();
      holdfast =
          Holdfast.builder(url)
              .options(SHORT)
              .closeTimeout(Duration.ZERO)
              .listener(new HoldfastMetricsListener(registry, groups, Tags.empty()))
              .build();
      new HoldfastMetrics(holdfast, groups, Tags.empty()).bindTo(registry);
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          "/metrics",
          exchange -> {
            byte[] body = registry.scrape().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
            exchange.sendResponseHeaders(200, body.length);
            try (OutputStream out = exchange.getResponseBody()) {
              out.write(body);
            }
          });
      server.start();
    }

    int port() {
      return server.getAddress().getPort();
    }

    @Override
    public void close() {
      server.stop(0);
      holdfast.close();
    }
  }
}

package dev.holdfast.servers;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Prometheus, which reads metrics each second and evaluates rules as often. */
public final class PrometheusServer extends ServerProcess {
  private static final int ANSWER_MILLIS = 2_000;

  private final Path configuration;

  private PrometheusServer(Path folder, Path rules, List<Integer> targets) throws IOException {
    super(folder, Ports.free());
    String addresses =
        targets.stream()
            .map(port -> "'" + Ports.HOST + ":" + port + "'")
            .collect(Collectors.joining(", "));
    configuration =
        Files.writeString(
            folder().resolve("prometheus.yml"),
            """
            global: {scrape_interval: 1s, evaluation_interval: 1s}
            rule_files: ['%s']
            scrape_configs:
              - {job_name: test, static_configs: [{targets: [%s]}]}
            """
                .formatted(rules.toAbsolutePath(), addresses));
  }

  /**
   * Starts one.
   *
   * @param rules a file of rules
   * @param targets the ports on this machine where metrics are served, at {@code /metrics}
   */
  public static PrometheusServer started(Path rules, List<Integer> targets) throws IOException {
    PrometheusServer server = new PrometheusServer(Folders.fresh("prometheus"), rules, targets);
    server.start();
    return server;
  }

  /** The program that tests rules. */
  public static Path promtool() throws IOException {
    return DebianPackage.PROMETHEUS.file("usr/bin/promtool");
  }

  @Override
  protected List<String> command() throws IOException {
    return List.of(
        DebianPackage.PROMETHEUS.file("usr/bin/prometheus").toString(),
        "--config.file=" + configuration,
        "--storage.tsdb.path=" + folder().resolve("data"),
        "--web.listen-address=" + Ports.HOST + ":" + port(),
        "--log.level=warn");
  }

  @Override
  protected boolean answers() {
    try {
      get("/-/ready");
      return true;
    } catch (IOException silent) {
      return false;
    }
  }

  /**
   * What it answers, for example at {@code /api/v1/alerts}.
   *
   * @throws IOException if it did not answer within two seconds, or refused
   */
  public String get(String path) throws IOException {
    URI address = URI.create("http://" + Ports.HOST + ":" + port() + path);
    HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
    connection.setConnectTimeout(ANSWER_MILLIS);
    connection.setReadTimeout(ANSWER_MILLIS);
    try (InputStream answer = connection.getInputStream()) {
      return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Override
  public String version() throws IOException {
    return "Prometheus "
        + get("/api/v1/status/buildinfo").replaceAll(".*\"version\":\"([^\"+]*).*", "$1");
  }

  @Override
  public String toString() {
    return "Prometheus at port " + port();
  }
}

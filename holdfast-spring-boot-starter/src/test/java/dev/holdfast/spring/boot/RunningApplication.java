package dev.holdfast.spring.boot;

import dev.holdfast.shop.ShopApplication;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** An application in a JVM of its own. */
final class RunningApplication implements AutoCloseable {
  /** The exit code of a process that SIGTERM ended. */
  static final int TERMINATED = 143;

  private static final Pattern UP = status("UP");
  private static final Pattern DOWN = status("DOWN");

  /** Long, as several JVMs start at once on a machine that has other work. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Process process;
  private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final HttpClient http = HttpClient.newHttpClient();
  private final Thread reader;
  private int port;

  private RunningApplication(Process process) {
    this.process = process;
    this.reader = new Thread(this::read, "said by " + process.pid());
    reader.start();
  }

  /** Starts one with the libraries of this JVM, and waits until it has started. */
  static RunningApplication started(Cell cell) throws IOException, InterruptedException {
    List<Path> libraries =
        Arrays.stream(
                System.getProperty("java.class.path").split(Pattern.quote(File.pathSeparator), -1))
            .map(Path::of)
            .toList();
    RunningApplication application = launched(cell, libraries, List.of());
    application.awaitStart();
    return application;
  }

  /**
   * Starts one.
   *
   * @param libraries those that its kind of store does not need are left out
   */
  static RunningApplication launched(Cell cell, List<Path> libraries, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>(java(cell, libraries));
    command.add(ShopApplication.class.getName());
    command.addAll(
        List.of(
            "--server.port=0",
            "--spring.main.banner-mode=off",
            "--logging.level.root=warn",
            "--management.endpoints.web.exposure.include=*",
            "--management.endpoint.health.show-details=always",
            "--holdfast.shutdown.wait=1s"));
    command.addAll(cell.arguments());
    command.addAll(arguments);
    return new RunningApplication(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  /**
   * The beginning of a command that starts a class.
   *
   * @param libraries those that its kind of store does not need are left out
   */
  static List<String> java(Cell cell, List<Path> libraries) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-XX:-UsePerfData",
        "-Xshare:auto",
        "-Xmx192m",
        "-cp",
        libraries.stream()
            .filter(cell.kind()::has)
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator)));
  }

  void awaitStart() throws InterruptedException {
    port = Integer.parseInt(await("started").replace("started ", ""));
  }

  private void read() {
    try (BufferedReader lines = process.inputReader()) {
      lines
          .lines()
          .forEach(
              line -> {
                heard.add(line);
                said.add(line);
              });
    } catch (IOException | RuntimeException ended) {
      said.add("the end: " + ended);
    }
  }

  /** The next line of its own that begins like this. */
  String await(String beginning) throws InterruptedException {
    List<String> before = new ArrayList<>();
    String line = said.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    while (line != null && !line.startsWith("> " + beginning)) {
      before.add(line);
      line = said.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }
    if (line == null) {
      throw new AssertionError("it did not say '" + beginning + "', but " + before);
    }
    return line.substring(2);
  }

  /** What it has said until now. */
  List<String> heard() {
    return List.copyOf(heard);
  }

  /** After its end, until what it said has been read. */
  void awaitLastWord() throws InterruptedException {
    reader.join(PATIENCE.toMillis());
  }

  private static Pattern status(String status) {
    return Pattern.compile(
        "\"holdfast\":\\{[^{}]*\"status\":\""
            + status
            + "\"|\"holdfast\":\\{.*?\\},\"status\":\""
            + status
            + "\"");
  }

  /** The store and all else: what the application does not have is not looked for. */
  void isHealthy() throws IOException, InterruptedException {
    String health = get("/actuator/health");
    if (!UP.matcher(health).find() || health.contains("DOWN")) {
      throw new AssertionError("it is not healthy: " + health);
    }
  }

  /** The store cannot be reached, and health says so. */
  void isUnhealthy() throws IOException, InterruptedException {
    String health = get("/actuator/health");
    if (!DOWN.matcher(health).find() || !health.contains("dev.holdfast.StoreException")) {
      throw new AssertionError("it does not say that its store is down: " + health);
    }
  }

  private HttpRequest request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
        .timeout(PATIENCE)
        .build();
  }

  String get(String path) throws IOException, InterruptedException {
    return http.send(request(path), BodyHandlers.ofString()).body();
  }

  CompletableFuture<String> getLater(String path) {
    return http.sendAsync(request(path), BodyHandlers.ofString()).thenApply(each -> each.body());
  }

  /** Ends it at once, as a crash does. */
  void kill() {
    process.destroyForcibly();
  }

  /** Tells it to end, as a container does; it goes on. */
  void terminate() {
    process.toHandle().destroy(); // SIGTERM, and what it says can still be read
  }

  /** Its exit code. */
  int awaitEnd() throws InterruptedException {
    if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("it does not end; it said " + said);
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      reader.join(PATIENCE.toMillis());
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }
}

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

/** The application in a JVM of its own, without the libraries that its kind of store needs not. */
final class RunningApplication implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

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

  /** Starts one, and waits until it has. */
  static RunningApplication started(Cell cell, String... arguments)
      throws IOException, InterruptedException {
    RunningApplication application = launched(cell, arguments);
    application.awaitStart();
    return application;
  }

  static RunningApplication launched(Cell cell, String... arguments) throws IOException {
    String classPath =
        Arrays.stream(
                System.getProperty("java.class.path").split(Pattern.quote(File.pathSeparator), -1))
            .filter(entry -> !cell.isStrange(String.valueOf(Path.of(entry).getFileName())))
            .collect(Collectors.joining(File.pathSeparator));
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Xmx192m",
                "-cp",
                classPath,
                ShopApplication.class.getName(),
                "--server.port=0",
                "--spring.main.banner-mode=off",
                "--logging.level.root=warn",
                "--management.endpoints.web.exposure.include=*",
                "--management.endpoint.health.show-details=always",
                "--holdfast.shutdown.wait=1s"));
    command.addAll(cell.arguments());
    command.addAll(List.of(arguments));
    return new RunningApplication(new ProcessBuilder(command).redirectErrorStream(true).start());
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

  /** All that it has said, until its end. */
  List<String> heard() throws InterruptedException {
    reader.join(PATIENCE.toMillis());
    return heard;
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

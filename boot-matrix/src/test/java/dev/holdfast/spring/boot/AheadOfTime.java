package dev.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.shop.ShopApplication;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Processes the application ahead of time, as the plugins of Spring Boot do for a native image. */
final class AheadOfTime {
  private AheadOfTime() {}

  /** The same libraries, and before them the classes that take the place of its configuration. */
  static List<Path> processed(Cell cell, List<Path> libraries, Path folder) throws Exception {
    Path sources = Files.createDirectories(folder.resolve("sources"));
    Path resources = Files.createDirectories(folder.resolve("resources"));
    Path classes = Files.createDirectories(folder.resolve("classes"));
    List<String> command = new ArrayList<>(RunningApplication.java(cell, libraries));
    command.addAll(
        List.of(
            "org.springframework.boot.SpringApplicationAotProcessor",
            ShopApplication.class.getName(),
            sources.toString(),
            resources.toString(),
            classes.toString(),
            "dev.holdfast.shop",
            "shop",
            // What the actuator has is decided here.
            "--management.endpoints.web.exposure.include=*"));
    command.addAll(cell.arguments());
    Path log = folder.resolve("log");
    int exit =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    assertEquals(0, exit, () -> text(log));
    // Says that beans are made by these classes: a property of Spring, as a file on the class path.
    Files.writeString(resources.resolve("spring.properties"), "spring.aot.enabled=true\n");
    compile(sources, classes, Stream.concat(Stream.of(classes), libraries.stream()).toList());
    List<Path> all = new ArrayList<>(List.of(classes, resources));
    all.addAll(libraries);
    return all;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      return unreadable.toString();
    }
  }

  private static void compile(Path sources, Path classes, List<Path> libraries) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-nowarn",
                "-proc:none",
                "--release",
                "17",
                "-d",
                classes.toString(),
                "-cp",
                libraries.stream()
                    .map(Path::toString)
                    .collect(Collectors.joining(File.pathSeparator))));
    try (Stream<Path> files = Files.walk(sources)) {
      files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(arguments::add);
    }
    assertTrue(arguments.size() > 8, "nothing was made ahead of time");
    assertEquals(
        0,
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new)));
  }
}

package dev.holdfast.benchmarks.run;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Sources of several modules in one archive, compiled into one folder.
 *
 * @param archive of modules' folders {@code src/main}
 * @param folder where to work; the classes are below it
 */
record OlderSources(Path archive, Path folder) {
  private static final String SOURCES = "src/main/java/";
  private static final String RESOURCES = "src/main/resources/";

  /** Compiles all sources, and puts resources beside the classes. */
  Path compile(String drivers) throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    compile(unpack(classes), classes, drivers);
    return classes;
  }

  /** Compiles sources into a folder. */
  static void compile(List<Path> sources, Path classes, String classPath) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new ContenderException("an older library is compiled first, which needs a JDK");
    }
    StringWriter messages = new StringWriter();
    List<String> options =
        List.of(
            "-proc:none", "-nowarn", "--release", "17", "-d", classes.toString(), "-cp", classPath);
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      if (!compiler
          .getTask(messages, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
          .call()) {
        throw new ContenderException(
            "what an older library needs does not compile: "
                + messages.toString().lines().findFirst().orElse(""));
      }
    }
  }

  private List<Path> unpack(Path classes) throws IOException {
    List<Path> sources = new ArrayList<>();
    try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(archive))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        String name = entry.getName();
        int source = name.indexOf(SOURCES);
        int resource = name.indexOf(RESOURCES);
        if (entry.isDirectory() || name.endsWith("module-info.java")) {
          continue;
        }
        if (source >= 0) {
          Path file = folder.resolve("sources").resolve(name.substring(source + SOURCES.length()));
          write(zip, file);
          sources.add(file);
        } else if (resource >= 0) {
          write(zip, classes.resolve(name.substring(resource + RESOURCES.length())));
        }
      }
    }
    return sources;
  }

  /** Several modules name their providers of one service, each in a file of the same name. */
  private static void write(ZipInputStream zip, Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, zip.readAllBytes(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}

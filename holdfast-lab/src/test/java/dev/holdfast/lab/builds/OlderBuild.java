package dev.holdfast.lab.builds;

import dev.holdfast.lab.bugs.PatchedClasses;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The library as it was at an older commit of this repository: its sources are taken from the
 * history and compiled against today's drivers, and today's clients of the laboratory against it. A
 * class path that begins with this folder has the older library in it, and clients that fit it:
 * before 1.0 an update keeps the sources of its users, but they have to be compiled again.
 */
final class OlderBuild {
  private static final List<String> MODULES =
      List.of(
          "holdfast-core",
          "holdfast-redis",
          "holdfast-redis-jedis",
          "holdfast-redis-lettuce",
          "holdfast-jdbc",
          "holdfast-consensus",
          "holdfast-zookeeper",
          "holdfast-etcd");

  private static final String SOURCES = "src/main/java/";
  private static final String RESOURCES = "src/main/resources/";

  private OlderBuild() {}

  /** A change of the older sources: every occurrence of a text in one file becomes another. */
  record Change(String file, String is, String becomes) {}

  /**
   * Compiles the library of a commit.
   *
   * @param commit of this repository's history
   * @param folder where to work, which has no earlier build; the classes are below it
   * @return the folder of the classes
   */
  static Path of(String commit, Path folder, Change... changes) throws IOException {
    Path archive = archive(commit, Files.createDirectories(folder));
    Path classes = folder.resolve("classes");
    List<Path> sources = new ArrayList<>();
    try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(archive))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        String name = entry.getName();
        if (entry.isDirectory() || name.endsWith("module-info.java")) {
          continue;
        }
        int source = name.indexOf(SOURCES);
        int resource = name.indexOf(RESOURCES);
        if (source >= 0) {
          Path file = folder.resolve("sources").resolve(name.substring(source + SOURCES.length()));
          write(file, changed(name, zip, changes));
          sources.add(file);
        } else if (resource >= 0) {
          write(
              classes.resolve(name.substring(resource + RESOURCES.length())),
              changed(name, zip, changes));
        }
      }
    }
    sources.addAll(clients());
    compile(sources, classes);
    return classes;
  }

  private static List<Path> clients() throws IOException {
    Path load = PatchedClasses.root().resolve("holdfast-lab/src/main/java/dev/holdfast/lab/load");
    try (Stream<Path> files = Files.list(load)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  private static Path archive(String commit, Path folder) throws IOException {
    Path archive = folder.resolve("sources.zip");
    List<String> command = new ArrayList<>();
    command.addAll(List.of("git", "archive", "--format=zip", "-o", archive.toString(), commit));
    MODULES.forEach(module -> command.add(module + "/src/main"));
    Process git =
        new ProcessBuilder(command)
            .directory(PatchedClasses.root().toFile())
            .redirectErrorStream(true)
            .start();
    try (InputStream said = git.getInputStream()) {
      String output = new String(said.readAllBytes(), StandardCharsets.UTF_8);
      if (git.waitFor() != 0) {
        throw new IOException(
            "the library of commit "
                + commit
                + " is not in this repository's history (a clone needs the whole history); git says: "
                + output);
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while git was asked for " + commit, stop);
    }
    return archive.toAbsolutePath();
  }

  private static byte[] changed(String name, InputStream in, Change... changes) throws IOException {
    byte[] bytes = in.readAllBytes();
    for (Change change : changes) {
      if (name.equals(change.file())) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (!text.contains(change.is())) {
          throw new IOException("there is no '" + change.is() + "' in " + name);
        }
        bytes = text.replace(change.is(), change.becomes()).getBytes(StandardCharsets.UTF_8);
      }
    }
    return bytes;
  }

  /** Several modules name their providers of one service, each in a file of the same name. */
  private static void write(Path file, byte[] bytes) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static void compile(List<Path> sources, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(
                  messages,
                  files,
                  null,
                  List.of(
                      "-proc:none",
                      "-nowarn",
                      "--release",
                      "17",
                      "-d",
                      classes.toString(),
                      "-cp",
                      drivers()),
                  null,
                  files.getJavaFileObjectsFromPaths(sources))
              .call();
      if (!compiled) {
        throw new IOException("the older library does not compile:\n" + messages);
      }
    }
  }

  /** Everything but today's library, which must not fill a gap of the older one. */
  private static String drivers() {
    List<String> kept = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (MODULES.stream().noneMatch(module -> entry.contains(File.separator + module))) {
        kept.add(entry);
      }
    }
    return String.join(File.pathSeparator, kept);
  }
}

package dev.holdfast.benchmarks.run;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** What this process has on its class path, told apart. */
final class ClassPath {
  private ClassPath() {}

  /** All entries, with those that a jar's manifest adds. */
  static List<Path> entries() {
    List<Path> entries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path file = Path.of(entry).toAbsolutePath();
      entries.add(file);
      if (Files.isRegularFile(file)) {
        entries.addAll(addedBy(file));
      }
    }
    return entries;
  }

  private static List<Path> addedBy(Path jar) {
    try (JarFile file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest();
      String added =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      return added == null
          ? List.of()
          : Stream.of(added.split(" ", -1)).map(one -> Path.of(jar.toUri().resolve(one))).toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Whether an entry is a module of this repository's library, as a jar or as a folder. */
  static boolean isLibrary(Path entry, List<String> modules) {
    for (Path element : entry) {
      String name = element.toString();
      boolean jar = name.endsWith(".jar");
      if (modules.stream().anyMatch(module -> jar ? isJar(name, module) : name.equals(module))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isJar(String name, String module) {
    return name.matches(module + "(-[0-9].*)?\\.jar");
  }

  /**
   * The classes of an entry without what a manifest adds to them: a folder, or one made of a jar.
   */
  static Path alone(Path entry, Path folder) throws IOException {
    if (Files.isDirectory(entry)) {
      return entry;
    }
    Path alone = folder.resolve("alone");
    if (Files.exists(alone)) {
      return alone;
    }
    try (FileSystem jar = FileSystems.newFileSystem(entry);
        Stream<Path> files = Files.walk(jar.getPath("/"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!file.endsWith("MANIFEST.MF")) {
          Path copy = alone.resolve(file.toString().substring(1));
          Files.createDirectories(copy.getParent());
          Files.copy(file, copy);
        }
      }
    }
    return alone;
  }
}

package dev.holdfast.servers;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** Where servers keep their files, and where their programs are kept. */
public final class Folders {
  private static final String SCRIPT = "holdfast-servers/unpack-debian";

  private Folders() {}

  /** A new folder for a server's files, below the folder {@code target} of the module at work. */
  public static Path fresh(String kind) throws IOException {
    Path parent = Files.createDirectories(Path.of("target", "servers").toAbsolutePath());
    return Files.createTempDirectory(parent, kind);
  }

  /** Deletes a folder with all that is in it, if it is there. */
  public static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** The script of the checkout that fetches packages, if this runs in one. */
  static Optional<Path> script() {
    return checkout().map(root -> root.resolve(SCRIPT));
  }

  private static Optional<Path> checkout() {
    String root = System.getProperty("holdfast.root", "");
    Path here = Path.of(root).toAbsolutePath();
    while (here != null && !Files.exists(here.resolve(SCRIPT))) {
      here = here.getParent();
    }
    return Optional.ofNullable(here);
  }

  /**
   * Where programs stay from one build to the next: in the checkout, where {@code ./mvnw clean}
   * does not come; outside of one, below {@code target}.
   */
  static Path programs() throws IOException {
    Path folder =
        checkout().map(root -> root.resolve(".servers")).orElse(Path.of("target", ".servers"));
    return Files.createDirectories(folder.toAbsolutePath().normalize());
  }

  /** What fills a folder. */
  interface Unpacking {
    void into(Path folder) throws IOException;
  }

  /** The folder of a program, unpacked unless it is there, whichever JVM has done it. */
  static synchronized Path unpackedOnce(String name, Unpacking unpacking) throws IOException {
    Path folder = programs().resolve(name);
    if (Files.exists(folder)) {
      return folder;
    }
    try (FileChannel file =
            FileChannel.open(
                programs().resolve(name + ".lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        var lock = file.lock()) {
      if (lock.isValid() && !Files.exists(folder)) {
        Path draft = programs().resolve(name + ".draft");
        delete(draft);
        unpacking.into(Files.createDirectories(draft));
        Files.move(draft, folder, StandardCopyOption.ATOMIC_MOVE);
      }
    }
    return folder;
  }
}

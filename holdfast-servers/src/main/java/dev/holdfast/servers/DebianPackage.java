package dev.holdfast.servers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A server's program from Debian's packages, as Maven Central has none or an old one: the script
 * {@code holdfast-servers/unpack-debian} fetches it, once. Thread-safe.
 */
public final class DebianPackage {
  /** MySQL; for {@code usr/sbin/mysqld}. */
  public static final DebianPackage MYSQL =
      new DebianPackage("MySQL", "sid", "mysql-server-core", "^[a-z]");

  /** A version of etcd of which it is not claimed that leases end when they should. */
  public static final DebianPackage ETCD_3_4 = etcd("bookworm");

  public static final DebianPackage ETCD_3_5 = etcd("trixie");

  /** Prometheus with promtool, which later packages are without. */
  static final DebianPackage PROMETHEUS =
      new DebianPackage("Prometheus", "bookworm", "prometheus", "^prometheus$");

  /** What the script ends with where there is no such package for the platform. */
  private static final int UNAVAILABLE = 69;

  private static final String LOADER = "ld-linux-x86-64.so.2";

  private final String name;
  private final String suite;
  private final String packageName;
  private final String wanted;
  private @Nullable String obstacle;
  private boolean unavailable;

  private DebianPackage(String name, String suite, String packageName, String wanted) {
    this.name = name;
    this.suite = suite;
    this.packageName = packageName;
    this.wanted = wanted;
  }

  /** A Go program needs no libraries but the system's own. */
  private static DebianPackage etcd(String suite) {
    return new DebianPackage("etcd", suite, "etcd-server", "^etcd-server$");
  }

  /** A {@code redis-server} or {@code valkey-server} of a suite. */
  static DebianPackage redis(String suite, String packageName) {
    // What else the packages want is for a service that is installed.
    return new DebianPackage(packageName, suite, packageName, "^(lib|redis|valkey)");
  }

  /** Why it is not there; empty if it is. The first time, it is fetched. */
  public synchronized String obstacle() {
    if (obstacle == null) {
      obstacle = fetch();
    }
    return obstacle;
  }

  /** Where it is unpacked: a file of the package by its path there. */
  Path file(String path) throws IOException {
    String why = obstacle();
    if (!why.isEmpty()) {
      if (isUnavailable()) {
        throw Unavailable.because(why);
      }
      throw new IOException(why);
    }
    return root().resolve(path);
  }

  private synchronized boolean isUnavailable() {
    return unavailable;
  }

  private Path root() throws IOException {
    return Folders.programs().resolve(suite + "-" + packageName).resolve("root");
  }

  private synchronized String fetch() {
    if (Folders.script().isEmpty()) {
      return "the script that fetches " + name + " is not here";
    }
    try {
      String script = Folders.script().orElseThrow().toString();
      Path folder = root().resolveSibling("");
      Process running =
          new ProcessBuilder(script, folder.toString(), suite, packageName, wanted)
              .redirectErrorStream(true)
              .start();
      running.getOutputStream().close();
      String said = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int code = running.waitFor();
      unavailable = code == UNAVAILABLE;
      return code == 0 ? "" : name + " could not be fetched: " + said.strip();
    } catch (IOException broken) {
      return name + " could not be fetched: " + broken;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return name + " could not be fetched: interrupted";
    }
  }

  /**
   * The command that starts a program of the package with the libraries that came with it instead
   * of this machine's.
   */
  List<String> command(String program) throws IOException {
    String path = file(program).toString();
    // Which of the two folders holds what has changed with the suites.
    Path usr = file("usr/lib/x86_64-linux-gnu");
    Path top = file("lib/x86_64-linux-gnu");
    Path loader = Files.exists(usr.resolve(LOADER)) ? usr.resolve(LOADER) : top.resolve(LOADER);
    return List.of(loader.toString(), "--library-path", usr + ":" + top, path);
  }
}

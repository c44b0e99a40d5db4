package dev.holdfast.servers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** MariaDB as it is on Maven Central. */
public final class MariaDbServer extends MySqlFamilyServer {
  public MariaDbServer(Path folder, int port, List<String> settings) throws IOException {
    super(folder, port, settings);
  }

  private static List<String> program(String path) throws IOException {
    Path base = BundledPrograms.mariaDb();
    return List.of(base.resolve(path).toString(), "--no-defaults", "--basedir=" + base);
  }

  @Override
  void install() throws IOException {
    List<String> command = new ArrayList<>(program("scripts/mariadb-install-db"));
    command.addAll(owner());
    command.add("--auth-root-authentication-method=normal");
    command.add("--force"); // Also where this machine's name cannot be resolved.
    Commands.run(folder(), "install.log", command);
  }

  @Override
  List<String> program() throws IOException {
    List<String> program = new ArrayList<>(program("bin/mariadbd"));
    /*
     * Else it makes itself a key at each start, after "Buffer pool(s) load completed": 16 starts took 2 to 10 seconds
     * of a core, and up to 45 s where three others used it. Without, 16 starts took 0.2 to 1.3 s.
     */
    program.add("--skip-ssl");
    return program;
  }

  @Override
  public String url(String database) {
    String parameters = "?sslMode=disable&user=" + user();
    return "jdbc:mariadb://" + Ports.HOST + ":" + port() + "/" + database + parameters;
  }
}

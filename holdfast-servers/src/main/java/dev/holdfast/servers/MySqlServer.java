package dev.holdfast.servers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** MySQL, from {@link DebianPackage#MYSQL}. */
public final class MySqlServer extends MySqlFamilyServer {
  public MySqlServer(Path folder, int port, List<String> settings) throws IOException {
    super(folder, port, settings);
  }

  @Override
  void install() throws IOException {
    List<String> command = new ArrayList<>(program());
    command.addAll(owner());
    command.add("--initialize-insecure");
    Commands.run(folder(), "install.log", command);
  }

  @Override
  List<String> program() throws IOException {
    List<String> program = new ArrayList<>(DebianPackage.MYSQL.command("usr/sbin/mysqld"));
    program.add("--no-defaults");
    program.add("--lc-messages-dir=" + DebianPackage.MYSQL.file("usr/share/mysql"));
    return program;
  }

  @Override
  protected List<String> command() throws IOException {
    List<String> command = new ArrayList<>(super.command());
    command.addAll(List.of("--mysqlx=OFF", "--secure-file-priv=", "--skip-log-bin"));
    return command;
  }

  @Override
  public String url(String database) {
    String parameters = "?sslMode=DISABLED&allowPublicKeyRetrieval=true&user=" + user();
    return "jdbc:mysql://" + Ports.HOST + ":" + port() + "/" + database + parameters;
  }
}

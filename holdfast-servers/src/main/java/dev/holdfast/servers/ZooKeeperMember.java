package dev.holdfast.servers;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A ZooKeeper server of an ensemble, in a JVM with the class path of this one. */
public final class ZooKeeperMember extends ClusterMember {
  private static final String PROGRAM = "org.apache.zookeeper.server.quorum.QuorumPeerMain";

  private final List<String> options;

  /**
   * One that is not started yet.
   *
   * @param number which one it is, from 0 on
   * @param peers of each, the two ports at which it hears the others, as this one is to know them
   * @param settings the beginning of its configuration, of whole lines
   * @param options of its JVM
   */
  public ZooKeeperMember(
      Path folder,
      int number,
      int port,
      List<List<Integer>> peers,
      String settings,
      List<String> options)
      throws IOException {
    super(folder, port);
    this.options = List.copyOf(options);
    Files.writeString(folder().resolve("myid"), String.valueOf(number + 1));
    StringBuilder text = new StringBuilder(settings);
    text.append("maxClientCnxns=0\nadmin.enableServer=false\n4lw.commands.whitelist=srvr\n");
    text.append("clientPortAddress=").append(Ports.HOST).append('\n');
    text.append("clientPort=").append(port).append("\ndataDir=").append(folder()).append('\n');
    for (int i = 0; i < peers.size(); i++) {
      text.append("server.").append(i + 1).append('=').append(Ports.HOST);
      peers.get(i).forEach(peer -> text.append(':').append(peer));
      text.append('\n');
    }
    Files.writeString(folder().resolve("zoo.cfg"), text);
  }

  @Override
  protected List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), PROGRAM));
    command.add(folder().resolve("zoo.cfg").toString());
    return command;
  }

  @Override
  public Path data() {
    return folder().resolve("version-2");
  }

  @Override
  public boolean serves() {
    return status().contains("Mode: ");
  }

  @Override
  public boolean leads() {
    return status().contains("Mode: leader");
  }

  @Override
  public String version() {
    return status()
        .lines()
        .filter(line -> line.startsWith("Zookeeper version: "))
        .map(line -> line.replaceAll("Zookeeper version: ([^-,]*).*", "zookeeper $1"))
        .findFirst()
        .orElse("zookeeper, which does not answer");
  }

  private String status() {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(LOOK_MILLIS);
      socket.connect(Ports.address(port()), LOOK_MILLIS);
      socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException silent) {
      return "";
    }
  }
}

package dev.holdfast.lab.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;

/** A ZooKeeper server. */
final class KeeperMember extends Member {
  /** A session may last from 2 to 20 of them; a follower is given up after {@code syncLimit}. */
  private static final String SETTINGS =
      """
      tickTime=200
      initLimit=50
      syncLimit=5
      maxClientCnxns=0
      admin.enableServer=false
      4lw.commands.whitelist=srvr
      """;

  KeeperMember(Seat seat) throws IOException {
    super(seat);
    Files.writeString(folder().resolve("myid"), String.valueOf(seat.number() + 1));
    StringBuilder members = new StringBuilder();
    for (int i = 0; i < Cluster.MEMBERS; i++) {
      // It listens where it finds itself, and finds the others where they are heard from.
      List<Integer> ports = i == seat.number() ? seat.peers().doors(i) : seat.peers().ways(i);
      members.append("server.").append(i + 1).append("=127.0.0.1:");
      members.append(ports.get(0)).append(':').append(ports.get(1)).append('\n');
    }
    Files.writeString(
        folder().resolve("zoo.cfg"),
        SETTINGS
            + ("clientPortAddress=127.0.0.1\nclientPort=" + port() + "\n")
            + ("dataDir=" + folder().toAbsolutePath() + "\n")
            + members);
  }

  @Override
  List<String> command() {
    return List.of(
        System.getProperty("java.home") + "/bin/java",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-XX:-UsePerfData",
        "-Xmx128m",
        "-Dzookeeper.preAllocSize=1024",
        "-cp",
        System.getProperty("java.class.path"),
        QuorumPeerMain.class.getName(),
        folder().resolve("zoo.cfg").toString());
  }

  @Override
  Path data() {
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
  String version() {
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
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port()), LOOK_MILLIS);
      socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException silent) {
      return "";
    }
  }
}

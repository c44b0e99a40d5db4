package dev.holdfast.lab.episode;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * An address of this machine for each client, and one name that means it. So clients go different
 * ways to servers that have the same addresses for all of them, as members of a quorum must have:
 * by these the clients agree which of them keeps the queue of a name.
 */
public final class OwnLoopback {
  /** The name by which each client finds its own address. */
  public static final String NAME = "members";

  private static final int FIRST = 10;

  private OwnLoopback() {}

  /** A client's address. */
  static InetAddress of(int client) throws IOException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) (FIRST + client)});
  }

  /** With which options a client's process knows the name, and those of this machine. */
  static List<String> options(Path folder, int client) throws IOException {
    Path file = folder.resolve("client" + client + ".hosts").toAbsolutePath();
    String machine = InetAddress.getLocalHost().getHostName();
    Files.write(
        file,
        List.of(
            "127.0.0.1 localhost",
            "127.0.0.1 " + machine,
            of(client).getHostAddress() + " " + NAME));
    return List.of("-Djdk.net.hosts.file=" + file);
  }
}

package dev.holdfast.internal.text;

import dev.holdfast.spi.EngineHost;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Makes client ids, {@code name/host/pid/nonce}: never used twice, and readable in any store. */
public final class ClientIds {
  // A label of a host name, such as that of a pod, has at most this number of characters.
  private static final int LONGEST_PART = 63;

  private ClientIds() {}

  public static String make(String name, EngineHost host) {
    return part(name)
        + '/'
        + part(hostName())
        + '/'
        + ProcessHandle.current().pid()
        + '/'
        + part(host.nonce());
  }

  private static String part(String text) {
    String clean = text.strip().replaceAll("[^A-Za-z0-9._-]", "_");
    String some = clean.isEmpty() ? "_" : clean;
    return some.length() <= LONGEST_PART ? some : some.substring(0, LONGEST_PART);
  }

  /** The host's name, from where it costs nothing first: a name service may be slow or away. */
  private static String hostName() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException | RuntimeException notLinux) {
      String windows = System.getenv("COMPUTERNAME");
      if (windows != null) {
        return windows;
      }
    }
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException unnamed) {
      return "unknown-host";
    }
  }
}

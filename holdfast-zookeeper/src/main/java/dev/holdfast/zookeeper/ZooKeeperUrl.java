package dev.holdfast.zookeeper;

import dev.holdfast.consensus.Address;
import dev.holdfast.spi.StoreUrl;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** The {@linkplain Address address} of an ensemble. {@code toString()} has no password. */
final class ZooKeeperUrl {
  static final Duration USUAL_SESSION = Duration.ofSeconds(30);

  private static final int USUAL_PORT = 2181;
  private static final Set<String> PARAMETERS = Set.of("namespace", "connectTimeout", "session");

  private final Address address;
  private final Duration session;

  private ZooKeeperUrl(Address address, Duration session) {
    this.address = address;
    this.session = session;
  }

  /**
   * Takes a URL apart.
   *
   * @throws IllegalArgumentException if it is malformed, saying how it should look
   */
  static ZooKeeperUrl parse(StoreUrl url) {
    Address address = Address.parse(url, "a ZooKeeper", USUAL_PORT, PARAMETERS);
    for (String part : address.path().split("/", -1)) {
      if (part.equals(".") || part.equals("..")) {
        throw address.malformed("its path has a part '" + part + "'");
      }
    }
    Duration session = address.session(USUAL_SESSION);
    if (session.compareTo(Duration.ofSeconds(1)) < 0
        || session.compareTo(Duration.ofHours(1)) > 0) {
      throw address.malformed("its session is not between 1 s and 1 h");
    }
    return new ZooKeeperUrl(address, session);
  }

  /** The servers, each with its port, as ZooKeeper's clients want them. */
  String servers() {
    return String.join(",", address.hosts());
  }

  /** The node under which everything is. */
  String path() {
    return address.path();
  }

  /** How long a session is to last without a word; the server decides. */
  Duration session() {
    return session;
  }

  /** How long connecting may take. */
  Duration connectTimeout() {
    return address.connectTimeout();
  }

  /** User and password for the scheme "digest": never print them. */
  Optional<byte[]> credentials() {
    return address
        .user()
        .map(user -> (user + ":" + address.password()).getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return address.toString();
  }
}

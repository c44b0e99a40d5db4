package dev.holdfast.etcd;

import dev.holdfast.consensus.Address;
import dev.holdfast.spi.StoreUrl;
import java.io.File;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The {@linkplain Address address} of a cluster. {@code toString()} has no password. */
final class EtcdUrl {
  static final long USUAL_SESSION_SECONDS = 30;
  static final long SHORTEST_SESSION_SECONDS = 2;

  /** What is longer, leaders may remember in parts; see {@link LeaseDeadline}. */
  static final long LONGEST_SESSION_SECONDS = 300;

  private static final int USUAL_PORT = 2379;
  private static final Set<String> PARAMETERS = Set.of("namespace", "connectTimeout", "session");

  private final Address address;
  private final List<URI> members;
  private final long sessionSeconds;
  private final Optional<EtcdTls> tls;

  private EtcdUrl(Address address, List<URI> members, long sessionSeconds, Optional<EtcdTls> tls) {
    this.address = address;
    this.members = members;
    this.sessionSeconds = sessionSeconds;
    this.tls = tls;
  }

  /**
   * Takes a URL apart.
   *
   * @throws IllegalArgumentException if it is malformed, saying how it should look
   */
  static EtcdUrl parse(StoreUrl url) {
    boolean secure = url.scheme().equals(EtcdTls.SCHEME);
    Set<String> known = secure ? EtcdTls.with(PARAMETERS) : PARAMETERS;
    Address address = Address.parse(url, "an etcd", USUAL_PORT, known);
    return new EtcdUrl(
        address,
        members(address, secure ? "https://" : "http://"),
        sessionSeconds(address),
        secure ? Optional.of(tls(url, address)) : Optional.empty());
  }

  private static List<URI> members(Address address, String scheme) {
    try {
      return address.hosts().stream().map(host -> URI.create(scheme + host)).toList();
    } catch (IllegalArgumentException none) {
      throw address.malformed("a host is none");
    }
  }

  private static EtcdTls tls(StoreUrl url, Address address) {
    EtcdTls tls =
        new EtcdTls(
            file(url, address, EtcdTls.CA),
            file(url, address, EtcdTls.CERT),
            file(url, address, EtcdTls.KEY));
    if (tls.cert().isPresent() != tls.key().isPresent()) {
      throw address.malformed("cert and key belong together, and one of them is missing");
    }
    return tls;
  }

  private static Optional<File> file(StoreUrl url, Address address, String parameter) {
    Optional<File> file = url.parameter(parameter).map(File::new);
    if (file.isPresent() && !file.get().canRead()) {
      throw address.malformed("its " + parameter + " is no file that can be read: " + file.get());
    }
    return file;
  }

  private static long sessionSeconds(Address address) {
    Duration session = address.session(Duration.ofSeconds(USUAL_SESSION_SECONDS));
    if (!session.equals(Duration.ofSeconds(session.toSeconds()))) {
      throw address.malformed("etcd counts whole seconds, and its session has a part of one");
    }
    if (session.toSeconds() < SHORTEST_SESSION_SECONDS
        || session.toSeconds() > LONGEST_SESSION_SECONDS) {
      throw address.malformed("its session is not between 2 s and 5 min");
    }
    return session.toSeconds();
  }

  /** The members, each with its port. */
  List<URI> members() {
    return members;
  }

  /** How long connecting may take. */
  Duration connectTimeout() {
    return address.connectTimeout();
  }

  /** What all keys begin with. */
  String path() {
    return address.path();
  }

  /** How long a session may be silent. */
  long sessionSeconds() {
    return sessionSeconds;
  }

  /** How to speak TLS; empty without. */
  Optional<EtcdTls> tls() {
    return tls;
  }

  Optional<String> user() {
    return address.user();
  }

  /** Empty without a user: never print it. */
  String password() {
    return address.password();
  }

  @Override
  public String toString() {
    return address.toString();
  }
}

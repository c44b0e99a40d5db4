package dev.holdfast.etcd;

import io.netty.handler.ssl.SslContextBuilder;
import java.io.File;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What an {@code etcds} URL says of TLS: whose certificates to trust, and what certificate to show.
 *
 * @param ca certificates in PEM of the authorities that are trusted; those of the JDK if it is
 *     empty
 * @param cert our certificate in PEM
 * @param key its private key in PEM, PKCS#8 without a password
 */
record EtcdTls(Optional<File> ca, Optional<File> cert, Optional<File> key) {
  static final String SCHEME = "etcds";
  static final String CA = "ca";
  static final String CERT = "cert";
  static final String KEY = "key";

  /** The parameters that such a URL may have beside those of any other. */
  static Set<String> with(Set<String> parameters) {
    return Stream.concat(parameters.stream(), Stream.of(CA, CERT, KEY))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Has a client's connections speak TLS; names of servers are always checked. */
  void configure(SslContextBuilder connections) {
    ca.ifPresent(connections::trustManager);
    if (cert.isPresent() && key.isPresent()) {
      connections.keyManager(cert.get(), key.get());
    }
  }
}

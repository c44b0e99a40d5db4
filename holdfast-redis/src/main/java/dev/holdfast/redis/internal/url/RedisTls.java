package dev.holdfast.redis.internal.url;

import dev.holdfast.spi.StoreUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * What a {@code rediss} URL says of TLS: whose certificates to trust, and what certificate to show.
 * Files are read once, here. There is no parameter that turns a check off.
 */
public final class RedisTls {
  static final String CA = "ca";
  static final String CERT = "cert";
  static final String KEY = "key";
  static final String TRUST_STORE = "truststore";
  static final String TRUST_STORE_PASSWORD = "truststorePassword";
  static final String KEY_STORE = "keystore";
  static final String KEY_STORE_PASSWORD = "keystorePassword";

  static final Set<String> PARAMETERS =
      Set.of(CA, CERT, KEY, TRUST_STORE, TRUST_STORE_PASSWORD, KEY_STORE, KEY_STORE_PASSWORD);

  private final TrustManagerFactory trust;
  private final @Nullable KeyManagerFactory keys;

  private RedisTls(TrustManagerFactory trust, @Nullable KeyManagerFactory keys) {
    this.trust = trust;
    this.keys = keys;
  }

  /**
   * Reads the files that the URL names.
   *
   * @throws IllegalArgumentException if parameters contradict each other or a file is not what it
   *     should be, saying which and why
   */
  static RedisTls of(StoreUrl url) {
    notBoth(url, CA, TRUST_STORE);
    notBoth(url, CERT, KEY_STORE);
    needs(url, CERT, KEY);
    needs(url, KEY, CERT);
    needs(url, TRUST_STORE_PASSWORD, TRUST_STORE);
    needs(url, KEY_STORE_PASSWORD, KEY_STORE);
    return new RedisTls(trust(url), keys(url));
  }

  private static void notBoth(StoreUrl url, String one, String other) {
    if (url.parameter(one).isPresent() && url.parameter(other).isPresent()) {
      throw RedisUrl.malformed(url, "it has both '" + one + "' and '" + other + "': give one");
    }
  }

  private static void needs(StoreUrl url, String one, String other) {
    if (url.parameter(one).isPresent() && url.parameter(other).isEmpty()) {
      throw RedisUrl.malformed(url, "it has '" + one + "', which needs '" + other + "' as well");
    }
  }

  private static TrustManagerFactory trust(StoreUrl url) {
    Optional<KeyStore> trusted =
        read(url, CA, file -> storeOf(Pem.certificates(file)))
            .or(() -> read(url, TRUST_STORE, file -> trustStore(url, file)));
    return SubjectAlternativeNames.of(trusted.orElse(null));
  }

  private static KeyStore trustStore(StoreUrl url, Path file)
      throws IOException, GeneralSecurityException {
    KeyStore store = open(file, password(url, TRUST_STORE_PASSWORD));
    for (String alias : Collections.list(store.aliases())) {
      if (store.isCertificateEntry(alias)) {
        return store;
      }
    }
    throw new GeneralSecurityException(
        "it has no certificate to trust, or none that can be read without '"
            + TRUST_STORE_PASSWORD
            + "'");
  }

  private static @Nullable KeyManagerFactory keys(StoreUrl url) {
    char[] password = password(url, KEY_STORE_PASSWORD);
    Optional<KeyManagerFactory> pair =
        read(url, CERT, Pem::certificates)
            .flatMap(chain -> read(url, KEY, file -> keyManagers(chain, file)));
    return pair.or(() -> read(url, KEY_STORE, file -> keyManagers(open(file, password), password)))
        .orElse(null);
  }

  private static char @Nullable [] password(StoreUrl url, String parameter) {
    return url.parameter(parameter).map(String::toCharArray).orElse(null);
  }

  private static KeyStore open(Path file, char @Nullable [] password)
      throws IOException, GeneralSecurityException {
    return KeyStore.getInstance(file.toFile(), password);
  }

  private static KeyStore storeOf(List<Certificate> certificates)
      throws IOException, GeneralSecurityException {
    KeyStore store = empty();
    for (int i = 0; i < certificates.size(); i++) {
      store.setCertificateEntry("ca" + i, certificates.get(i));
    }
    return store;
  }

  private static KeyManagerFactory keyManagers(List<Certificate> chain, Path key)
      throws IOException, GeneralSecurityException {
    KeyStore store = empty();
    String algorithm = chain.get(0).getPublicKey().getAlgorithm();
    store.setKeyEntry(
        "client", Pem.key(key, algorithm), new char[0], chain.toArray(Certificate[]::new));
    return keyManagers(store, new char[0]);
  }

  private static KeyStore empty() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    return store;
  }

  private static KeyManagerFactory keyManagers(KeyStore store, char @Nullable [] password)
      throws GeneralSecurityException {
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, password);
    return factory;
  }

  /** Whose certificates to trust, for which names. */
  public TrustManagerFactory trust() {
    return trust;
  }

  /** What certificate to show, if any. */
  public Optional<KeyManagerFactory> keys() {
    return Optional.ofNullable(keys);
  }

  /** Both, for clients that make their sockets with the JDK. */
  public SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys == null ? null : keys.getKeyManagers(), trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("this JDK has no usual TLS", impossible);
    }
  }

  private interface Reading<T> {
    T read(Path file) throws IOException, GeneralSecurityException;
  }

  private static <T> Optional<T> read(StoreUrl url, String parameter, Reading<T> reading) {
    if (url.parameter(parameter).isEmpty()) {
      return Optional.empty();
    }
    try {
      Path file = Path.of(url.parameter(parameter).get());
      if (!Files.isRegularFile(file)) {
        throw new NoSuchFileException("there is no such file");
      }
      return Optional.of(reading.read(file));
    } catch (IOException | GeneralSecurityException | IllegalArgumentException error) {
      throw RedisUrl.malformed(
          url,
          "its '"
              + parameter
              + "' cannot be used: "
              + (error.getMessage() == null ? error : error.getMessage()));
    }
  }
}

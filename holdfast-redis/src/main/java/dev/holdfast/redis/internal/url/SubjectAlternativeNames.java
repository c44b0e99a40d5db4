package dev.holdfast.redis.internal.url;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import javax.net.ssl.ManagerFactoryParameters;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.TrustManagerFactorySpi;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Trusts a server as the JDK does, but not by its certificate's common name: where a certificate
 * lists no host as a subject alternative name, the JDK takes the common name for one, which may be
 * that of a person or a program.
 */
final class SubjectAlternativeNames extends X509ExtendedTrustManager {
  /** The kind of a host among subject alternative names, and that of an address. */
  private static final Integer HOST = 2;

  private static final Integer ADDRESS = 7;
  private static final Pattern IS_ADDRESS = Pattern.compile("[0-9.]+|.*:.*");

  private final X509ExtendedTrustManager usual;

  private SubjectAlternativeNames(X509ExtendedTrustManager usual) {
    this.usual = usual;
  }

  /**
   * Trusts what these authorities have signed.
   *
   * @param authorities null for those of the JDK
   */
  static TrustManagerFactory of(@Nullable KeyStore authorities) {
    try {
      TrustManagerFactory usual =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      usual.init(authorities);
      TrustManager[] managers = usual.getTrustManagers().clone();
      for (int i = 0; i < managers.length; i++) {
        managers[i] =
            managers[i] instanceof X509ExtendedTrustManager x509
                ? new SubjectAlternativeNames(x509)
                : managers[i];
      }
      return new TrustManagerFactory(
          new Ready(managers), usual.getProvider(), usual.getAlgorithm()) {};
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("this JDK has no usual trust manager", impossible);
    }
  }

  private static final class Ready extends TrustManagerFactorySpi {
    private final TrustManager[] managers;

    Ready(TrustManager[] managers) {
      this.managers = managers;
    }

    @Override
    protected void engineInit(@Nullable KeyStore authorities) {
      throw new IllegalStateException("whom to trust is said already");
    }

    @Override
    protected void engineInit(ManagerFactoryParameters parameters) {
      throw new IllegalStateException("whom to trust is said already");
    }

    @Override
    protected TrustManager[] engineGetTrustManagers() {
      return managers.clone();
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine)
      throws CertificateException {
    usual.checkServerTrusted(chain, kind, engine);
    checkListed(chain[0], engine.getHandshakeSession());
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind, Socket socket)
      throws CertificateException {
    usual.checkServerTrusted(chain, kind, socket);
    checkListed(chain[0], socket instanceof SSLSocket ssl ? ssl.getHandshakeSession() : null);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind) throws CertificateException {
    usual.checkServerTrusted(chain, kind);
    checkListed(chain[0], null);
  }

  /** That what the JDK has found the host's name in was one of the names that are listed. */
  private static void checkListed(X509Certificate certificate, @Nullable SSLSession session)
      throws CertificateException {
    String host = session == null ? null : session.getPeerHost();
    Integer kind = host != null && IS_ADDRESS.matcher(host).matches() ? ADDRESS : HOST;
    Collection<List<?>> names = certificate.getSubjectAlternativeNames();
    if (names == null || names.stream().noneMatch(name -> kind.equals(name.get(0)))) {
      throw new CertificateException(
          "No subject alternative name of a host, and a common name is not taken for one");
    }
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine)
      throws CertificateException {
    usual.checkClientTrusted(chain, kind, engine);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind, Socket socket)
      throws CertificateException {
    usual.checkClientTrusted(chain, kind, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind) throws CertificateException {
    usual.checkClientTrusted(chain, kind);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return usual.getAcceptedIssuers();
  }
}

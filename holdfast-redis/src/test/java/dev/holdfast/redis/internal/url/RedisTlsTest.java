package dev.holdfast.redis.internal.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.servers.Certificates;
import dev.holdfast.spi.StoreUrl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509KeyManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a URL may say of TLS, and what is said of a file that is not what it should be. */
class RedisTlsTest {
  @TempDir static Path folder;
  private static Certificates ours;

  @BeforeAll
  static void make() throws Exception {
    ours = new Certificates(folder);
    ours.make("client", "dns:client");
  }

  private static RedisTls tls(String parameters) {
    return RedisUrl.parse(StoreUrl.parse("rediss://h?" + parameters)).tls().orElseThrow();
  }

  private static String refused(String parameters) {
    String said = assertThrows(IllegalArgumentException.class, () -> tls(parameters)).getMessage();
    assertFalse(said.contains("secret"), said);
    return said;
  }

  private static void refused(String parameters, String why) {
    String said = refused(parameters);
    assertTrue(said.contains(why), said);
  }

  private static List<String> trusted(RedisTls tls) {
    TrustManager manager = tls.trust().getTrustManagers()[0];
    return List.of(((X509TrustManager) manager).getAcceptedIssuers()).stream()
        .map(X509Certificate::getSubjectX500Principal)
        .map(Object::toString)
        .toList();
  }

  @Test
  void withoutParametersTheJdkDecides() throws Exception {
    TrustManagerFactory ofTheJdk =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    ofTheJdk.init((KeyStore) null);
    X509TrustManager usual = (X509TrustManager) ofTheJdk.getTrustManagers()[0];
    assertEquals(usual.getAcceptedIssuers().length, trusted(tls("namespace=n")).size());
    assertTrue(tls("namespace=n").keys().isEmpty());
  }

  @Test
  void aFileMayHaveSeveralAuthorities() throws Exception {
    Path both = folder.resolve("both.pem");
    Files.writeString(
        both,
        Files.readString(ours.certificate("ca")) + Files.readString(ours.certificate("client")));
    assertEquals(2, trusted(tls("ca=" + both)).size());
    assertEquals(List.of("CN=ca"), trusted(tls("ca=" + ours.certificate("ca"))));
  }

  @Test
  void aKeyIsShownWithItsCertificate() throws Exception {
    RedisTls tls = tls("cert=" + ours.certificate("client") + "&key=" + ours.key("client"));
    X509KeyManager manager = (X509KeyManager) tls.keys().orElseThrow().getKeyManagers()[0];
    String alias = manager.getClientAliases("EC", null)[0];
    assertEquals(
        "CN=client", manager.getCertificateChain(alias)[0].getSubjectX500Principal().toString());
  }

  @Test
  void whatContradictsItselfIsRefused() {
    refused("ca=/a&truststore=/b", "it has both 'ca' and 'truststore'");
    refused("cert=/a&key=/b&keystore=/c", "it has both 'cert' and 'keystore'");
    refused("cert=/a", "it has 'cert', which needs 'key' as well");
    refused("key=/a", "it has 'key', which needs 'cert' as well");
    refused("truststorePassword=secret", "needs 'truststore' as well");
    refused("keystorePassword=secret", "needs 'keystore' as well");
    refused("verify=none", "unknown parameter 'verify'");
  }

  @Test
  void tlsIsNeverLeftOutSilently() {
    for (String parameter : RedisTls.PARAMETERS) {
      StoreUrl url = StoreUrl.parse("redis://h?" + parameter + "=secret");
      String said =
          assertThrows(IllegalArgumentException.class, () -> RedisUrl.parse(url)).getMessage();
      assertTrue(said.contains("'" + parameter + "' is for TLS"), said);
    }
  }

  @Test
  void aFileThatIsNotWhatItShouldBeIsRefused() throws Exception {
    Path text = Files.writeString(folder.resolve("text"), "hello");
    refused("ca=/none/ca.pem", "its 'ca' cannot be used: there is no such file");
    refused("ca=" + text, "its 'ca' cannot be used: it has no certificate in PEM");
    refused("ca=" + folder, "its 'ca' cannot be used: ");
    refused("truststore=/none", "its 'truststore' cannot be used: there is no such file");
    refused("truststore=" + text, "its 'truststore' cannot be used: ");
    refused("keystore=" + text, "its 'keystore' cannot be used: ");
    String cert = "cert=" + ours.certificate("client") + "&key=";
    refused(cert + text, "its 'key' cannot be used: it has no private key in PEM");
    Path old = Files.writeString(folder.resolve("old"), pem("RSA PRIVATE KEY", "AAAA"));
    refused(cert + old, "its key is a 'RSA PRIVATE KEY'");
    Path broken = Files.writeString(folder.resolve("broken"), pem("PRIVATE KEY", "AAAA"));
    refused(cert + broken, "its 'key' cannot be used: ");
  }

  private static String pem(String kind, String body) {
    return "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
  }

  @Test
  void aStoreWhosePasswordIsMissingOrWrongIsRefused() throws Exception {
    refused("truststore=" + ours.trustStore(), "'truststorePassword'");
    refused("truststore=" + ours.trustStore() + "&truststorePassword=secret", "'truststore'");
    refused("keystore=" + ours.keyStore("client") + "&keystorePassword=secret", "'keystore'");
    refused("keystore=" + ours.keyStore("client"), "its 'keystore' cannot be used: ");
  }
}

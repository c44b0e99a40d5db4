package dev.holdfast.redis.internal.url;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A file of certificates or of a private key in text, as web servers and Redis itself read it. */
final class Pem {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");

  private Pem() {}

  /** All certificates of the file, in its order; at least one. */
  static List<Certificate> certificates(Path file) throws IOException, GeneralSecurityException {
    CertificateFactory x509 = CertificateFactory.getInstance("X.509");
    List<Certificate> certificates = new ArrayList<>();
    Matcher block = BLOCK.matcher(Files.readString(file, ISO_8859_1));
    while (block.find()) {
      if (block.group(1).equals("CERTIFICATE")) {
        certificates.add(x509.generateCertificate(new ByteArrayInputStream(decode(block))));
      }
    }
    if (certificates.isEmpty()) {
      throw new GeneralSecurityException("it has no certificate in PEM");
    }
    return certificates;
  }

  /** The file's private key, which must be unencrypted PKCS#8. */
  static PrivateKey key(Path file, String algorithm) throws IOException, GeneralSecurityException {
    Matcher block = BLOCK.matcher(Files.readString(file, ISO_8859_1));
    String other = null;
    while (block.find()) {
      if (block.group(1).equals("PRIVATE KEY")) {
        return KeyFactory.getInstance(algorithm)
            .generatePrivate(new PKCS8EncodedKeySpec(decode(block)));
      }
      other = block.group(1).endsWith("PRIVATE KEY") ? block.group(1) : other;
    }
    throw new GeneralSecurityException(
        other == null
            ? "it has no private key in PEM"
            : "its key is a '"
                + other
                + "'; only 'PRIVATE KEY' is read, which `openssl pkcs8 -topk8 -nocrypt` makes of it");
  }

  private static byte[] decode(Matcher block) throws GeneralSecurityException {
    try {
      return Base64.getMimeDecoder().decode(block.group(2));
    } catch (IllegalArgumentException malformed) {
      throw new GeneralSecurityException("its Base64 is malformed", malformed);
    }
  }
}

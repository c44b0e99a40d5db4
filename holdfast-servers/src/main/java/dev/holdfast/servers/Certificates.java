package dev.holdfast.servers;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** An authority with its certificates, made anew by the JDK's keytool. */
public final class Certificates {
  /** Of the stores that it writes. */
  public static final String PASSWORD = "store&pass+word";

  private static final char[] CHARS = PASSWORD.toCharArray();

  private final Path folder;
  private final Path all;

  /** An authority that is not known yet. */
  public Certificates(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
    all = folder.resolve("all.p12");
    keytool("ca", "-ext", "bc:c", "-ext", "ku=keyCertSign");
  }

  /**
   * A certificate of this authority, for names as keytool writes them: {@code dns:h,ip:1.2.3.4}.
   */
  public void make(String alias, String names, String... more) throws IOException {
    List<String> words = new ArrayList<>(List.of("-signer", "ca", "-ext", "san=" + names));
    words.addAll(List.of(more));
    keytool(alias, words.toArray(String[]::new));
  }

  private void keytool(String alias, String... more) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
    command.addAll(List.of("-genkeypair", "-alias", alias, "-dname", "CN=" + alias));
    command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1"));
    command.addAll(List.of("-keystore", all.toString(), "-storetype", "PKCS12"));
    command.addAll(List.of("-storepass", PASSWORD));
    command.addAll(List.of(more));
    Commands.run(folder, "keytool.log", command);
  }

  /** The certificate in PEM, with text around it as openssl writes it. */
  public Path certificate(String alias) throws IOException {
    return done(
        () -> write(alias + ".crt", "CERTIFICATE", store().getCertificate(alias).getEncoded()));
  }

  /** The private key in PEM (PKCS#8). */
  public Path key(String alias) throws IOException {
    return done(
        () -> write(alias + ".key", "PRIVATE KEY", store().getKey(alias, CHARS).getEncoded()));
  }

  private Path write(String name, String kind, byte[] der) throws IOException {
    String body = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(der);
    return Files.writeString(
        folder.resolve(name),
        "Issuer: CN = a-b\n-----BEGIN "
            + kind
            + "-----\n"
            + body
            + "\n-----END "
            + kind
            + "-----\n");
  }

  /** A store that has the authority's certificate alone. */
  public Path trustStore() throws IOException {
    return done(
        () -> {
          KeyStore store = empty();
          store.setCertificateEntry("ca", store().getCertificate("ca"));
          return write("trust.p12", store);
        });
  }

  /** A store that has one key with its certificates. */
  public Path keyStore(String alias) throws IOException {
    return done(
        () -> {
          KeyStore store = empty();
          Certificate[] chain = store().getCertificateChain(alias);
          store.setKeyEntry(alias, store().getKey(alias, CHARS), CHARS, chain);
          return write(alias + ".p12", store);
        });
  }

  private Path write(String name, KeyStore store) throws IOException, GeneralSecurityException {
    Path file = folder.resolve(name);
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, CHARS);
    }
    return file;
  }

  private static KeyStore empty() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  private KeyStore store() throws IOException, GeneralSecurityException {
    return KeyStore.getInstance(all.toFile(), CHARS);
  }

  private interface Work {
    Path run() throws IOException, GeneralSecurityException;
  }

  private static Path done(Work work) throws IOException {
    try {
      return work.run();
    } catch (GeneralSecurityException broken) {
      throw new IOException("a key store cannot be read or written", broken);
    }
  }
}

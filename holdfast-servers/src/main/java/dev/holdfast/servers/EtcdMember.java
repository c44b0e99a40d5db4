package dev.holdfast.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A member of an etcd cluster. It is asked in JSON, by the gateway that each has. */
public final class EtcdMember extends ClusterMember {
  private static final String CERT = "--cert-file=";
  private static final int ANSWER_MILLIS = 5_000;
  private static final String STATUS = "/v3/maintenance/status";
  private static final Pattern LEASE = Pattern.compile("\"ID\":\"(\\d+)\"");

  private final DebianPackage version;
  private final int number;
  private final int peerPort;
  private final List<Integer> ways;
  private final List<String> options;

  /**
   * One that is not started yet.
   *
   * @param number which one it is, from 0 on
   * @param peerPort where it hears the others
   * @param ways where the others find each of them
   * @param options more of its command line
   */
  public EtcdMember(
      DebianPackage version,
      Path folder,
      int number,
      int port,
      int peerPort,
      List<Integer> ways,
      List<String> options)
      throws IOException {
    super(folder, port);
    this.version = version;
    this.number = number;
    this.peerPort = peerPort;
    this.ways = List.copyOf(ways);
    this.options = List.copyOf(options);
  }

  /** Options for one that speaks TLS, and wants a certificate of its authority. */
  public static List<String> tls(Path ca, Path certificate, Path key) {
    return List.of(
        CERT + certificate, "--key-file=" + key, "--client-cert-auth", "--trusted-ca-file=" + ca);
  }

  @Override
  protected List<String> command() throws IOException {
    List<String> members = new ArrayList<>();
    for (int i = 0; i < ways.size(); i++) {
      members.add("m" + i + "=http://" + Ports.HOST + ":" + ways.get(i));
    }
    List<String> command = new ArrayList<>();
    command.add(version.file("usr/bin/etcd").toString());
    command.addAll(
        List.of(
            "--name=m" + number,
            "--data-dir=" + data(),
            "--listen-client-urls=" + url(),
            "--advertise-client-urls=" + url(),
            "--listen-peer-urls=http://" + Ports.HOST + ":" + peerPort,
            "--initial-advertise-peer-urls=http://" + Ports.HOST + ":" + ways.get(number),
            "--initial-cluster=" + String.join(",", members),
            "--initial-cluster-token=" + ways.get(0),
            "--logger=zap",
            "--log-level=error"));
    command.addAll(options);
    return command;
  }

  /** What an earlier run has left in the folder is of another cluster. */
  @Override
  public Path data() {
    return folder().resolve("data" + port());
  }

  private boolean isSecure() {
    return options.stream().anyMatch(option -> option.startsWith(CERT));
  }

  /** Where clients find it. */
  public String url() {
    return (isSecure() ? "https://" : "http://") + Ports.HOST + ":" + port();
  }

  @Override
  public boolean serves() {
    return isSecure() ? Ports.isOpen(port()) : !leader(status()).isEmpty();
  }

  @Override
  public boolean leads() {
    String status = status();
    return !leader(status).isEmpty() && leader(status).equals(member(status));
  }

  @Override
  public String version() {
    return "etcd " + number(status(), "version", "[0-9.]+");
  }

  private String status() {
    try {
      return ask(STATUS, "{}", LOOK_MILLIS);
    } catch (IOException silent) {
      return "";
    }
  }

  private static String leader(String status) {
    return number(status, "leader", "\\d+");
  }

  private static String member(String status) {
    return number(status, "member_id", "\\d+");
  }

  private static String number(String json, String field, String form) {
    Matcher found = Pattern.compile("\"" + field + "\":\"(" + form + ")\"").matcher(json);
    return found.find() ? found.group(1) : "";
  }

  /** How many bytes its data takes. */
  public long size() throws IOException {
    String status = ask(STATUS, "{}");
    String size = number(status, "dbSize", "\\d+");
    if (size.isEmpty()) {
      throw new IOException(this + " of etcd does not say how large it is: " + status);
    }
    return Long.parseLong(size);
  }

  /**
   * Forgets what was before now, but what is needed to know what is now; it is gone when this
   * returns.
   */
  public void compact() throws IOException {
    String now = number(ask("/v3/kv/range", "{\"key\":\"AA==\"}"), "revision", "\\d+");
    ask("/v3/kv/compaction", "{\"revision\":\"" + now + "\",\"physical\":true}");
  }

  /** The leases that there are. */
  public List<Long> leases() throws IOException {
    return LEASE
        .matcher(ask("/v3/lease/leases", "{}"))
        .results()
        .map(found -> Long.parseLong(found.group(1)))
        .toList();
  }

  /** Ends a lease. */
  public void revoke(long lease) throws IOException {
    ask("/v3/lease/revoke", "{\"ID\":\"" + lease + "\"}");
  }

  /**
   * Asks for something.
   *
   * @throws IOException if it did not answer within five seconds, or refused; with what it said
   */
  public String ask(String path, String json) throws IOException {
    return ask(path, json, ANSWER_MILLIS);
  }

  private String ask(String path, String json, int millis) throws IOException {
    URI address = URI.create(url() + path);
    HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
    connection.setConnectTimeout(millis);
    connection.setReadTimeout(millis);
    connection.setDoOutput(true);
    try (OutputStream out = connection.getOutputStream()) {
      out.write(json.getBytes(StandardCharsets.UTF_8));
    }
    if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
      throw new IOException(path + " was refused: " + text(connection.getErrorStream()));
    }
    return text(connection.getInputStream());
  }

  private static String text(InputStream said) throws IOException {
    try (said) {
      return new String(said.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}

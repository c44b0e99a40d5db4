package dev.holdfast.lab.cluster;

import dev.holdfast.lab.episode.Unpacked;
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

/** A member of an etcd cluster. The lab asks it in JSON, by the gateway that each has. */
public final class EtcdMember extends Member {
  /** A version whose leases end when they should: of 3.4 that is not claimed. */
  static final Unpacked PROGRAM =
      new Unpacked(
          "etcd", "holdfast-etcd/etcd-server", "holdfast-etcd/target/etcd-trixie", "trixie");

  private static final int ANSWER_MILLIS = 5_000;
  private static final String STATUS = "/v3/maintenance/status";
  private static final Pattern LEASE = Pattern.compile("\"ID\":\"(\\d+)\"");

  EtcdMember(Seat seat) {
    super(seat);
  }

  @Override
  List<String> command() {
    int number = seat().number();
    List<String> members = new ArrayList<>();
    for (int i = 0; i < Cluster.MEMBERS; i++) {
      members.add("m" + i + "=" + url(seat().peers().ways(i).get(0)));
    }
    return List.of(
        PROGRAM.root().resolve("root/usr/bin/etcd").toString(),
        "--name=m" + number,
        // What an earlier run has left in the folder is of another cluster.
        "--data-dir=" + data(),
        "--listen-client-urls=" + url(port()),
        "--advertise-client-urls=" + url(port()),
        "--listen-peer-urls=" + url(seat().peers().doors(number).get(0)),
        "--initial-advertise-peer-urls=" + url(seat().peers().ways(number).get(0)),
        "--initial-cluster=" + String.join(",", members),
        "--logger=zap",
        "--log-level=error");
  }

  @Override
  Path data() {
    return folder().resolve("data" + port()).toAbsolutePath();
  }

  private static String url(int port) {
    return "http://127.0.0.1:" + port;
  }

  @Override
  public boolean serves() {
    return !leader(status()).isEmpty();
  }

  @Override
  public boolean leads() {
    String status = status();
    return !leader(status).isEmpty() && leader(status).equals(member(status));
  }

  @Override
  String version() {
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

  /** Ends a lease, whoever has it. */
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
    URI address = URI.create(url(port()) + path);
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

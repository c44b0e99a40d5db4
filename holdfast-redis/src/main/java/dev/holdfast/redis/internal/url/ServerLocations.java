package dev.holdfast.redis.internal.url;

import dev.holdfast.redis.internal.port.RedisNodes;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where the servers behind a URL are, so that each of them can be looked at by itself; unknown
 * where the client was handed in.
 */
public final class ServerLocations {
  public static final ServerLocations UNKNOWN = new ServerLocations(null, null);

  private final @Nullable RedisUrl url;
  private final @Nullable Function<RedisUrl, RedisNodes> connect;

  private ServerLocations(
      @Nullable RedisUrl url, @Nullable Function<RedisUrl, RedisNodes> connect) {
    this.url = url;
    this.connect = connect;
  }

  /**
   * Those of a URL.
   *
   * @param connect reaches servers as such a URL says, of which it ignores what kind they are
   */
  public static ServerLocations of(RedisUrl url, Function<RedisUrl, RedisNodes> connect) {
    return new ServerLocations(url, connect);
  }

  /** The Sentinels' URL, if there are some. */
  @Nullable
  public RedisUrl sentinels() {
    return url != null && url.kind() == RedisUrl.Kind.SENTINEL ? url : null;
  }

  /** Connections to the Sentinels, which the caller closes. */
  public RedisNodes toSentinels(RedisUrl sentinels) {
    return connect(sentinels.ofSentinels());
  }

  /** Connections to the servers that they watch, which the caller closes. */
  public RedisNodes toServers(RedisUrl sentinels) {
    return connect(sentinels);
  }

  private RedisNodes connect(RedisUrl to) {
    if (connect == null) {
      throw new IllegalStateException("it is not known where the servers are");
    }
    return connect.apply(to);
  }

  /** The address of the one server's machine; empty if that is not known. */
  public String machine() {
    return url == null || url.kind() != RedisUrl.Kind.SERVER ? "" : machine(url.node().host());
  }

  /** The addresses of a machine; empty if they are not known. */
  public static String machine(String host) {
    try {
      InetAddress address = InetAddress.getByName(host);
      return address.isLoopbackAddress() ? "this machine" : address.getHostAddress();
    } catch (UnknownHostException unknown) {
      return "";
    }
  }
}

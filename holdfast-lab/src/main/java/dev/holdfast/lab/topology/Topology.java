package dev.holdfast.lab.topology;

import dev.holdfast.servers.RedisCluster;
import dev.holdfast.servers.RedisGroup;
import dev.holdfast.servers.RedisProgram;
import dev.holdfast.servers.RedisSentinels;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What several Redis servers can be to each other, each by the word with which lock ids end. */
public enum Topology {
  /** Five that know nothing of each other, of which a majority grants. */
  QUORUM("quorum", false) {
    @Override
    List<String> kinds() {
      return List.of("holdfast-", "holdfast-rw-", "holdfast-lettuce-");
    }

    @Override
    public RedisGroup start(Path folder) throws IOException {
      return new Quorum(folder);
    }

    @Override
    String url(String addresses) {
      return "redlock://" + addresses + "?rejoin=" + Quorum.REJOIN.toSeconds() + "s&";
    }
  },
  /** A master with a replica, and Sentinels. */
  SENTINEL("sentinel", true) {
    @Override
    public RedisGroup start(Path folder) throws IOException {
      return RedisSentinels.started(folder, SILENCE);
    }

    @Override
    String url(String addresses) {
      return "redis+sentinel://" + addresses + "/" + RedisSentinels.MASTER + "?";
    }
  },
  /** Three masters, each with its share of the names, and a replica of each. */
  CLUSTER("cluster", true) {
    @Override
    public RedisGroup start(Path folder) throws IOException {
      return new RedisCluster(RedisProgram.bundled(), folder, 1, CLUSTER_SILENCE_MILLIS);
    }

    @Override
    String url(String addresses) {
      return "redis+cluster://" + addresses + "?";
    }
  };

  /** As long as a master may be silent before Sentinels give it up. */
  private static final Duration SILENCE = Duration.ofSeconds(1);

  private static final int CLUSTER_SILENCE_MILLIS = 1_500;

  private final String word;
  private final boolean announces;

  Topology(String word, boolean announces) {
    this.word = word;
    this.announces = announces;
  }

  /** The topology on which a lock is, if it is on one. */
  public static Optional<Topology> of(String lock) {
    return Arrays.stream(values()).filter(each -> lock.endsWith("-" + each.word)).findFirst();
  }

  /** With what the ids of the locks on it end. */
  public String word() {
    return word;
  }

  /** With what the ids of its own faults begin. */
  public String prefix() {
    return word + "-";
  }

  /** Whether its servers tell clients where they are, so that no proxy can stand between. */
  public boolean announcesAddresses() {
    return announces;
  }

  /** With what the ids of the locks on it begin. */
  List<String> kinds() {
    return List.of(
        "holdfast-",
        "holdfast-lettuce-",
        "holdfast-rw-",
        "holdfast-permits-",
        "holdfast-all-",
        "holdfast-election-");
  }

  /** The ids of the locks on it. */
  public List<String> locks() {
    return kinds().stream().map(kind -> kind + word).toList();
  }

  /** Starts its servers, with their files in a folder. */
  public abstract RedisGroup start(Path folder) throws IOException;

  /** Where Holdfast finds it; ends where another parameter may follow. */
  abstract String url(String addresses);

  /** Where Holdfast finds it, through these ports, with a client library. */
  public String url(String host, List<Integer> ports, String library) {
    return url(ports.stream().map(port -> host + ":" + port).collect(Collectors.joining(",")))
        + "client="
        + library;
  }
}

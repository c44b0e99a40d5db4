package dev.holdfast.zookeeper;

import dev.holdfast.StoreException;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Guarantee;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;

/** Looks at an ensemble through a client, on the calling thread. */
final class Inspection {
  private static final String MEMBERS = "/zookeeper/config";
  private static final String OBSERVER = ":observer";
  private static final long SHORT_MILLIS = 5_000;

  private final String store;
  private final Clients.Lent lent;
  private final String base;
  private final Optional<ZooKeeperUrl> url;
  private final Duration timeout;

  /**
   * An inspection.
   *
   * @param url what the user gave, unless that is a client
   * @param timeout how long an answer may take
   */
  Inspection(
      String store, Clients.Lent lent, String base, Optional<ZooKeeperUrl> url, Duration timeout) {
    this.store = store;
    this.lent = lent;
    this.base = base;
    this.url = url;
    this.timeout = timeout;
  }

  /**
   * Looks at everything.
   *
   * @throws StoreException if no server answers any more
   */
  List<Finding> run(Examination examination) {
    CuratorFramework client = lent.client();
    List<ServerStatus> named =
        Stream.of(servers(client).split(",", -1)).map(ServerStatus::of).toList();
    EnsembleFindings ensemble = new EnsembleFindings(named, voters());
    List<Finding> findings = new ArrayList<>();
    findings.add(ensemble.version());
    findings.add(ensemble.servers());
    findings.add(session(client.getZookeeperClient().getLastNegotiatedSessionTimeoutMs()));
    findings.add(
        Finding.note(
                "disk",
                "whether the servers wait for it at each write (forceSync) cannot be seen",
                "they do unless it is turned off")
            .limit(Guarantee.C1, "servers that do not wait for their disks lose power")
            .limit(Guarantee.C2, "servers that do not wait for their disks lose power"));
    findings.addAll(new LockProbe(store, lent, base, timeout).run(examination));
    return findings;
  }

  /**
   * The servers as the user named them. A Curator client forgets those names as soon as the
   * ensemble has told it its members, which have others.
   */
  private String servers(CuratorFramework client) {
    return url.map(ZooKeeperUrl::servers)
        .orElseGet(
            () -> client.getZookeeperClient().getCurrentConnectionString().replaceFirst("/.*", ""));
  }

  /** How many servers vote: every client may read that, unless an ACL forbids it. */
  private OptionalInt voters() {
    try {
      byte[] config = lent.client().usingNamespace(null).getData().forPath(MEMBERS);
      long count =
          new String(config, StandardCharsets.UTF_8)
              .lines()
              .filter(line -> line.startsWith("server.") && !line.contains(OBSERVER))
              .count();
      return count == 0 ? OptionalInt.empty() : OptionalInt.of((int) count);
    } catch (KeeperException.ConnectionLossException silent) {
      throw Failures.MEAN.failure("look at its members", store, silent);
    } catch (Exception hidden) {
      return OptionalInt.empty();
    }
  }

  private Finding session(int given) {
    String seen =
        millis(given)
            + ", of which a client is certain of "
            + millis(given / 3L * 2)
            + " at a time";
    String meaning =
        "who stands still or is cut off for longer loses its locks; those of the dead are free"
            + " after "
            + millis(given);
    if (url.isPresent() && url.get().session().toMillis() != given) {
      return Finding.note(
              "session",
              "asked for " + millis(url.get().session().toMillis()) + ", given " + seen,
              meaning)
          .advise("the servers' bounds are minSessionTimeout and maxSessionTimeout");
    }
    return given < SHORT_MILLIS
        ? Finding.note("session", seen, meaning)
            .advise("pauses of a virtual machine or of a collector may last as long")
        : Finding.ok("session", seen, meaning);
  }

  private static String millis(long millis) {
    return millis % 1_000 == 0 ? millis / 1_000 + " s" : millis + " ms";
  }
}

package dev.holdfast.spring.boot;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** It is not plain where locks are to be kept. */
final class StoreChoiceException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  private final transient List<StoreCandidate> candidates;

  /**
   * For these beans.
   *
   * @param asked {@code holdfast.store}; null if it is not set
   */
  StoreChoiceException(@Nullable String asked, List<StoreCandidate> candidates) {
    this(candidates, said(asked, candidates));
  }

  private StoreChoiceException(List<StoreCandidate> candidates, String message) {
    super(message);
    this.candidates = List.copyOf(candidates);
  }

  /** Two settings say different things. */
  static StoreChoiceException contradiction(
      StoreCandidate named, boolean hasUrl, List<StoreCandidate> candidates) {
    return new StoreChoiceException(
        candidates,
        "holdfast.store says "
            + named
            + ", but "
            + (hasUrl
                ? "holdfast.url is set, too"
                : "there is a bean of type dev.holdfast.spi.LockStore, too")
            + ": instances that follow one and the other would not exclude each other");
  }

  private static String said(@Nullable String asked, List<StoreCandidate> candidates) {
    String there =
        candidates.stream()
            .map(candidate -> System.lineSeparator() + "    - " + candidate)
            .collect(Collectors.joining());
    if (asked != null) {
      return "holdfast.store is '"
          + asked
          + "', which is not exactly one of the beans that a lock store can be reached through"
          + (there.isEmpty() ? ": there is none" : ":" + there);
    }
    return there.isEmpty()
        ? "there is nothing to keep locks in: no bean of type dev.holdfast.spi.LockStore, no"
            + " property holdfast.url, and no RedisConnectionFactory, DataSource, CuratorFramework"
            + " or jetcd Client that a module of Holdfast is there for"
        : "locks could be kept through more than one bean:" + there;
  }

  /** What to do. */
  String remedy() {
    return candidates.isEmpty()
        ? "Add spring-boot-starter-data-redis, or spring-boot-starter-jdbc and the driver of"
            + " PostgreSQL, MariaDB or MySQL, or set holdfast.url, for example to"
            + " redis://localhost:6379. Beside a CuratorFramework or a Client of jetcd add"
            + " dev.holdfast:holdfast-zookeeper or dev.holdfast:holdfast-etcd. (In a test,"
            + " holdfast.url=memory: keeps locks within one process.)"
        : "Set holdfast.store to the name of one of these beans, or to its kind, in brackets, where"
            + " that means one alone; or set holdfast.url and leave holdfast.store away.";
  }
}

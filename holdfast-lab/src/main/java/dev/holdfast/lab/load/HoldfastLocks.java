package dev.holdfast.lab.load;

import dev.holdfast.Holdfast;
import dev.holdfast.LockOptions;
import dev.holdfast.lab.check.Mode;
import dev.holdfast.lab.cluster.Service;
import dev.holdfast.lab.database.Database;
import dev.holdfast.lab.episode.LockMaker;
import dev.holdfast.lab.episode.LockUnderTest;
import dev.holdfast.lab.episode.OwnLoopback;
import dev.holdfast.lab.episode.Surroundings;
import dev.holdfast.lab.nemesis.Faults;
import dev.holdfast.lab.topology.Topology;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Holdfast itself, on each store that the lab can start. */
public final class HoldfastLocks implements LockMaker {
  private static final String MUTEX = "holdfast-";

  /** Before the ids of read-write locks. */
  private static final String READ_WRITE = "holdfast-rw-";

  /** Before the ids of elections. */
  private static final String ELECTION = "holdfast-election-";

  /** Before the ids of mutexes of which several are taken at once. */
  private static final String ALL = "holdfast-all-";

  /** Before the ids of semaphores. */
  private static final String PERMITS = "holdfast-permits-";

  /** Before the ids of mutexes over a pool of connections that is their user's. */
  private static final String POOLED = Faults.POOLED_LOCK + "-";

  /** Before the ids of mutexes that belong to a session of the database. */
  private static final String SESSION = "holdfast-session-";

  /** Before the ids of mutexes of which most stay taken; or behind that of sessions. */
  private static final String STAY = "stay-";

  /** Before the ids of mutexes on several Redis servers, through Lettuce; else it is Jedis. */
  private static final String LETTUCE = "holdfast-lettuce-";

  /** For {@link java.util.ServiceLoader}. */
  public HoldfastLocks() {}

  @Override
  public Set<String> ids() {
    Set<String> ids = new HashSet<>(Set.of("holdfast-mixed", Faults.POOLED_LOCK));
    Stream.concat(
            Stream.of("jedis", "lettuce", "sqlite"),
            Stream.concat(
                Stream.of(Service.values()).map(Service::word),
                Stream.of(Database.values()).map(Database::word)))
        .forEach(
            store ->
                Stream.of(MUTEX, READ_WRITE, PERMITS, ELECTION, ALL, MUTEX + STAY)
                    .forEach(kind -> ids.add(kind + store)));
    for (Database each : Database.values()) {
      ids.add(POOLED + each.word());
      ids.add(SESSION + each.word());
      ids.add(SESSION + STAY + each.word());
    }
    Stream.of(Topology.values()).forEach(each -> ids.addAll(each.locks()));
    return ids;
  }

  @Override
  public LockUnderTest make(String id, Surroundings s) {
    if (id.equals(Faults.POOLED_LOCK)) {
      return new GivenClient(s);
    }
    if (id.startsWith(POOLED)) {
      return new GivenPool(Database.of(id).orElseThrow(), s);
    }
    LockOptions options = LockOptions.defaults().lease(s.lease());
    Holdfast client =
        Holdfast.builder(url(id, s))
            .namespace(s.namespace())
            .name("lab" + s.client())
            .options(options)
            .build();
    if (id.contains(STAY)) {
      return new StayingUnderTest(client, options);
    }
    return id.startsWith(ELECTION)
        ? new ElectionsUnderTest(client, "lab" + s.client())
        : new HoldfastUnderTest(client, modes(id), id.startsWith(ALL));
  }

  private static String word(String id) {
    return id.substring(id.lastIndexOf('-') + 1);
  }

  private static Set<Mode> modes(String id) {
    if (id.startsWith(PERMITS)) {
      return Set.of(Mode.COUNTED);
    }
    return id.startsWith(READ_WRITE) ? Set.of(Mode.EXCLUSIVE, Mode.SHARED) : Set.of(Mode.EXCLUSIVE);
  }

  private static String url(String id, Surroundings s) {
    Optional<Topology> topology = Topology.of(id);
    if (topology.isPresent()) {
      String library = id.startsWith(LETTUCE) ? "lettuce" : "jedis";
      String host = topology.get().announcesAddresses() ? s.host() : OwnLoopback.NAME;
      return topology.get().url(host, s.ports(), library);
    }
    String plain = url(s, MUTEX + word(id));
    return id.startsWith(SESSION)
        ? plain + "&locks=session&sessionSeconds=" + s.lease().toSeconds()
        : plain;
  }

  private static String url(Surroundings s, String id) {
    String redis = "redis://" + s.host() + ":" + s.port() + "?client=";
    return switch (id) {
      case "holdfast-jedis" -> redis + "jedis";
      case "holdfast-lettuce" -> redis + "lettuce";
      // Both on one server: they must keep each other out.
      case "holdfast-mixed" -> redis + (s.client() % 2 == 0 ? "jedis" : "lettuce");
      case "holdfast-sqlite" ->
          "sqlite:" + s.folder().resolve(s.namespace() + ".db").toAbsolutePath();
      default ->
          Service.of(id)
              .map(each -> each.url(s.host(), List.of(s.port()), s.lease().toSeconds() + "s"))
              .or(() -> Database.of(id).map(each -> each.url(s.host(), s.port())))
              .orElseThrow(() -> new IllegalArgumentException(id));
    };
  }
}

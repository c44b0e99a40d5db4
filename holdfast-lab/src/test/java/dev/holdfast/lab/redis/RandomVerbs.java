package dev.holdfast.lab.redis;

import dev.holdfast.LockInfo;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.redis.RedisStore;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/** Random verbs of a few clients on one name, asked of the scripts and of the reference store. */
final class RandomVerbs {
  private static final int CLIENTS = 3;
  private static final String NAME = "n";
  private static final long MARK = 3_600_000;

  private final long seed;
  private final Random random;
  private final Consumer<String> log;
  private final List<Client> memory;
  private final List<Client> redis;
  private final boolean counts;
  private final Map<String, Asked> terms = new HashMap<>();
  private final Map<String, Long> stamps = new HashMap<>();
  private final List<String> attempts = new ArrayList<>();
  private long micros = 1_800_000_000_000_000L;
  private int size = 4;
  private int changes;
  private int sharedTogether;
  private int countedTogether;
  private int mismatches;
  private int resizes;

  RandomVerbs(long seed, Consumer<String> log) {
    this.seed = seed;
    this.random = new Random(seed);
    this.counts = seed % 2 == 0;
    this.log = log;
    this.memory = clients(MemoryStore.create(() -> micros));
    StoreCapabilities capabilities =
        new StoreCapabilities(true, true, HoldKind.LEASE, Duration.ofSeconds(1));
    this.redis = clients(new RedisStore("sim:", capabilities, new SimPort(() -> micros)));
  }

  long seed() {
    return seed;
  }

  int changes() {
    return changes;
  }

  int sharedTogether() {
    return sharedTogether;
  }

  int countedTogether() {
    return countedTogether;
  }

  int mismatches() {
    return mismatches;
  }

  int resizes() {
    return resizes;
  }

  private static List<Client> clients(LockStore store) {
    List<Client> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(new Client(store, "c" + i + "/host/1/n"));
    }
    return clients;
  }

  /** Does the next thing; the difference between the two answers, empty if there is none. */
  String next() {
    LockInfo now = answer(memory.get(0).session.inspect(NAME));
    if (now.holds().size() > 1) {
      if (now.size() > 0) {
        countedTogether++;
      } else {
        sharedTogether++;
      }
    }
    return switch (random.nextInt(counts ? 13 : 12)) {
      case 0, 1, 2 -> acquire(now);
      case 3 -> renew(now, random.nextBoolean());
      case 4, 5 -> change(now);
      case 6, 7 -> keepPlace(now);
      case 8, 9 -> release(now);
      case 10 -> now.isHeld() && random.nextInt(4) == 0 ? breakHold() : look();
      case 11 -> pass(now);
      default -> resize();
    };
  }

  private String pass(LockInfo now) {
    long millis = random.nextInt(8) == 0 ? random.nextInt(20_000) : random.nextInt(400);
    micros += millis * 1_000 + random.nextInt(1_000);
    log.accept("- " + millis + " ms pass; then " + now);
    return "";
  }

  private String acquire(LockInfo now) {
    // What has ended is not asked for again: how long a store remembers that is its own affair.
    boolean again = random.nextInt(5) == 0;
    String attempt = again ? present(now) : fresh();
    boolean waits = again || random.nextInt(4) > 0;
    Asked asked = terms.get(attempt);
    AcquireRequest request =
        new AcquireRequest(
            NAME,
            attempt,
            asked.mode(),
            waits,
            millis(10_000),
            1_000 + attempt.hashCode() % 1_000, // the same in every copy
            millis(6_000),
            random.nextInt(100),
            asked.permits(),
            asked.size());
    return ask(attempt, "" + request, session -> session.acquire(request));
  }

  private String renew(LockInfo now, boolean newStamp) {
    String attempt = some(now);
    KeepAlive.Hold request = new KeepAlive.Hold(NAME, attempt, millis(10_000), newStamp);
    return keepAlive(attempt, request);
  }

  private String change(LockInfo now) {
    String attempt = some(now);
    long stamp = random.nextInt(6) == 0 ? random.nextInt(5) : stamps.getOrDefault(attempt, 1L);
    Mode to = random.nextBoolean() ? Mode.SHARED : Mode.EXCLUSIVE;
    return keepAlive(attempt, new KeepAlive.Change(NAME, attempt, millis(10_000), stamp, to));
  }

  private String keepPlace(LockInfo now) {
    String attempt = some(now);
    return keepAlive(
        attempt, new KeepAlive.Place(NAME, attempt, millis(6_000), random.nextInt(100)));
  }

  private String keepAlive(String attempt, KeepAlive request) {
    return ask(
        attempt,
        "" + request,
        session -> session.keepAlive(List.of(request)).thenApply(all -> all.get(0)));
  }

  private String release(LockInfo now) {
    String attempt = some(now);
    long keep = random.nextInt(5) == 0 ? millis(2_000) : 0;
    ReleaseRequest request = new ReleaseRequest(NAME, attempt, keep, random.nextInt(4) == 0, MARK);
    // Of what is over already, each may say that it was found, or not.
    boolean certain = all(now).contains(attempt);
    return ask(
        attempt,
        "" + request,
        session -> session.release(request).thenApply(found -> certain ? found : "over"));
  }

  private String resize() {
    // Seldom enough for the queue to be longer than what a resize lets in.
    if (random.nextInt(3) > 0) {
      return look();
    }
    // Now and then from a size that it may not have.
    int expected = random.nextInt(4) > 0 ? 0 : random.nextInt(2) > 0 ? size : 1 + random.nextInt(6);
    size = 1 + random.nextInt(6);
    return ask(
        "",
        "resize from " + expected + " to " + size,
        session -> session.resize(NAME, expected, size));
  }

  private String breakHold() {
    return ask("", "break", session -> session.breakHold(NAME));
  }

  private String look() {
    return ask("", "inspect", session -> session.inspect(NAME));
  }

  private <T> String ask(
      String attempt, String asked, Function<StoreSession, CompletionStage<T>> verb) {
    int client = attempt.isEmpty() ? 0 : attempt.charAt(1) - '0';
    T expected = answer(verb.apply(memory.get(client).session));
    T got = answer(verb.apply(redis.get(client).session));
    log.accept(asked + "\n    " + expected + "\n    " + got);
    if (expected instanceof Standing.Holding holding) {
      Long before = stamps.put(attempt, holding.stamp());
      if (asked.startsWith("Change") && before != null && before != holding.stamp()) {
        changes++;
      }
    }
    if (expected instanceof Standing.Mismatched) {
      mismatches++;
    } else if (expected instanceof Integer before && before > 0) {
      resizes++;
    }
    if (got instanceof Standing.Holding holding) {
      redis.get(client).othersWait.put(attempt, holding.othersWait());
    }
    if (!Alike.alike(expected, got)) {
      return asked + ": " + expected + " but " + got;
    }
    return pushes();
  }

  private String pushes() {
    for (int i = 0; i < CLIENTS; i++) {
      Client a = memory.get(i);
      Client b = redis.get(i);
      log.accept("    client " + i + " is told " + a.told + " and " + b.told);
      a.recalled.removeAll(b.recalled);
      a.recalled.removeIf(b::knows);
      boolean alike = a.told.equals(b.told) && a.recalled.isEmpty();
      String difference = a.told + " " + a.recalled + " but " + b.told + " " + b.recalled;
      for (Client client : List.of(a, b)) {
        client.told.clear();
        client.recalled.clear();
      }
      if (!alike) {
        return "client " + i + " is told " + difference;
      }
    }
    return "";
  }

  private long millis(int most) {
    return 1L + random.nextInt(most);
  }

  private String fresh() {
    String attempt = "c" + random.nextInt(CLIENTS) + "/host/1/n/" + attempts.size();
    attempts.add(attempt);
    terms.put(attempt, asked());
    return attempt;
  }

  /**
   * What an attempt asks for, in every copy of its acquire: sometimes what does not go together.
   */
  private Asked asked() {
    boolean odd = random.nextInt(12) == 0;
    if (counts == odd) {
      return new Asked(random.nextInt(3) == 0 ? Mode.EXCLUSIVE : Mode.SHARED, 0, 0);
    }
    int stated = random.nextInt(12) == 0 ? 1 + random.nextInt(6) : size;
    return new Asked(Mode.COUNTED, 1 + random.nextInt(stated), stated);
  }

  private record Asked(Mode mode, int permits, int size) {}

  /** Mostly one that holds or waits. */
  private String some(LockInfo now) {
    if (random.nextInt(8) > 0) {
      return present(now);
    }
    return attempts.isEmpty() ? fresh() : attempts.get(random.nextInt(attempts.size()));
  }

  private static List<String> all(LockInfo now) {
    List<String> all = new ArrayList<>();
    now.holds().stream().filter(hold -> !hold.kept()).forEach(hold -> all.add(hold.owner().id()));
    now.waiters().forEach(owner -> all.add(owner.id()));
    return all;
  }

  private String present(LockInfo now) {
    List<String> all = all(now);
    return all.isEmpty() ? fresh() : all.get(random.nextInt(all.size()));
  }

  private static <T> T answer(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  private static final class Client implements StoreListener {
    final StoreSession session;
    final TreeSet<String> told = new TreeSet<>();
    final TreeSet<String> recalled = new TreeSet<>();
    final Map<String, Boolean> othersWait = new HashMap<>();

    Client(LockStore store, String id) {
      session = store.open(new ClientIdentity(id, ""), this);
    }

    /** Whether an answer of its own has told the holder already that somebody waits. */
    boolean knows(String attempt) {
      return othersWait.getOrDefault(attempt, false);
    }

    @Override
    public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {
      othersWait.put(attempt, standing.othersWait());
      told.add(attempt + " " + standing + " " + sentAt);
    }

    @Override
    public void recalled(String name, String attempt) {
      othersWait.put(attempt, true);
      recalled.add(attempt);
    }

    @Override
    public void broken(String name, String attempt) {
      told.add(attempt + " broken");
    }

    @Override
    public void changed() {}
  }
}

package dev.holdfast.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.test.WiredStore.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Clients that ask for some of four names at once, over a wire that is cut, deaf or slow as chance
 * will have it: nobody holds what another holds, tokens grow, and when the wire is well again
 * everybody is served and nothing is left.
 */
class AllStormTest {
  private static final List<String> NAMES = List.of("a", "b", "c", "d");
  private static final List<Wire> WIRES = List.of(Wire.WELL, Wire.CUT, Wire.DEAF, Wire.SLOW);
  private static final int STEPS = 150;

  private final Workbench bench = new Workbench();
  private final List<Holdfast> clients = new ArrayList<>();
  private final List<Asked> pending = new ArrayList<>();
  private final List<Held> held = new ArrayList<>();
  private final Map<String, Long> tokens = new HashMap<>();

  private record Asked(List<String> names, CompletableFuture<Optional<Lease>> lease) {}

  private record Held(List<String> names, Lease lease) {}

  static List<Integer> seeds() {
    List<Integer> seeds = new ArrayList<>();
    for (int seed = 0; seed < Integer.getInteger("holdfast.storms", 300); seed++) {
      seeds.add(seed);
    }
    return seeds;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aStorm(int seed) {
    Random chance = new Random(seed);
    LockOptions options =
        LockOptions.defaults().lease(Duration.ofSeconds(3)).linger(Duration.ofMillis(seed % 3));
    for (String name : List.of("one", "two", "three")) {
      clients.add(bench.client(name, builder -> builder.options(options)));
    }
    for (int i = 0; i < STEPS; i++) {
      step(chance);
      pass(chance.nextInt(700));
    }
    calm();
    for (int second = 0; second < 120 && !(pending.isEmpty() && held.isEmpty()); second++) {
      List.copyOf(held).forEach(this::release);
      pass(1_000);
    }
    assertEquals(List.of(), pending, "all are served");
    pass(10_000);
    assertEquals(List.of(), clients.get(0).names(10));
  }

  private void step(Random chance) {
    switch (chance.nextInt(8)) {
      case 0, 1, 2 -> ask(chance);
      case 3, 4 -> any(held, chance).ifPresent(this::release);
      case 5 -> any(pending, chance).ifPresent(asked -> asked.lease.cancel(false));
      case 6 -> disturb(chance);
      default -> calm();
    }
  }

  private void ask(Random chance) {
    List<String> some = new ArrayList<>(NAMES);
    Collections.shuffle(some, chance);
    List<String> names = List.copyOf(some.subList(0, 1 + chance.nextInt(NAMES.size())));
    Duration wait = Duration.ofSeconds(2L * chance.nextInt(3));
    var lock = clients.get(chance.nextInt(clients.size())).all(names);
    pending.add(
        new Asked(
            names,
            chance.nextBoolean()
                ? lock.tryAcquireAsync(wait)
                : lock.tryAcquireAsync(Duration.ofDays(1))));
  }

  private void disturb(Random chance) {
    bench.store.wire = WIRES.get(chance.nextInt(WIRES.size()));
    bench.store.pushing = chance.nextBoolean();
    bench.store.narrow = chance.nextBoolean();
    bench.store.forgetting = chance.nextInt(4) == 0;
    bench.store.slowKeepAlives = chance.nextInt(4) == 0;
  }

  private void calm() {
    bench.store.wire = Wire.WELL;
    bench.store.pushing = true;
    bench.store.forgetting = false;
    bench.store.slowKeepAlives = false;
    bench.store.deliver();
    bench.store.changed();
  }

  private void release(Held one) {
    held.remove(one);
    CompletableFuture<Void> unused = one.lease.releaseAsync();
  }

  private void pass(long millis) {
    look();
    bench.advance(millis);
    look();
  }

  private void look() {
    for (Asked asked : List.copyOf(pending)) {
      if (asked.lease.isDone()) {
        pending.remove(asked);
        asked.lease.handle((lease, error) -> took(asked.names, lease)).join();
      }
    }
    for (String name : NAMES) {
      List<Held> holders =
          held.stream().filter(one -> one.names.contains(name) && one.lease.isHeld()).toList();
      assertTrue(holders.size() <= 1, () -> name + ": " + holders);
    }
  }

  private boolean took(List<String> names, Optional<Lease> lease) {
    if (lease == null || lease.isEmpty()) {
      return false;
    }
    long token = lease.get().token();
    for (String name : names) {
      assertTrue(token > tokens.getOrDefault(name, 0L), name + ": " + token + " after " + tokens);
      tokens.put(name, token);
    }
    return held.add(new Held(names, lease.get()));
  }

  private static <T> Optional<T> any(List<T> some, Random chance) {
    return some.isEmpty() ? Optional.empty() : Optional.of(some.get(chance.nextInt(some.size())));
  }
}

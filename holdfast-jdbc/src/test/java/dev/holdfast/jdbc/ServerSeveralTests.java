package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several names in one transaction, where each has a row that is locked for itself. */
abstract class ServerSeveralTests {
  private static final int ROUNDS = 30;

  private final Server server;
  private final String database;
  private final LockStore store;
  private final SpiClient client;

  ServerSeveralTests(Server server) {
    this.server = server;
    this.database = server.newDatabase();
    this.store = server.store(database);
    this.client = new SpiClient(store);
  }

  @AfterEach
  void close() {
    client.close();
    store.close();
  }

  private static List<AcquireRequest> requests(SpiClient of, String... names) {
    return Stream.of(names)
        .map(
            name ->
                new AcquireRequest(
                    name,
                    of.attempt(),
                    Mode.EXCLUSIVE,
                    false,
                    SpiClient.LEASE,
                    SpiClient.CLAIM,
                    SpiClient.PLACE,
                    0))
        .toList();
  }

  private static List<ReleaseRequest> releases(List<AcquireRequest> requests) {
    return requests.stream()
        .map(asked -> new ReleaseRequest(asked.name(), asked.attempt(), 0, false, SpiClient.MARK))
        .toList();
  }

  /** Whoever locked rows in the order of the request would wait for one another. */
  @Test
  void whoNamesThemInAnotherOrderNeitherWaitsForEverNorGetsIn() throws Exception {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger granted = new AtomicInteger();
    List<CompletableFuture<Void>> both =
        Stream.of(new String[] {"a", "b", "c"}, new String[] {"c", "b", "a"})
            .map(
                names ->
                    CompletableFuture.runAsync(
                        () -> {
                          try (SpiClient each = new SpiClient(store)) {
                            for (int i = 0; i < ROUNDS; i++) {
                              enter(each, inside, granted, names);
                            }
                          }
                        },
                        // From JDK 25 on the common pool may have one thread.
                        task -> new Thread(task, "in-order").start()))
            .toList();
    for (CompletableFuture<Void> each : both) {
      each.get(2, TimeUnit.MINUTES);
    }
    assertTrue(granted.get() >= ROUNDS / 2, granted + " of " + 2 * ROUNDS + " were granted");
  }

  private static void enter(
      SpiClient each, AtomicInteger inside, AtomicInteger granted, String... names) {
    List<AcquireRequest> requests = requests(each, names);
    List<Standing> standings = SpiClient.answer(each.session().acquireAll(requests));
    long held = standings.stream().filter(Standing.Holding.class::isInstance).count();
    assertTrue(held == 0 || held == 3, standings::toString);
    if (held == 3) {
      granted.incrementAndGet();
      assertEquals(1, inside.incrementAndGet(), "both are in");
      inside.decrementAndGet();
      assertEquals(
          List.of(true, true, true),
          SpiClient.answer(each.session().releaseAll(releases(requests))));
    }
  }

  @Test
  void aLockedRowKeepsNoOtherHoldFromItsEnd() throws Exception {
    List<AcquireRequest> requests = requests(client, "a", "n", "z");
    List<Standing> unused = SpiClient.answer(client.session().acquireAll(requests));
    try (Rival rival = new Rival(server, database, "n")) {
      StoreException busy =
          assertThrows(
              StoreException.class,
              () -> SpiClient.answer(client.session().releaseAll(releases(requests))));
      assertTrue(busy.isTransient(), busy.getMessage());
      assertTrue(
          busy.getMessage().contains("cannot release 3 names, the first of them 'a'"),
          busy.getMessage());
      assertTrue(client.inspect("a").holds().isEmpty());
      assertTrue(client.inspect("z").holds().isEmpty());
      assertEquals(1, client.inspect("n").holds().size());
      rival.commit();
    }
    List<Boolean> again = SpiClient.answer(client.session().releaseAll(releases(requests)));
    assertEquals(List.of(false, true, false), again);
  }
}

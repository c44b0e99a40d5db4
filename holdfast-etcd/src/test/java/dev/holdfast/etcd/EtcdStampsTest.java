package dev.holdfast.etcd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.consensus.ConsensusSession;
import dev.holdfast.consensus.Register;
import dev.holdfast.consensus.SessionTicker;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients whose clocks are wrong, and what they have written. */
class EtcdStampsTest {
  private static final long IN_2093 = Instant.parse("2093-01-01T00:00:00Z").toEpochMilli();
  private static final long IN_2040 = Instant.parse("2040-01-01T00:00:00Z").toEpochMilli();
  private static final long POISON = TimeUnit.MILLISECONDS.toMicros(IN_2093);

  private final Client client = Cluster.shared().client();
  private final String namespace = "stamps-" + UUID.randomUUID();
  private final Keys keys = new Keys("/holdfast", namespace);
  private final WallTicker right = new WallTicker();
  private final StoreSession mine = open(right);
  private int attempts;

  private EtcdCoordination service(WallTicker clock) {
    return new EtcdCoordination(
        "etcd", Clients.given(client), keys, 10, Duration.ofSeconds(20), clock);
  }

  private StoreSession open(WallTicker clock) {
    return ConsensusSession.open(
        "etcd",
        Duration.ofSeconds(20),
        Duration.ofSeconds(20),
        service(clock),
        StoreListener.DEAF,
        session -> CompletableFuture.completedFuture(true));
  }

  @AfterEach
  void close() {
    mine.close();
    client.close();
  }

  private static <T> T answer(CompletionStage<T> asked) throws Exception {
    return asked.toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private static StoreException refused(CompletionStage<?> asked) {
    ExecutionException failed = assertThrows(ExecutionException.class, () -> answer(asked));
    StoreException why = assertInstanceOf(StoreException.class, failed.getCause());
    assertFalse(why.isTransient(), "waiting does not help: " + why.getMessage());
    return why;
  }

  private CompletionStage<Standing> asked(StoreSession by, String name, String attempt) {
    return by.acquire(
        new AcquireRequest(name, attempt, Mode.EXCLUSIVE, true, 1_000, 1_000, 1_000, 1));
  }

  /** The stamp of a hold that is given back at once. */
  private long taken(StoreSession by, String name) throws Exception {
    String attempt = "a/h/1/x/" + ++attempts;
    Standing.Holding held =
        assertInstanceOf(Standing.Holding.class, answer(asked(by, name, attempt)));
    assertTrue(answer(by.release(new ReleaseRequest(name, attempt, 0, false, 60_000))));
    return held.stamp();
  }

  private void put(ByteSequence key, String value) throws Exception {
    ByteSequence bytes = ByteSequence.from(value, StandardCharsets.UTF_8);
    client.getKVClient().put(key, bytes).get(20, TimeUnit.SECONDS);
  }

  private long lastStamp(String name) throws Exception {
    ByteSequence key = Keys.bytes(keys.register(name));
    return Register.decode(
            answer(client.getKVClient().get(key)).getKvs().get(0).getValue().getBytes())
        .lastStamp();
  }

  @Test
  void aClockThatIsFarAheadIsNotBelieved() throws Exception {
    long before = taken(mine, "n");
    for (long year : new long[] {IN_2093, IN_2040}) {
      StoreSession wrong = open(new WallTicker(() -> year));
      try {
        long theirs = taken(wrong, "n");
        assertTrue(theirs > before, "tokens grow");
        assertTrue(theirs < TimeUnit.MILLISECONDS.toMicros(IN_2040), () -> "stamp " + theirs);
        long after = taken(mine, "n");
        assertTrue(after > theirs);
        before = after;
      } finally {
        wrong.close();
      }
    }
  }

  @Test
  void whereNothingTellsTheTimeNoStampIsWrittenThatMakesNoToken() throws Exception {
    StoreSession wrong = open(new WallTicker(() -> IN_2093));
    try {
      String said = refused(asked(wrong, "n", "b/h/1/x/1")).getMessage();
      assertTrue(said.contains("2093-01-01"), said);
      assertTrue(said.contains("Nothing was done"), said);
      assertEquals(List.of(), answer(mine.names(10)), "nothing is held");
      assertTrue(taken(mine, "n") > 0);
    } finally {
      wrong.close();
    }
  }

  /** As a build has written it that knew no better; its client lives. */
  @Test
  void aStampThatMakesNoTokenIsOneNamesTrouble() throws Exception {
    put(Keys.bytes(keys.register("bad")), "hf1 " + POISON + " 0 -1\n");
    String said = refused(asked(mine, "bad", "a/h/1/x/b")).getMessage();
    assertTrue(said.contains("2093-01-01"), said);
    assertTrue(said.contains("holdfast break"), said);
    assertTrue(refused(mine.inspect("bad")).getMessage().contains("holdfast break"));
    assertTrue(taken(mine, "good") > 0);
    assertEquals(List.of(), answer(mine.names(10)), "nobody holds it");
    NameCleanup forgetting = new NameCleanup(service(right), keys, new SessionTicker(), right);
    assertEquals(1, answer(forgetting.forget(Long.MAX_VALUE)), "the good one alone");
    assertTrue(answer(mine.breakHold("bad")));
    assertFalse(answer(mine.breakHold("bad")), "it is right by now");
    assertTrue(taken(mine, "bad") < TimeUnit.MILLISECONDS.toMicros(IN_2040));
  }

  /** A name whose stamps are far ahead goes on from there, and is left alone with them. */
  @Test
  void aStampThatIsFarAheadIsNoFloorOfAllNames() throws Exception {
    long far = TimeUnit.MILLISECONDS.toMicros(IN_2040);
    put(Keys.bytes(keys.register("far")), "hf1 " + far + " 0 -1\n");
    assertTrue(taken(mine, "good") < far);
    WallTicker wrong = new WallTicker(() -> IN_2040);
    for (WallTicker clock : List.of(right, wrong)) {
      NameCleanup forgetting = new NameCleanup(service(clock), keys, new SessionTicker(), clock);
      assertEquals(clock == right ? 1 : 0, answer(forgetting.forget(Long.MAX_VALUE)));
    }
    assertEquals(far, lastStamp("far"));
    assertTrue(taken(mine, "fresh") < far);
    assertEquals(far + 1, taken(mine, "far"));
  }

  @Test
  void aFloorThatMakesNoTokenIsMended() throws Exception {
    put(keys.floor(), Long.toString(POISON));
    String said = refused(asked(mine, "n", "a/h/1/x/b")).getMessage();
    assertTrue(said.contains("holdfast break"), said);
    assertTrue(answer(mine.breakHold("n")));
    assertTrue(taken(mine, "n") > 0);
    assertTrue(taken(mine, "another") > 0, "the floor is that of all names");
  }
}

package dev.holdfast.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Candidacy;
import dev.holdfast.Election;
import dev.holdfast.Holdfast;
import dev.holdfast.Leader;
import dev.holdfast.LeadershipListener;
import dev.holdfast.Lease;
import dev.holdfast.Loss;
import dev.holdfast.Owner;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.servers.RespConnection;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.LockStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Elections on a real server, with candidates that are processes of their own. */
public abstract class RedisElectionTests extends AdapterTests {
  private static final long LEASE_MILLIS = 5_000;
  private static int used;

  private final RedisServer server = RedisServer.shared();
  private final String name = "election-" + ++used;
  private LockStore store;
  private Holdfast here;

  /** What stands behind the URL so that other processes use this adapter too. */
  protected abstract String parameters();

  @BeforeEach
  void open() {
    store = store(server.url());
    here = Holdfast.builder(store).connectTimeout(Duration.ofMinutes(1)).build();
  }

  @AfterEach
  void close() {
    here.close();
    store.close();
  }

  @Test
  @Timeout(180)
  void aKilledLeaderIsSucceededForAGreaterTerm() throws Exception {
    Process first = start("first");
    assertTrue(term(first.inputReader().readLine()) > 0);
    Process second = start("second");
    try {
      Election election = here.election(name);
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> here.inspect(name).waiters().size() == 1);
      Leader leader = election.leader().orElseThrow();
      assertEquals("first", leader.data());
      BlockingQueue<String> seen = new LinkedBlockingQueue<>();
      Election.Observation observation =
          election.observe(
              Duration.ofMillis(50), now -> seen.add(now.map(Leader::data).orElse("nobody")));
      assertEquals("first", seen.poll(10, TimeUnit.SECONDS));
      first.destroyForcibly().waitFor();
      long next = term(second.inputReader().readLine());
      assertTrue(next > leader.term(), next + " after " + leader.term());
      assertEquals("second", election.leader().orElseThrow().data());
      assertEquals(next, election.leader().orElseThrow().term());
      String told = seen.poll(10, TimeUnit.SECONDS);
      if ("nobody".equals(told)) { // it looked between the one's end and the other's begin
        told = seen.poll(10, TimeUnit.SECONDS);
      }
      assertEquals("second", told);
      observation.close();
      second.outputWriter().close(); // its end is orderly, so nobody waits for a lease to end
      assertEquals("ended", second.inputReader().readLine());
      assertTrue(second.waitFor(20, TimeUnit.SECONDS));
      assertFalse(here.inspect(name).isHeld());
    } finally {
      first.destroyForcibly();
      second.destroyForcibly();
    }
  }

  private static long term(String line) {
    String[] words = line.split(" ", 2);
    assertEquals("leads", words[0], line);
    return Long.parseLong(words[1]);
  }

  private Process start(String data) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-Xmx128m",
            "-cp",
            System.getProperty("java.class.path"),
            CandidateForTests.class.getName(),
            server.url() + parameters(),
            name,
            data,
            Long.toString(LEASE_MILLIS))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** The longest data, of all bytes that UTF-8 has: nothing of it means anything to a script. */
  @Test
  @Timeout(180)
  void aHandoffToACandidateIsPushedWhateverItPublishes() throws Exception {
    String data = " =+!%\n\0/\\" + "ä".repeat(123);
    Lease held = here.mutex(name).tryAcquire().orElseThrow();
    BlockingQueue<String> told = new LinkedBlockingQueue<>();
    LeadershipListener listener =
        new LeadershipListener() {
          @Override
          public void elected(Lease lease) {
            told.add("leads");
          }

          @Override
          public void ended(Optional<Loss> loss) {
            told.add("ended");
          }
        };
    try (Holdfast there = Holdfast.over(store)) {
      Candidacy candidacy = there.election(name).campaign(data, listener);
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> here.inspect(name).waiters().size() == 1);
      assertEquals(
          List.of(Optional.of(data)),
          here.inspect(name).waiters().stream().map(Owner::data).toList());
      String candidate = here.inspect(name).waiters().get(0).id();
      String channel = "hf1::c:" + ClientIdentity.clientOf(candidate);
      try (RespConnection listening = server.client()) {
        listening.ask("SUBSCRIBE", channel);
        held.release();
        List<?> message = (List<?>) listening.ask("PING"); // what was pushed comes first
        for (int i = 0; i < 1_000 && message.get(0).equals("pong"); i++) {
          message = (List<?>) listening.ask("PING"); // it was sent before the release
        }
        assertEquals(List.of("message", channel), message.subList(0, 2));
        assertTrue(message.get(2).toString().contains(" " + candidate + " "), message::toString);
      }
      assertEquals("leads", told.poll(10, TimeUnit.SECONDS));
      assertEquals(data, here.election(name).leader().orElseThrow().data());
      candidacy.lease().orElseThrow().ensure(Duration.ofSeconds(20));
      assertTrue(here.breakHold(name));
      assertEquals("ended", told.poll(10, TimeUnit.SECONDS));
      assertEquals("leads", told.poll(10, TimeUnit.SECONDS));
      candidacy.close();
      assertFalse(here.inspect(name).isHeld());
    }
  }
}

package dev.holdfast.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.StaleTokenException;
import dev.holdfast.fuzz.OddLease;
import dev.holdfast.servers.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the guard of scripts does, on a real server, through any adapter. */
public abstract class RedisFenceTests {
  private static final String SET = "return redis.call('SET', KEYS[1], ARGV[1])";
  private static final AtomicInteger USED = new AtomicInteger();

  private final RedisServer server = RedisServer.shared();
  private final String resource = "stock:" + USED.incrementAndGet();
  private Face face;

  /** An adapter's guard. Scripts answer with a string. */
  public interface Face extends AutoCloseable {
    Object eval(String lua, String resource, long token, List<String> keys, List<String> arguments);

    Object eval(
        String lua, String resource, Lease lease, List<String> keys, List<String> arguments);

    Object evalShared(
        String lua, String resource, long token, List<String> keys, List<String> arguments);

    Object evalShared(
        String lua, String resource, Lease lease, List<String> keys, List<String> arguments);

    Face keepMarks(Duration kept);

    Face keyPrefix(String prefix);

    @Override
    void close();
  }

  /** The guard of this adapter, on this server. */
  protected abstract Face connect(String url);

  @BeforeEach
  void connect() {
    face = connect(server.url());
  }

  @AfterEach
  void close() {
    face.close();
  }

  private void write(long token) {
    face.eval(SET, resource, token, List.of(resource), List.of("by " + token));
  }

  private void read(long token) {
    face.evalShared(
        "return redis.call('GET', KEYS[1])", resource, token, List.of(resource), List.of());
  }

  private void assertRefused(long token) {
    Object before = server.ask("GET", resource);
    StaleTokenException refusal = assertThrows(StaleTokenException.class, () -> write(token));
    assertEquals(token, refusal.token());
    assertEquals(resource, refusal.resource());
    assertEquals(before, server.ask("GET", resource), "the script ran");
  }

  @Test
  void required_G1_anOlderTokenIsRefused() {
    write(20);
    assertRefused(19);
    write(20);
    write(100);
    assertRefused(99);
    assertRefused(20);
    assertEquals("by 100", server.ask("GET", resource));
  }

  /** One apart, they are the same number for a script that makes doubles of them. */
  @Test
  void required_G1_tokensAreComparedToTheLastBit() {
    write(Long.MAX_VALUE - 1);
    assertRefused(Long.MAX_VALUE - 2);
    write(Long.MAX_VALUE);
    assertRefused(Long.MAX_VALUE - 1);
    StaleTokenException refusal = assertThrows(StaleTokenException.class, () -> write(1));
    assertTrue(refusal.getMessage().contains("9223372036854775807"), refusal::getMessage);
  }

  @Test
  void required_G1_anEqualTokenOfAnotherOwnerIsRefused() throws Exception {
    try (Holdfast a = Holdfast.builder("memory:").name("a").build();
        Holdfast b = Holdfast.builder("memory:").name("b").build();
        Lease lease = a.mutex(resource).acquire();
        Lease other = b.mutex(resource).acquire()) {
      Lease twin = OddLease.of(other, lease.token());
      face.eval(SET, resource, lease, List.of(resource), List.of("a"));
      face.eval(SET, resource, lease, List.of(resource), List.of("again"));
      StaleTokenException refusal =
          assertThrows(
              StaleTokenException.class,
              () -> face.eval(SET, resource, twin, List.of(resource), List.of("b")));
      assertTrue(refusal.getMessage().contains(lease.owner().toString()), refusal::getMessage);
      assertEquals("again", server.ask("GET", resource));
      face.eval(SET, resource, lease.token(), List.of(resource), List.of("unnamed"));
      assertThrows(
          StaleTokenException.class,
          () -> face.eval(SET, resource, twin, List.of(resource), List.of("b")));
    }
  }

  @Test
  void required_G1_theFirstContactRaisesTheMarkAlsoIfTheScriptFails() {
    assertThrows(
        RuntimeException.class,
        () -> face.eval("return redis.call('NONSENSE')", resource, 20, List.of(), List.of()));
    assertRefused(19);
  }

  @Test
  void required_G2_anExclusiveHolderNeedsToBeAboveTheHighestSharedToken() {
    read(20);
    assertRefused(19);
    assertRefused(20);
    write(21);
  }

  @Test
  void required_G2_aSharedHolderIsRefusedByANewerExclusiveOneAlone() throws Exception {
    read(30);
    read(20);
    assertRefused(30);
    write(40);
    assertThrows(StaleTokenException.class, () -> read(30));
    assertThrows(StaleTokenException.class, () -> read(40));
    read(50);
    read(45);
    assertRefused(49);
    try (Holdfast holdfast = Holdfast.connect("memory:");
        Lease lease = holdfast.readWrite(resource).read().acquire()) {
      face.evalShared("return 'x'", resource, lease, List.of(), List.of());
      assertRefused(lease.token());
    }
  }

  @Test
  void theScriptSeesItsOwnKeysAndArgumentsAlone() {
    String lua =
        "-- a comment first\nlocal all = {#KEYS, #ARGV, KEYS[1], KEYS[2], ARGV[1]}\n"
            + "return table.concat(all, ' ')";
    List<String> keys = List.of(resource, resource + "b");
    assertEquals(
        "2 1 " + resource + " " + resource + "b ä",
        face.eval(lua, resource, 1, keys, List.of("ä")));
    assertEquals(
        "0 0", face.eval("return #KEYS .. ' ' .. #ARGV", resource, 1, List.of(), List.of()));
    assertNull(face.eval("return nil", resource, 1, List.of(), List.of()));
  }

  /** The first line that says what engine it is for; the server of these tests knows of none. */
  @Test
  void theLineForTheEngineStaysTheFirst() {
    String source = GuardedScript.of("#!lua flags=a\nreturn 1").source();
    assertTrue(source.startsWith("#!lua flags=a\ndo "), source);
    assertTrue(source.endsWith(" end return 1"), source);
    assertEquals(2, source.lines().count());
  }

  @Test
  void anErrorOfTheScriptNamesTheScriptsOwnLine() {
    RuntimeException error =
        assertThrows(
            RuntimeException.class,
            () -> face.eval("\n\nerror('oh')", resource, 1, List.of(), List.of()));
    assertTrue(String.valueOf(error.getMessage()).contains(":3: oh"), error::toString);
  }

  @Test
  void aServerThatForgotTheScriptIsToldAgain() {
    write(1);
    server.ask("SCRIPT", "FLUSH");
    write(2);
    assertRefused(1);
    server.ask("SCRIPT", "FLUSH");
    assertRefused(1);
  }

  @Test
  void aMarkIsKeptForAsLongAsWasSaid() {
    write(1);
    assertKept(Duration.ofDays(7));
    face.keepMarks(Duration.ofDays(10)).eval(SET, resource, 2, List.of(resource), List.of("x"));
    assertKept(Duration.ofDays(10));
    write(3);
    assertKept(Duration.ofDays(10));
    for (Duration odd : List.of(Duration.ZERO, Duration.ofSeconds(59), Duration.ofDays(4000))) {
      assertThrows(IllegalArgumentException.class, () -> face.keepMarks(odd));
    }
  }

  private void assertKept(Duration kept) {
    long left = (Long) server.ask("PTTL", RedisFence.mark(resource));
    assertTrue(left <= kept.toMillis() && left > kept.toMillis() - 60_000, () -> "left: " + left);
  }

  @Test
  void theMarkLiesInTheSlotOfTheResource() {
    for (String name : List.of("a", "{a}b", "a{b}c", "a{b}{c}", "a{b", "ä", "{")) {
      int slot = Slots.of(name.getBytes(UTF_8));
      assertEquals(slot, Slots.of(RedisFence.mark(name).getBytes(UTF_8)), name);
    }
    for (String name : List.of("", "a}b", "}{", "}", "x{}y")) {
      assertThrows(IllegalArgumentException.class, () -> RedisFence.mark(name), name);
    }
    assertFalse(RedisFence.mark("a").equals(RedisFence.mark("{a}")));
  }

  @Test
  void onlyPositiveTokensAreTaken() {
    for (long token : new long[] {0, -1, Long.MIN_VALUE}) {
      assertThrows(IllegalArgumentException.class, () -> write(token));
      assertThrows(IllegalArgumentException.class, () -> read(token));
    }
  }
}

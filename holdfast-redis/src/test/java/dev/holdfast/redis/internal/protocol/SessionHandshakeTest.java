package dev.holdfast.redis.internal.protocol;

import static dev.holdfast.redis.internal.port.ScriptedPort.bytes;
import static dev.holdfast.redis.internal.port.ScriptedPort.error;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.redis.ListenerForTests;
import dev.holdfast.redis.RedisStore;
import dev.holdfast.redis.VerbsForTests;
import dev.holdfast.redis.internal.port.PushSink;
import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.port.ScanPage;
import dev.holdfast.redis.internal.port.ScriptCall;
import dev.holdfast.redis.internal.port.ScriptedPort;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** What a session begins with, and for which answers it does not begin. */
class SessionHandshakeTest {
  private static final ClientIdentity CLIENT = new ClientIdentity("c/host/1/n", "ns");
  private static final StoreCapabilities TRAITS =
      new StoreCapabilities(true, true, HoldKind.LEASE, Duration.ofMillis(50));

  private final ScriptedPort port = new ScriptedPort();
  private final RedisStore store = new RedisStore("redis://h:1", TRAITS, port);

  private void open() {
    store.open(CLIENT, new ListenerForTests()).close();
  }

  private StoreException refused() {
    return assertThrows(StoreException.class, this::open);
  }

  @Test
  void theCheckIsOfNoNameAndOfTheClientsChannel() {
    port.answer(List.of(List.of()));
    open();
    assertEquals(
        List.of(
            "hf1:ns:h:{\\check}",
            "hf1:ns:q:{\\check}",
            "hf1:ns:p:{\\check}",
            "hf1:ns:s:{\\check}",
            "hf1:ns:c:c/host/1/n"),
        port.words(0));
    assertEquals(4, port.calls.get(0).keyCount());
  }

  @Test
  void aPortThatOnlyPingsMayOpen() {
    port.answer(List.of());
    open();
    assertEquals(1, port.calls.size());
  }

  @Test
  void aServerThatDoesNotKnowTheCheckIsTaughtIt() {
    port.answer(List.of(ScriptedPort.noScript()), List.of());
    open();
    assertTrue(port.calls.get(1).isBySource());
    port.answer(List.of(ScriptedPort.noScript()), error("NOPERM x"));
    assertFalse(refused().isTransient());
  }

  @Test
  void whatWillNotPassByItselfIsRefusedAndAllElseIsNot() {
    port.answer(List.of(error("NOPERM x")));
    StoreException refused = refused();
    assertTrue(refused.getMessage().contains("'NOPERM x'"), refused.getMessage());
    assertTrue(refused.getMessage().contains("no session was opened"), refused.getMessage());
    port.answer(List.of(error("LOADING x")));
    open();
    port.answer(List.of(List.of(bytes("PSETEX: OOM x"), bytes("ZADD: READONLY x"))));
    open();
    port.answer(
        List.of(List.of(bytes("GET: NOPERM x"), bytes("PSETEX: OOM x"), bytes("TIME: NOPERM y"))));
    assertTrue(refused().getMessage().contains("'GET: NOPERM x; TIME: NOPERM y'"));
  }

  /** Else each acquire would ask again for as long as the client's patience lasts. */
  @Test
  void aServerThatRefusesScriptsIsRefusedAtOnce() {
    String refusal = "ERR Error running script: script tried accessing undeclared key";
    port.answer(List.of(error(refusal)));
    assertTrue(refused().getMessage().contains(ScriptRefusal.ADVICE));
    port.answer(List.of(ScriptedPort.noScript()), error("ERR unknown command 'eval'"));
    StoreException refused = refused();
    assertFalse(refused.isTransient());
    assertTrue(refused.getMessage().contains(ScriptRefusal.ADVICE), refused.getMessage());
    port.answer(List.of(List.of(bytes("ZADD: ERR command 'zadd' is disabled"))));
    assertFalse(refused().isTransient());
  }

  @Test
  void anOddAnswerIsRefused() {
    port.answer(List.of(7L));
    assertTrue(refused().getMessage().contains("no Holdfast script answers"));
    port.answer(List.of(List.of(7L)));
    assertTrue(refused().getMessage().contains("no Holdfast script answers"));
  }

  @Test
  void silenceAndInterruptsEndTheOpening() {
    RedisStore silent =
        new RedisStore("redis://h:1", TRAITS, new LatePort(port, new CompletableFuture<>()));
    StoreException late =
        assertThrows(StoreException.class, () -> silent.open(CLIENT, new ListenerForTests()));
    assertTrue(late.getMessage().contains("no answer within 100 ms"), late.getMessage());
    assertTrue(late.isTransient());
    Thread.currentThread().interrupt();
    StoreException interrupted =
        assertThrows(StoreException.class, () -> silent.open(CLIENT, new ListenerForTests()));
    assertTrue(Thread.interrupted());
    assertTrue(interrupted.getMessage().contains("interrupted; no session was opened"));
    assertInstanceOf(InterruptedException.class, interrupted.getCause());
  }

  @Test
  void aServerThatMayEvictLocksIsWarnedAboutOnce() {
    assertEquals(List.of(), warnings("maxmemory:0\r\nmaxmemory_policy:allkeys-lru\r\n"));
    assertEquals(List.of(), warnings("maxmemory:100\r\nmaxmemory_policy:noeviction\r\n"));
    assertEquals(List.of(), warnings("maxmemory_policy:allkeys-lru\r\n"));
    assertEquals(List.of(), warnings("maxmemory:100\r\n"));
    assertEquals(List.of(), warnings(""));
    List<String> warned = warnings("used:1\r\nmaxmemory:100\r\nmaxmemory_policy:allkeys-lru\r\n");
    assertEquals(1, warned.size());
    assertTrue(
        warned.get(0).startsWith("redis://h:1 has maxmemory-policy allkeys-lru"), warned.get(0));
  }

  /** What is logged when two sessions are opened on a server that tells this of its memory. */
  private static List<String> warnings(String info) {
    ScriptedPort port = new ScriptedPort();
    RedisStore store = new RedisStore("redis://h:1", TRAITS, port);
    for (int i = 0; i < 2; i++) {
      port.answer(List.of(List.of(), bytes(info)));
    }
    List<String> warnings =
        logged(
            () -> {
              store.open(CLIENT, new ListenerForTests()).close();
              store.open(CLIENT, new ListenerForTests()).close();
            });
    assertEquals(List.of(true, false), port.looks, "once for each store");
    return warnings;
  }

  private static List<String> logged(Runnable task) {
    List<String> logged = new ArrayList<>();
    Logger logger = Logger.getLogger(SessionHandshake.class.getName());
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord written) {
            logged.add(written.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    logger.addHandler(handler);
    logger.setUseParentHandlers(false);
    try {
      task.run();
    } finally {
      logger.removeHandler(handler);
      logger.setUseParentHandlers(true);
    }
    return logged;
  }

  @Test
  void sessionsThatOpenAtTheSameTimeWarnOnceToo() {
    List<Object> told =
        List.of(List.of(), bytes("maxmemory:100\r\nmaxmemory_policy:allkeys-lru\r\n"));
    CompletableFuture<List<Object>> answer = new CompletableFuture<>();
    SessionHandshake handshake = new SessionHandshake(new LatePort(port, answer), "redis://h:1");
    Keys keys = new Keys("ns");
    List<CompletionStage<Boolean>> both =
        List.of(handshake.greet(keys, "c"), handshake.greet(keys, "c"));
    List<String> warnings = logged(() -> answer.complete(told));
    assertEquals(1, warnings.size());
    both.forEach(VerbsForTests::answer);
  }

  @Test
  void aUserWhoMayNotAskForMemoryIsNotDisturbed() {
    port.answer(List.of(List.of(), error("NOPERM x")));
    open();
  }

  @Test
  void aStoreIsWhatItWasMadeOf() {
    assertEquals("redis://h:1", store.toString());
    assertEquals(TRAITS, store.capabilities());
    store.close();
    assertTrue(port.closed);
  }

  /** A server that takes connections, and answers the greeting late or never, and nothing else. */
  private record LatePort(RedisPort port, CompletableFuture<List<Object>> handshake)
      implements RedisPort {
    @Override
    public CompletionStage<List<Object>> greet(ScriptCall check, boolean look) {
      return handshake;
    }

    @Override
    public CompletionStage<Object> call(ScriptCall call) {
      return new CompletableFuture<>();
    }

    @Override
    public CompletionStage<List<Object>> callAll(List<ScriptCall> calls) {
      return new CompletableFuture<>();
    }

    @Override
    public CompletionStage<ScanPage> scan(byte[] cursor, byte[] pattern) {
      return new CompletableFuture<>();
    }

    @Override
    public CompletionStage<Void> ping() {
      return new CompletableFuture<>();
    }

    @Override
    public void subscribe(String channel, PushSink sink) {
      port.subscribe(channel, sink);
    }

    @Override
    public void unsubscribe(String channel) {
      port.unsubscribe(channel);
    }

    @Override
    public void close() {
      port.close();
    }
  }
}

package dev.holdfast.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.redis.internal.port.Bytes;
import dev.holdfast.redis.internal.port.PipelinedConnection;
import dev.holdfast.redis.internal.port.Script;
import dev.holdfast.redis.internal.port.ScriptCall;
import dev.holdfast.redis.internal.protocol.RedisExceptions;
import dev.holdfast.redis.internal.url.RedisUrl;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.servers.RespConnection;
import dev.holdfast.spi.StoreUrl;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Semaphore;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A connection that is sent to before it is read, to a real server; for each client that has it.
 */
public abstract class PipelinedConnectionTests {
  private static final int LONG_MILLIS = 20_000;

  private RedisServer server;
  private PipelinedConnection connection;

  /** Connects to a server. */
  protected abstract PipelinedConnection connect(RedisUrl url);

  @BeforeEach
  void start() {
    server = RedisServer.started("--requirepass", "right");
    connection = connect(url("right"));
  }

  @AfterEach
  void stop() {
    connection.close();
    server.close();
  }

  private RedisUrl url(String password) {
    return RedisUrl.parse(
        StoreUrl.parse("redis://:" + password + "@127.0.0.1:" + server.port() + "/3"));
  }

  private static ScriptCall clock() {
    return new ScriptCall(Script.CLOCK, 1, Bytes.of("a")).bySource();
  }

  private static ScriptCall unknown() {
    return new ScriptCall(Script.CLOCK, 1, Bytes.of("a"));
  }

  @Test
  void whatIsSentTogetherIsAnsweredInItsOrder() {
    connection.send(List.of(unknown(), clock()));
    assertTrue(connection.isAnswered(LONG_MILLIS));
    List<Object> first = connection.receive(2);
    assertTrue(RedisExceptions.isNoScript((Throwable) first.get(0)));
    assertInstanceOf(List.class, first.get(1));
    connection.send(List.of(clock()));
    assertInstanceOf(List.class, connection.receive(1).get(0));
  }

  @Test
  void whereNothingIsAnsweredThatIsSaid() {
    assertFalse(connection.isAnswered(1));
    connection.send(List.of(clock()));
    assertTrue(connection.isAnswered(LONG_MILLIS));
    assertTrue(connection.isAnswered(1), "it is there until it is read");
    connection.receive(1);
    assertFalse(connection.isAnswered(1));
  }

  @Test
  void longAnswersAreWhole() {
    connection.send(Collections.nCopies(5_000, clock()));
    Awaitility.await().until(() -> connection.isAnswered(LONG_MILLIS)); // in more than a few pieces
    List<Object> answers = connection.receive(5_000);
    assertEquals(5_000, answers.size());
    answers.forEach(answer -> assertInstanceOf(List.class, answer));
    assertFalse(connection.isAnswered(1));
  }

  @Test
  void answersAreThereOnceTheyAreWhole() throws Exception {
    Queue<String> parts = new ArrayDeque<>(List.of("*2\r\n$5\r\nab", "c\r\n\r\n:7\r\n+OK\r\n"));
    Semaphore rest = new Semaphore(1);
    try (FakeRedis slow = new FakeRedis();
        PipelinedConnection other =
            connect(RedisUrl.parse(StoreUrl.parse("redis://127.0.0.1:" + slow.port())))) {
      slow.answer(
          () -> {
            rest.acquireUninterruptibly();
            return FakeRedis.Reply.of(parts.remove());
          });
      other.send(List.of(clock(), clock()));
      Awaitility.await().until(() -> parts.size() == 1);
      assertFalse(other.isAnswered(100));
      rest.release();
      assertTrue(other.isAnswered(LONG_MILLIS));
      List<Object> answers = other.receive(2);
      assertEquals(7L, ((List<?>) answers.get(0)).get(1));
      assertEquals("OK", new String((byte[]) answers.get(1), US_ASCII));
    }
  }

  @Test
  void whetherTheOtherEndIsThereIsAskedBetweenCalls() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertTrue(connection.isLive());
      assertFalse(connection.isAnswered(1), "the answer is nobody else's");
      connection.send(List.of(clock()));
      assertTrue(connection.isAnswered(LONG_MILLIS));
      assertInstanceOf(List.class, connection.receive(1).get(0));
    }
    try (RespConnection operator = server.client()) {
      operator.ask("AUTH", "right");
      operator.ask("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
    }
    assertFalse(connection.isLive());
  }

  @Test
  void oneThatIsSilentIsNotThere() throws Exception {
    server.pause();
    try {
      assertFalse(connection.isLive());
    } finally {
      server.resume();
    }
  }

  @Test
  void anEndIsAnAnswerThatCannotBeRead() {
    connection.send(List.of(clock()));
    connection.receive(1);
    server.kill();
    assertTrue(connection.isAnswered(LONG_MILLIS));
    assertThrows(RuntimeException.class, () -> connection.receive(1));
  }

  @Test
  void whoIsNotLetInLeavesNoConnection() {
    assertThrows(RuntimeException.class, () -> connect(url("wrong")));
    Awaitility.await().until(() -> connections() == 2); // the connection's, and the one that asks
  }

  @Test
  void closingEndsTheConnection() {
    connection.close();
    Awaitility.await().until(() -> connections() == 1);
  }

  private long connections() throws IOException {
    try (RespConnection client = server.client()) {
      client.ask("AUTH", "right");
      String clients = String.valueOf(client.ask("CLIENT", "LIST"));
      return clients.lines().filter(line -> line.contains("addr=")).count();
    }
  }
}

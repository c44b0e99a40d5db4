package dev.holdfast.redis.internal.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.redis.internal.port.Bytes;
import dev.holdfast.redis.internal.port.NodeAddress;
import dev.holdfast.redis.internal.port.PushSink;
import dev.holdfast.redis.internal.port.RedisNodes;
import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.port.RedisReplyException;
import dev.holdfast.redis.internal.port.ScanPage;
import dev.holdfast.redis.internal.port.Script;
import dev.holdfast.redis.internal.port.ScriptCall;
import dev.holdfast.redis.internal.protocol.Keys;
import dev.holdfast.redis.internal.protocol.RedisExceptions;
import dev.holdfast.redis.internal.protocol.Slot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where a cluster's calls go, by what its servers answer; the servers are told what to say. */
class ClusterPortTest {
  private static final NodeAddress A = new NodeAddress("a", 1);
  private static final NodeAddress B = new NodeAddress("b", 2);
  private static final NodeAddress C = new NodeAddress("c", 3);

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final Map<NodeAddress, Function<ScriptCall, Object>> servers = new HashMap<>();
  private final Map<NodeAddress, String> slots = new ConcurrentHashMap<>();
  private final ClusterPort port = new ClusterPort(new Nodes());

  @AfterEach
  void close() {
    port.close();
  }

  /** A has the lower half of the slots, B the upper; C is a replica of A. */
  private void usual() {
    for (NodeAddress node : List.of(A, B, C)) {
      servers.put(node, call -> bytes("ok"));
      slots.put(node, "usual");
    }
  }

  /** From now on: what is looked at in the background takes nothing back that was remembered. */
  private void nobodySaysWhoHasWhat() {
    slots.replaceAll((node, said) -> "cut");
  }

  @Test
  void aCallGoesToTheServerThatHasItsSlot() {
    usual();
    port.call(call(low())).toCompletableFuture().join();
    port.call(call(high())).toCompletableFuture().join();
    assertEquals(List.of("a " + low(), "b " + high()), asked);
    assertNotEquals(port.part(key(low())), port.part(key(high())));
  }

  @Test
  void movedIsFollowedAndRemembered() {
    usual();
    servers.put(
        A,
        call -> {
          nobodySaysWhoHasWhat();
          return new RedisReplyException("MOVED 1 b:2", null);
        });
    assertEquals("ok", text(port.call(call(low()))));
    assertEquals(List.of("a " + low(), "b " + low()), asked);
    assertEquals(port.part(key(high())), port.part(key(low())));
  }

  @Test
  void anEndpointThatIsNotSaidIsTheOneThatWasAsked() {
    usual();
    NodeAddress other = new NodeAddress("a", 7);
    servers.put(other, call -> bytes("ok"));
    servers.put(A, call -> new RedisReplyException("MOVED 1 :7", null));
    assertEquals("ok", text(port.call(call(low()))));
    assertEquals(List.of("a " + low(), "a " + low()), asked);
  }

  @Test
  void askIsFollowedOnceAndNotRemembered() {
    usual();
    servers.put(A, call -> new RedisReplyException("ASK 1 b:2", null));
    assertEquals("ok", text(port.call(call(low()))));
    assertEquals(List.of("a " + low(), "b asking " + low()), asked);
    assertNotEquals(port.part(key(high())), port.part(key(low())));
  }

  @Test
  void serversThatReferToOneAnotherAreGivenUpAndAskedAgainLater() {
    usual();
    servers.put(A, call -> new RedisReplyException("MOVED 1 b:2", null));
    servers.put(B, call -> new RedisReplyException("MOVED 1 a:1", null));
    RedisReplyException end = refusal(port.call(call(low())));
    assertTrue(end.begins("TRYAGAIN"), end.getMessage());
    assertTrue(RedisExceptions.isTransient(end));
    assertTrue(asked.size() <= 7, asked.toString());
  }

  @Test
  void nothingIsSentAgainThatWasNotAnswered() {
    usual();
    servers.put(A, call -> new IOException("cut"));
    CompletionException lost =
        assertThrows(
            CompletionException.class, () -> port.call(call(low())).toCompletableFuture().join());
    assertInstanceOf(IOException.class, RedisExceptions.unwrap(lost));
    assertEquals(List.of("a " + low()), asked);
  }

  @Test
  void ofManyCallsThoseOfTheSilentServerAloneAreUnknown() {
    usual();
    servers.put(A, call -> new IOException("cut"));
    List<Object> replies =
        port.callAll(List.of(call(high()), call(low()), call(high()))).toCompletableFuture().join();
    assertEquals("ok", new String((byte[]) replies.get(0), UTF_8));
    assertInstanceOf(CompletionException.class, replies.get(1));
    assertEquals("ok", new String((byte[]) replies.get(2), UTF_8));
  }

  @Test
  void ofManyCallsEachFollowsItsServer() {
    usual();
    servers.put(A, call -> new RedisReplyException("ASK 1 b:2", null));
    List<Object> replies =
        port.callAll(List.of(call(low()), call(high()))).toCompletableFuture().join();
    assertEquals(2, replies.stream().filter(byte[].class::isInstance).count());
    assertTrue(asked.contains("b asking " + low()), asked.toString());
  }

  @Test
  void aServerThatCannotSayIsNotTheLastToBeAsked() {
    usual();
    slots.put(A, "cut");
    assertEquals("ok", text(port.call(call(high()))));
  }

  @Test
  void aWalkGoesOverAllMasters() {
    usual();
    List<String> keys = new ArrayList<>();
    byte[] cursor = {'0'};
    ScanPage page;
    do {
      page = port.scan(cursor, bytes("*")).toCompletableFuture().join();
      page.keys().forEach(key -> keys.add(Bytes.text(key)));
      cursor = page.next();
    } while (!page.isLast());
    assertEquals(List.of("first of a", "last of a", "first of b", "last of b"), keys);
  }

  private static String low() {
    return nameIn(0, 8191);
  }

  private static String high() {
    return nameIn(8192, 16383);
  }

  private static String nameIn(int first, int last) {
    int i = 0;
    while (Slot.of(key("" + i)) < first || Slot.of(key("" + i)) > last) {
      i++;
    }
    return "" + i;
  }

  private static byte[] key(String name) {
    return new Keys("").hold(name);
  }

  private static ScriptCall call(String name) {
    return new ScriptCall(Script.INSPECT, 1, key(name));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static String text(CompletionStage<Object> reply) {
    return new String((byte[]) reply.toCompletableFuture().join(), UTF_8);
  }

  private static RedisReplyException refusal(CompletionStage<Object> reply) {
    return (RedisReplyException)
        RedisExceptions.unwrap(
            assertThrows(CompletionException.class, () -> reply.toCompletableFuture().join()));
  }

  private final class Nodes implements RedisNodes {
    @Override
    public List<NodeAddress> seeds() {
      return List.of(A, B);
    }

    @Override
    public RedisPort node(NodeAddress address) {
      return new Server(address);
    }

    @Override
    public void keep(Set<NodeAddress> members) {}

    @Override
    public boolean isBlocking() {
      return true;
    }

    @Override
    public void subscribe(String channel, PushSink sink, Supplier<NodeAddress> where) {}

    @Override
    public void unsubscribe(String channel) {}

    @Override
    public void close() {}
  }

  private final class Server implements RedisPort {
    private final NodeAddress address;

    Server(NodeAddress address) {
      this.address = address;
    }

    private Object answer(ScriptCall call) {
      String name = new Keys("").name(call.keysAndArguments()[0], 0);
      asked.add(address.host() + (call.isAsking() ? " asking " : " ") + name);
      return servers.get(address).apply(call);
    }

    @Override
    public CompletionStage<Object> call(ScriptCall call) {
      return answer(call) instanceof Exception failure
          ? CompletableFuture.failedFuture(failure)
          : CompletableFuture.completedFuture(bytes("ok"));
    }

    @Override
    public CompletionStage<List<Object>> callAll(List<ScriptCall> calls) {
      List<Object> replies = new ArrayList<>();
      for (ScriptCall call : calls) {
        Object answer = answer(call);
        if (answer instanceof IOException cut) {
          return CompletableFuture.failedFuture(cut);
        }
        // Who is asked with ASKING has what the call is about.
        replies.add(call.isAsking() ? bytes("ok") : answer);
      }
      return CompletableFuture.completedFuture(replies);
    }

    @Override
    public CompletionStage<ScanPage> scan(byte[] cursor, byte[] pattern) {
      boolean first = Bytes.text(cursor).equals("0");
      return CompletableFuture.completedFuture(
          new ScanPage(
              bytes(first ? "17" : "0"),
              List.of(bytes((first ? "first of " : "last of ") + address.host()))));
    }

    @Override
    public CompletionStage<Void> ping() {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<List<Object>> ask(List<List<String>> commands) {
      if ("cut".equals(slots.get(address))) {
        return CompletableFuture.failedFuture(new IOException("cut"));
      }
      List<Object> a = List.of(bytes("a"), 1L);
      List<Object> b = List.of(bytes("b"), 2L);
      List<Object> c = List.of(bytes("c"), 3L);
      return CompletableFuture.completedFuture(
          List.of(List.of(List.of(0L, 8191L, a, c), List.of(8192L, 16383L, b))));
    }

    @Override
    public void subscribe(String channel, PushSink sink) {}

    @Override
    public void unsubscribe(String channel) {}

    @Override
    public void close() {}
  }
}

package dev.holdfast.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreSession;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What another program writes in the place of one name is that name's trouble. */
class ForeignDataTest {
  private final Bench bench = new Bench("foreign");

  @AfterEach
  void close() {
    bench.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "hf1 x 0 0\n", "hf1 1 0 0\nE 0 1 0\n", "hf1 1 0 0\nX 0 1 0 a\n"})
  void othersGoOn(String data) throws Exception {
    StoreSession a = bench.open("a");
    bench.take(a, "good", "a/h/1/x/1");
    bench.take(a, "bad", "a/h/1/x/2");
    bench
        .curator
        .setData()
        .forPath(bench.layout.nameNode("bad"), data.getBytes(StandardCharsets.UTF_8));
    List<Standing> kept =
        Bench.answer(
            a.keepAlive(
                List.of(
                    new KeepAlive.Hold("bad", "a/h/1/x/2", 1_000, false),
                    new KeepAlive.Hold("good", "a/h/1/x/1", 1_000, false))));
    assertInstanceOf(Standing.Unknown.class, kept.get(0));
    assertInstanceOf(Standing.Holding.class, kept.get(1));
    assertEquals(Set.of("bad", "good"), Set.copyOf(Bench.answer(a.names(10))));
    ExecutionException unreadable =
        assertThrows(
            ExecutionException.class,
            () -> a.inspect("bad").toCompletableFuture().get(20, TimeUnit.SECONDS));
    StoreException said = assertInstanceOf(StoreException.class, unreadable.getCause());
    assertFalse(said.isTransient(), said.getMessage());
    assertTrue(bench.release(a, "good", "a/h/1/x/1"));
  }

  @Test
  void aNodeThatIsNoNameIsNotListed() throws Exception {
    StoreSession a = bench.open("a");
    bench.take(a, "good", "a/h/1/x/1");
    bench.curator.create().forPath(bench.layout.bucketOf("good") + "/%zz", new byte[0]);
    assertEquals(List.of("good"), Bench.answer(a.names(10)));
  }

  @Test
  void theRestOfItsBucketIsForgottenAllTheSame() throws Exception {
    StoreSession a = bench.open("a");
    bench.take(a, "good", "a/h/1/x/1");
    assertTrue(bench.release(a, "good", "a/h/1/x/1"));
    String bucket = bench.layout.bucketOf("good");
    bench
        .curator
        .create()
        .forPath(bucket + "/another-program", "x".getBytes(StandardCharsets.UTF_8));
    assertEquals(1, bench.forget("good", 0));
    assertEquals(List.of("another-program"), bench.nodesUnder(bucket));
  }
}

package dev.holdfast.etcd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.StaleTokenException;
import dev.holdfast.consensus.Encoded;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.PutOption;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The guard of data in etcd: G1 and G2. */
abstract class EtcdFenceTests {
  private final Client client = cluster().client();
  private final EtcdFence fence = EtcdFence.of(client);
  private final String resource = "resource/" + UUID.randomUUID();
  private final ByteSequence data = Keys.bytes("/data/" + resource);

  /** Where the data is. */
  abstract Cluster cluster();

  @AfterEach
  void close() {
    client.close();
  }

  private static <T> T answer(CompletableFuture<T> asked) throws Exception {
    return asked.get(20, TimeUnit.SECONDS);
  }

  private static void refused(CompletableFuture<?> asked) {
    ExecutionException refused =
        assertThrows(ExecutionException.class, () -> asked.get(20, TimeUnit.SECONDS));
    assertInstanceOf(StaleTokenException.class, refused.getCause());
  }

  private boolean write(List<Cmp> newest) throws Exception {
    return answer(
            client
                .getKVClient()
                .txn()
                .If(newest.toArray(Cmp[]::new))
                .Then(Op.put(data, Keys.bytes("x"), PutOption.DEFAULT))
                .commit())
        .isSucceeded();
  }

  @Test
  void required_G1_anOlderTokenIsRefused() throws Exception {
    List<Cmp> older = answer(fence.check(resource, 10));
    assertTrue(write(older));
    List<Cmp> newer = answer(fence.check(resource, 11));
    assertFalse(write(older), "the newer one may have read by now");
    assertTrue(write(newer));
    refused(fence.check(resource, 10));
    assertTrue(write(newer), "who was refused changed nothing");
    assertTrue(write(answer(fence.check(resource, 11))), "a section may check again");
  }

  @Test
  void required_G2_anExclusiveHolderNeedsToBeAboveTheHighestSharedToken() throws Exception {
    assertTrue(write(answer(fence.checkShared(resource, 7))));
    refused(fence.check(resource, 6));
    refused(fence.check(resource, 7));
    List<Cmp> writer = answer(fence.check(resource, 8));
    assertTrue(write(writer));
    assertTrue(write(answer(fence.checkShared(resource, 9))));
    assertFalse(write(writer), "a newer reader may have decided by now");
  }

  @Test
  void required_G2_aSharedHolderIsRefusedByANewerExclusiveOneAlone() throws Exception {
    List<Cmp> first = answer(fence.checkShared(resource, 5));
    List<Cmp> second = answer(fence.checkShared(resource, 7));
    assertTrue(write(first), "a newer reader does not harm an older one");
    assertTrue(write(answer(fence.checkShared(resource, 6))));
    assertEquals(2, answer(fence.check(resource, 8)).size());
    assertFalse(write(first));
    assertFalse(write(second));
    refused(fence.checkShared(resource, 8));
    assertTrue(write(answer(fence.checkShared(resource, 9))));
  }

  @Test
  void required_G1_anEqualTokenOfAnotherOwnerIsRefused() throws Exception {
    try (Holdfast one = Holdfast.connect("memory:");
        Holdfast another = Holdfast.connect(cluster().url());
        Lease lease = one.mutex("n").acquire();
        Lease other = another.mutex(resource).acquire()) {
      assertTrue(write(answer(fence.check(resource, lease))));
      assertTrue(write(answer(fence.check(resource, lease))));
      assertTrue(write(answer(fence.check(resource, lease.token()))), "whose it is, is not said");
      String mine = resource + "-2";
      assertEquals(2, answer(fence.check(mine, other)).size());
      ByteSequence mark = Keys.bytes("/holdfast/fence/" + Encoded.encode(mine) + "/exclusive");
      ByteSequence stranger = Keys.bytes(other.token() + " " + Encoded.encode("somebody else"));
      assertNotNull(answer(client.getKVClient().put(mark, stranger)));
      refused(fence.check(mine, other));
    }
  }

  @Test
  void whatIsNoTokenIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> fence.check(resource, 0));
    assertThrows(IllegalArgumentException.class, () -> fence.checkShared("", 1));
  }
}

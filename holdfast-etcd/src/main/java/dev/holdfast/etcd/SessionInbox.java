package dev.holdfast.etcd;

import dev.holdfast.consensus.CoordinationSession;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.PutOption;
import io.etcd.jetcd.watch.WatchEvent;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A session's key, which others write to have one of its attempts looked at, and which ends with
 * the session. Thread-safe.
 */
final class SessionInbox implements AutoCloseable {
  private static final int MOST_EARLY = 1024;

  private final ByteSequence key;
  private final Consumer<String> onEnd;
  private final Runnable onGap;
  private final Map<String, Runnable> looks = new ConcurrentHashMap<>();
  private final Set<String> early = ConcurrentHashMap.newKeySet();
  private volatile @Nullable KeyWatch letters;

  /**
   * An inbox that is not open yet.
   *
   * @param onEnd told when the key is gone, with the reason
   * @param onGap run when letters may have been lost
   */
  SessionInbox(ByteSequence key, Consumer<String> onEnd, Runnable onGap) {
    this.key = key;
    this.onEnd = onEnd;
    this.onGap = onGap;
  }

  /**
   * Has the client of a session look at one of its attempts. A session that has ended has no inbox,
   * so nothing is written then; a letter ends with its session.
   */
  static void write(EtcdCoordination service, Keys keys, long lease, ByteSequence about) {
    ByteSequence box = keys.letterBox(lease);
    Op letter = Op.put(box, about, PutOption.builder().withLeaseId(lease).build());
    CompletableFuture<TxnResponse> unused =
        service.ask(
            client ->
                client
                    .getKVClient()
                    .txn()
                    .If(new Cmp(box, Cmp.Op.GREATER, CmpTarget.createRevision(0)))
                    .Then(letter)
                    .commit());
  }

  void open(Clients clients, long from) {
    letters = KeyWatch.of(clients, key, from, false, this::came, onGap);
  }

  private void came(WatchEvent event) {
    if (event.getEventType() == WatchEvent.EventType.DELETE) {
      onEnd.accept("it was revoked, or its time was over");
      return;
    }
    String node = Keys.text(event.getKeyValue().getValue());
    Runnable look = looks.get(node);
    if (look != null) {
      look.run();
      return;
    }
    if (early.size() >= MOST_EARLY) {
      early.clear();
    }
    boolean unused = early.add(node);
  }

  /** Runs something whenever a letter is about this node, one that has come before included. */
  CoordinationSession.Watch listen(String node, Runnable look) {
    Runnable unused = looks.put(node, look);
    if (early.remove(node)) {
      look.run();
    }
    return () -> {
      looks.remove(node, look);
      early.remove(node);
    };
  }

  @Override
  public void close() {
    KeyWatch open = letters;
    if (open != null) {
      open.close();
    }
    looks.clear();
  }
}

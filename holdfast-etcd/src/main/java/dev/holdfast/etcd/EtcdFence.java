package dev.holdfast.etcd;

import dev.holdfast.Lease;
import dev.holdfast.StaleTokenException;
import dev.holdfast.consensus.Encoded;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.PutOption;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * A guard for data in etcd: it remembers the highest fencing token that a resource has seen, in
 * keys beside the data, and rejects older tokens. The lock may be in any store.
 *
 * <pre>{@code
 * try (Lease lease = holdfast.mutex("account:7").acquire()) {
 *   List<Cmp> newest = EtcdFence.of(client).check("account:7", lease).join();   // first of all
 *   GetResponse balance = kv.get(key).join();          // no older holder changes it now
 *   boolean done = kv.txn().If(newest.toArray(new Cmp[0]))
 *       .Then(Op.put(key, less(balance), PutOption.DEFAULT)).commit().join().isSucceeded();
 * }
 * }</pre>
 *
 * <p>Check before the section reads. The answer is what each transaction of the section has to ask
 * for: it fails once a newer holder has been there. What is written without it is not guarded. A
 * section that checks again goes on with the newer answer.
 *
 * <p>A resource is what one lock protects, and its tokens must all come from that one lock; the
 * lock's name is a good name for it. Under a read-write lock writers call {@code check} and readers
 * {@code checkShared}. Marks stay until they are deleted: their keys are {@code /holdfast/fence/}
 * and the resource's name. Thread-safe.
 *
 * <p>A future fails with {@link StaleTokenException} if a newer holder has been there, or another
 * one with the same token; nothing was changed then. It fails with jetcd's error if etcd does not
 * answer.
 */
public final class EtcdFence {
  private static final String PREFIX = "/holdfast/fence/";

  private final Client client;

  private EtcdFence(Client client) {
    this.client = client;
  }

  /** A guard for what is reached through this client, in its namespace. */
  public static EtcdFence of(Client client) {
    return new EtcdFence(Objects.requireNonNull(client, "client"));
  }

  /** Raises the mark of a resource for an exclusive holder. */
  public CompletableFuture<List<Cmp>> check(String resource, Lease lease) {
    return check(resource, lease.token(), lease.owner().id());
  }

  /**
   * The same for a token alone, which may have come from another process. Which lease it belongs to
   * is not known, so a token equal to the newest one is always admitted.
   */
  public CompletableFuture<List<Cmp>> check(String resource, long token) {
    return check(resource, token, "");
  }

  /** Raises the mark of a resource for a shared holder, a reader. */
  public CompletableFuture<List<Cmp>> checkShared(String resource, Lease lease) {
    return checkShared(resource, lease.token());
  }

  /** The same for a token alone. */
  public CompletableFuture<List<Cmp>> checkShared(String resource, long token) {
    Marked of = new Marked(resource, token);
    return of.seen()
        .thenCompose(
            seen -> {
              if (token <= seen.exclusive.token) {
                return of.stale(seen.exclusive);
              }
              if (token <= seen.shared.token) {
                return CompletableFuture.completedFuture(List.of(of.writersAre(seen)));
              }
              return of.raise(of.shared, "", List.of(of.writersAre(seen), of.readersAre(seen)))
                  .thenCompose(
                      raised ->
                          raised.isSucceeded()
                              ? CompletableFuture.completedFuture(List.of(of.writersAre(seen)))
                              : checkShared(resource, token));
            });
  }

  private CompletableFuture<List<Cmp>> check(String resource, long token, String owner) {
    Marked of = new Marked(resource, token);
    return of.seen()
        .thenCompose(
            seen -> {
              if (token <= seen.shared.token) {
                return of.stale(seen.shared);
              }
              boolean isOwn =
                  owner.isEmpty()
                      || seen.exclusive.owner.isEmpty()
                      || owner.equals(seen.exclusive.owner);
              if (token < seen.exclusive.token || (token == seen.exclusive.token && !isOwn)) {
                return of.stale(seen.exclusive);
              }
              List<Cmp> newest = List.of(of.writersAre(seen), of.readersAre(seen));
              if (token == seen.exclusive.token) {
                return CompletableFuture.completedFuture(newest);
              }
              return of.raise(of.exclusive, owner, newest)
                  .thenCompose(
                      raised -> {
                        if (!raised.isSucceeded()) {
                          return check(resource, token, owner);
                        }
                        long revision = raised.getHeader().getRevision();
                        return CompletableFuture.completedFuture(
                            List.of(is(of.exclusive, revision), of.readersAre(seen)));
                      });
            });
  }

  private static Cmp is(ByteSequence key, long revision) {
    return new Cmp(key, Cmp.Op.EQUAL, CmpTarget.modRevision(revision));
  }

  /** The marks of a resource, and a token that is brought to them. */
  private final class Marked {
    final ByteSequence exclusive;
    final ByteSequence shared;
    private final String resource;
    private final long token;

    Marked(String resource, long token) {
      if (resource.isEmpty()) {
        throw new IllegalArgumentException("a resource has a name");
      }
      if (token <= 0) {
        throw new IllegalArgumentException("a token is positive, but this is " + token);
      }
      this.resource = resource;
      this.token = token;
      exclusive = Keys.bytes(PREFIX + Encoded.encode(resource) + "/exclusive");
      shared = Keys.bytes(PREFIX + Encoded.encode(resource) + "/shared");
    }

    CompletableFuture<Seen> seen() {
      return client
          .getKVClient()
          .txn()
          .Then(Op.get(exclusive, GetOption.DEFAULT), Op.get(shared, GetOption.DEFAULT))
          .commit()
          .thenApply(
              both ->
                  new Seen(
                      Mark.of(both.getGetResponses().get(0)),
                      Mark.of(both.getGetResponses().get(1))));
    }

    CompletableFuture<TxnResponse> raise(ByteSequence mark, String owner, List<Cmp> seen) {
      ByteSequence value =
          ByteSequence.from(token + " " + Encoded.encode(owner), StandardCharsets.US_ASCII);
      return client
          .getKVClient()
          .txn()
          .If(seen.toArray(Cmp[]::new))
          .Then(Op.put(mark, value, PutOption.DEFAULT))
          .commit();
    }

    Cmp writersAre(Seen seen) {
      return is(exclusive, seen.exclusive.revision);
    }

    Cmp readersAre(Seen seen) {
      return is(shared, seen.shared.revision);
    }

    <T> CompletableFuture<T> stale(Mark newer) {
      String by = newer.owner.isEmpty() ? "" : " of " + newer.owner;
      return CompletableFuture.failedFuture(
          new StaleTokenException(resource, token, "token " + newer.token + by));
    }
  }

  private record Seen(Mark exclusive, Mark shared) {}

  /** The highest token of a kind, 0 if there was none, and the revision that brought it. */
  private record Mark(long token, String owner, long revision) {
    static Mark of(GetResponse found) {
      if (found.getKvs().isEmpty()) {
        return new Mark(0, "", 0);
      }
      String text = found.getKvs().get(0).getValue().toString(StandardCharsets.US_ASCII);
      int space = text.indexOf(' ');
      return new Mark(
          Long.parseLong(text.substring(0, space)),
          Encoded.decode(text.substring(space + 1)),
          found.getKvs().get(0).getModRevision());
    }
  }
}

package dev.holdfast.zookeeper;

import dev.holdfast.StoreException;
import dev.holdfast.consensus.StageErrors;
import dev.holdfast.spi.Futures;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;

/**
 * Reads which names a bucket has. ZooKeeper sends all of them in one answer, and a client that is
 * sent more than it takes ({@code jute.maxbuffer}) drops its connection. So the number of names is
 * asked first, and a list that this client cannot take is not asked for again. Thread-safe.
 */
final class BucketListing {
  /** A name and its length, in an answer. */
  private static final int SHORTEST_ENTRY = 4 + 1;

  /** Each byte of the longest name in three characters. */
  private static final int LONGEST_ENTRY = 4 + 3 * 512;

  // The least number of names whose list this client could not take. Names are spread evenly and
  // are of much the same length, so it is of use for all buckets.
  private final AtomicInteger tooMany = new AtomicInteger(Integer.MAX_VALUE);

  /**
   * The nodes of a bucket's names; null if there is no such bucket. Fails with a {@link
   * StoreException} if there are more than this client can read.
   */
  CompletableFuture<@Nullable List<String>> of(ZkSession conn, String bucket) {
    return conn.data(bucket, null)
        .thenCompose(
            found ->
                found == null
                    ? CompletableFuture.completedFuture(null)
                    : of(conn, bucket, found.stat().getNumChildren()));
  }

  /** The nodes of the names of several buckets, like {@link #of(ZkSession, String)}. */
  CompletableFuture<List<String>> of(ZkSession conn, List<String> buckets) {
    List<CompletableFuture<@Nullable List<String>>> each =
        buckets.stream().map(bucket -> of(conn, bucket)).toList();
    return CompletableFuture.allOf(each.toArray(CompletableFuture[]::new))
        .handle(
            (done, error) -> {
              if (error != null) {
                throw reason(each, error);
              }
              return each.stream()
                  .map(Futures::result)
                  .filter(Objects::nonNull)
                  .flatMap(List::stream)
                  .toList();
            });
  }

  /** A list that is too long takes the others' answers along. */
  private static CompletionException reason(
      List<CompletableFuture<@Nullable List<String>>> each, Throwable usual) {
    for (CompletableFuture<?> one : each) {
      Throwable error = one.isCompletedExceptionally() ? errorOf(one) : null;
      if (error instanceof StoreException) {
        return new CompletionException(error);
      }
    }
    return StageErrors.of(usual);
  }

  private static @Nullable Throwable errorOf(CompletableFuture<?> failed) {
    return failed
        .handle((nothing, error) -> error == null ? null : Futures.unwrapped(error))
        .getNow(null);
  }

  private CompletableFuture<@Nullable List<String>> of(ZkSession conn, String bucket, int count) {
    long longest = conn.longestAnswer();
    if (count >= tooMany.get() || (long) count * SHORTEST_ENTRY > longest) {
      return CompletableFuture.failedFuture(tooLong(bucket, count, longest));
    }
    return conn.children(bucket)
        .exceptionallyCompose(
            error -> {
              boolean mayBeTooLong = (long) count * LONGEST_ENTRY > longest;
              if (!mayBeTooLong || !isConnectionLoss(error)) {
                return CompletableFuture.failedFuture(error);
              }
              int unused = tooMany.accumulateAndGet(count, Math::min);
              return CompletableFuture.failedFuture(tooLong(bucket, count, longest));
            });
  }

  private static boolean isConnectionLoss(Throwable error) {
    return Futures.unwrapped(error) instanceof KeeperException.ConnectionLossException;
  }

  private static StoreException tooLong(String bucket, int count, long longest) {
    return new StoreException(
        "The node "
            + bucket
            + " has "
            + count
            + " names, used or not, and the ZooKeeper client takes no answer over "
            + longest
            + " bytes (jute.maxbuffer): names cannot be listed, nor old ones be removed, through"
            + " this client. Locks are not affected. Give the client a ZKClientConfig with a larger"
            + " jute.maxbuffer, or name the store by a zookeeper:// URL.",
        null,
        false);
  }
}

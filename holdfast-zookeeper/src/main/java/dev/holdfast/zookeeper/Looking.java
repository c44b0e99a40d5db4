package dev.holdfast.zookeeper;

import dev.holdfast.LockInfo;
import dev.holdfast.Owner;
import dev.holdfast.zookeeper.Register.Hold;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Looks at names without changing anything. Thread-safe. */
final class Looking {
  private final NameNodes names;

  Looking(NameNodes names) {
    this.names = names;
  }

  CompletableFuture<LockInfo> inspect(Conn conn, String name) {
    return names.read(conn, name, true).thenApply(sight -> info(conn, name, sight));
  }

  /** As it stands once the queue has moved on: who is next holds as soon as it looks. */
  private static LockInfo info(Conn conn, String name, Sight sight) {
    Sight now = sight.with(sight.moveOn().register());
    long millis = TimeUnit.MICROSECONDS.toMillis(now.nowMicros());
    List<LockInfo.Hold> holds = new ArrayList<>();
    for (Hold hold : now.live()) {
      long left = hold.isKept() ? hold.keptUntil() - millis : conn.timeoutMillis();
      holds.add(
          LockInfo.Hold.of(
              hold.attempt(),
              hold.stamp(),
              Duration.ofMillis(left),
              hold.mode(),
              hold.isKept(),
              hold.permits()));
    }
    return new LockInfo(
        name,
        holds,
        now.waiting().stream().map(place -> Owner.parse(place.attempt())).toList(),
        now.isUsed() ? now.size() : 0);
  }

  CompletableFuture<List<String>> names(Conn conn, int limit) {
    CompletableFuture<@Nullable String> unused = conn.sync(names.layout().root());
    List<CompletableFuture<@Nullable List<String>>> buckets = new ArrayList<>();
    for (String bucket : names.layout().buckets()) {
      buckets.add(conn.children(bucket));
    }
    return CompletableFuture.allOf(buckets.toArray(CompletableFuture[]::new))
        .thenCompose(
            done -> {
              List<String> known = new ArrayList<>();
              for (CompletableFuture<@Nullable List<String>> bucket : buckets) {
                List<String> nodes = bucket.join();
                if (nodes != null) {
                  nodes.forEach(node -> known.add(Layout.decode(node)));
                }
              }
              return used(conn, known, 0, limit, new ArrayList<>());
            });
  }

  /** Those of the known names that are in use, some hundred at a time. */
  private CompletableFuture<List<String>> used(
      Conn conn, List<String> known, int from, int limit, List<String> found) {
    if (from >= known.size() || found.size() >= limit) {
      return CompletableFuture.completedFuture(
          List.copyOf(found.subList(0, Math.min(limit, found.size()))));
    }
    int to = Math.min(known.size(), from + 256);
    List<CompletableFuture<Boolean>> each =
        known.subList(from, to).stream()
            .map(name -> names.read(conn, name, false).thenApply(Sight::isUsed))
            .toList();
    return CompletableFuture.allOf(each.toArray(CompletableFuture[]::new))
        .thenCompose(
            done -> {
              for (int i = from; i < to; i++) {
                if (each.get(i - from).join()) {
                  found.add(known.get(i));
                }
              }
              return used(conn, known, to, limit, found);
            });
  }
}

package dev.holdfast.redis.internal.cluster;

import dev.holdfast.redis.internal.port.Bytes;
import dev.holdfast.redis.internal.port.NodeAddress;
import dev.holdfast.redis.internal.port.PushSink;
import dev.holdfast.redis.internal.port.RedisNodes;
import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.port.RedisReplyException;
import dev.holdfast.redis.internal.port.ReplicaWaits;
import dev.holdfast.redis.internal.port.ScanPage;
import dev.holdfast.redis.internal.port.ScriptCall;
import dev.holdfast.redis.internal.protocol.RedisExceptions;
import dev.holdfast.redis.internal.protocol.Slot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The protocol's calls on a cluster: each goes to the server that has the slot of its keys. Nothing
 * is sent twice here: a call that is not answered fails, and its caller asks again.
 *
 * <ol>
 *   <li>{@link ClusterMap} says which server has the slot of the first key. It asks the cluster
 *       when it does not know.
 *   <li>The call goes to that server. If it answers MOVED, the map learns the new server, and the
 *       call goes there; if it answers ASK, this one call goes there, after ASKING. At most five
 *       such answers are followed.
 *   <li>CLUSTERDOWN, READONLY and MASTERDOWN go to the caller, and the map looks at the cluster
 *       again in the background. So it does after a server that did not answer.
 *   <li>A batch is divided by servers, and all of them are asked at the same time. An exception
 *       stands in the place of each answer that did not come. {@link Bulkhead} keeps a server that
 *       does not answer from blocking all threads.
 * </ol>
 */
public final class ClusterPort implements RedisPort {
  private static final int MOST_REDIRECTIONS = 5;
  private static final byte[] START = {'0'};

  private final RedisNodes nodes;
  private final ClusterMap map;
  private final Bulkhead bulkhead;
  private final Map<NodeAddress, Integer> parts = new ConcurrentHashMap<>();
  private final AtomicInteger lastPart = new AtomicInteger();

  /** Over the servers of a cluster, which are closed with it. */
  public ClusterPort(RedisNodes nodes) {
    this.nodes = nodes;
    this.map = new ClusterMap(nodes);
    this.bulkhead = new Bulkhead(nodes.isBlocking());
  }

  @Override
  public boolean isSharded() {
    return true;
  }

  @Override
  public int part(byte[] key) {
    NodeAddress owner = map.presentOwner(Slot.of(key));
    return owner == null ? 0 : parts.computeIfAbsent(owner, node -> lastPart.incrementAndGet());
  }

  @Override
  public CompletionStage<Object> call(ScriptCall call) {
    return map.owner(slot(call))
        .thenCompose(
            owner ->
                heed(owner, nodes.node(owner).call(call))
                    .exceptionallyCompose(error -> follow(call, owner, error, 0)));
  }

  @Override
  public boolean isAbleToWait() {
    return true;
  }

  @Override
  public CompletionStage<List<Object>> callAndWait(ScriptCall call, ReplicaWaits.Kind kind) {
    return map.owner(slot(call)).thenCompose(owner -> callAndWait(owner, call, kind, 0));
  }

  /** A slot that is on its way has no server whose replicas would have it. */
  private CompletionStage<List<Object>> callAndWait(
      NodeAddress node, ScriptCall call, ReplicaWaits.Kind kind, int hops) {
    return heed(node, nodes.node(node).callAndWait(call, kind))
        .thenCompose(
            replies -> {
              Redirection there =
                  replies.get(0) instanceof RedisReplyException error
                      ? Redirection.in(error, node)
                      : null;
              if (there == null || there.once() || hops >= MOST_REDIRECTIONS) {
                return CompletableFuture.completedStage(replies);
              }
              map.moved(slot(call), there.node());
              return callAndWait(there.node(), call, kind, hops + 1);
            });
  }

  private static int slot(ScriptCall call) {
    return Slot.of(call.keysAndArguments()[0]);
  }

  /** Takes notice of whether a server answers. */
  private <T> CompletionStage<T> heed(NodeAddress node, CompletionStage<T> answer) {
    return answer.whenComplete(
        (reply, error) -> {
          if (error == null || RedisExceptions.unwrap(error) instanceof RedisReplyException) {
            map.heard(node);
          } else {
            map.silent(node);
          }
        });
  }

  /** Goes where the server says, if it does. */
  private CompletionStage<Object> follow(
      ScriptCall call, NodeAddress asked, Throwable error, int hops) {
    if (!(RedisExceptions.unwrap(error) instanceof RedisReplyException reply)) {
      return CompletableFuture.failedStage(error);
    }
    Redirection there = Redirection.in(reply, asked);
    if (there == null) {
      if (reply.begins("CLUSTERDOWN") || reply.begins("READONLY") || reply.begins("MASTERDOWN")) {
        map.doubt();
      }
      return CompletableFuture.failedStage(error);
    }
    if (hops >= MOST_REDIRECTIONS) {
      return CompletableFuture.failedStage(
          new RedisReplyException(
              "TRYAGAIN its servers refer to one another for this slot", reply));
    }
    RedisPort port = nodes.node(there.node());
    CompletionStage<Object> answer;
    if (there.once()) {
      answer =
          port.callAll(List.of(call.asking()))
              .thenApply(
                  replies -> {
                    if (replies.get(0) instanceof RuntimeException refusal) {
                      throw refusal;
                    }
                    return replies.get(0);
                  });
    } else {
      map.moved(slot(call), there.node());
      answer = port.call(call);
    }
    return heed(there.node(), answer)
        .exceptionallyCompose(next -> follow(call, there.node(), next, hops + 1));
  }

  @Override
  public CompletionStage<List<Object>> callAll(List<ScriptCall> calls) {
    return map.masters().thenCompose(all -> callAll(all, calls));
  }

  private CompletionStage<List<Object>> callAll(List<NodeAddress> masters, List<ScriptCall> calls) {
    Map<NodeAddress, List<Integer>> byNode = new LinkedHashMap<>();
    for (int i = 0; i < calls.size(); i++) {
      NodeAddress owner = map.presentOwner(slot(calls.get(i)));
      byNode
          .computeIfAbsent(owner == null ? masters.get(0) : owner, node -> new ArrayList<>())
          .add(i);
    }
    Object[] replies = new Object[calls.size()];
    List<CompletableFuture<?>> all = new ArrayList<>(byNode.size());
    byNode.forEach(
        (node, indexes) -> all.add(send(node, indexes, calls, replies).toCompletableFuture()));
    return CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new))
        .thenApply(done -> Arrays.asList(replies));
  }

  /** Asks one server, and lets an exception stand for each call that it did not answer. */
  private CompletionStage<Boolean> send(
      NodeAddress node, List<Integer> indexes, List<ScriptCall> calls, Object[] replies) {
    List<ScriptCall> own = indexes.stream().map(calls::get).toList();
    return bulkhead
        .pass(node, () -> heed(node, nodes.node(node).callAll(own)))
        .exceptionally(error -> Collections.nCopies(own.size(), standIn(error)))
        .thenCompose(
            answers -> {
              List<CompletableFuture<?>> redirected = new ArrayList<>();
              for (int i = 0; i < own.size(); i++) {
                int index = indexes.get(i);
                replies[index] = answers.get(i);
                if (answers.get(i) instanceof RedisReplyException error) {
                  redirected.add(
                      follow(own.get(i), node, error, 0)
                          .exceptionally(ClusterPort::standIn)
                          .thenAccept(reply -> replies[index] = reply)
                          .toCompletableFuture());
                }
              }
              return CompletableFuture.allOf(redirected.toArray(CompletableFuture<?>[]::new));
            })
        .thenApply(done -> true);
  }

  private static RuntimeException standIn(Throwable error) {
    return RedisExceptions.unwrap(error) instanceof RuntimeException known
        ? known
        : new CompletionException(RedisExceptions.unwrap(error));
  }

  /**
   * One master after the other, in order. A cursor is the server's own, with the server's address
   * behind it.
   */
  @Override
  public CompletionStage<ScanPage> scan(byte[] cursor, byte[] pattern) {
    return map.masters()
        .thenCompose(
            masters -> {
              String[] words = Bytes.text(cursor).split(" ", 2);
              NodeAddress node =
                  words.length == 1 ? masters.get(0) : NodeAddress.parse(words[1], "");
              return heed(node, nodes.node(node).scan(Bytes.of(words[0]), pattern))
                  .thenApply(page -> page.goingOnAt(next(page, node, masters)));
            });
  }

  private static byte[] next(ScanPage page, NodeAddress node, List<NodeAddress> masters) {
    if (!page.isLast()) {
      return Bytes.of(Bytes.text(page.next()) + " " + node);
    }
    return masters.stream()
        .filter(other -> other.compareTo(node) > 0)
        .min(Comparator.naturalOrder())
        .map(other -> Bytes.of("0 " + other))
        .orElse(START);
  }

  @Override
  public CompletionStage<Void> ping() {
    return map.masters().thenCompose(all -> nodes.node(map.some()).ping());
  }

  /** At the server that has the keys; if it does not answer, others may do so. */
  @Override
  public CompletionStage<List<Object>> greet(ScriptCall check, boolean look) {
    return map.owner(slot(check))
        .thenCompose(
            owner ->
                heed(owner, nodes.node(owner).greet(check, look))
                    .thenCompose(replies -> greeted(check, owner, replies))
                    .exceptionallyCompose(
                        error ->
                            RedisExceptions.unwrap(error) instanceof RedisReplyException
                                ? CompletableFuture.failedStage(error)
                                : ping().thenApply(pong -> List.of())));
  }

  private CompletionStage<List<Object>> greeted(
      ScriptCall check, NodeAddress owner, List<Object> replies) {
    if (replies.isEmpty()
        || !(replies.get(0) instanceof RedisReplyException error)
        || Redirection.in(error, owner) == null) {
      return CompletableFuture.completedStage(replies);
    }
    return follow(check, owner, error, 0)
        .exceptionally(ClusterPort::standIn)
        .thenApply(
            reply -> {
              List<Object> followed = new ArrayList<>(replies);
              followed.set(0, reply);
              return followed;
            });
  }

  /** Where the first key is, if the command is one about keys; else at one master, always that. */
  @Override
  public CompletionStage<List<Object>> ask(List<List<String>> commands) {
    List<String> first = commands.get(0);
    CompletionStage<NodeAddress> where =
        first.get(0).equals("DEL")
            ? map.owner(Slot.of(Bytes.of(first.get(1))))
            : map.masters().thenApply(all -> all.get(0));
    return where.thenCompose(node -> heed(node, nodes.node(node).ask(commands)));
  }

  @Override
  public RedisNodes servers() {
    return nodes;
  }

  @Override
  public void distrust() {
    CompletionStage<Void> unused =
        map.masters().thenAccept(all -> all.forEach(node -> nodes.node(node).distrust()));
  }

  @Override
  public void subscribe(String channel, PushSink sink) {
    nodes.subscribe(channel, sink, map::some);
  }

  @Override
  public void unsubscribe(String channel) {
    nodes.unsubscribe(channel);
  }

  @Override
  public void close() {
    map.close();
    nodes.close();
  }
}

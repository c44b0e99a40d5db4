package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.internal.port.ReplicaWaits;
import dev.holdfast.redis.internal.port.ScriptCall;
import dev.holdfast.spi.DaemonThreads;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Sends scripts and WAIT, on a connection for each kind of WAIT, which is made when it is used. */
final class LettuceWaits implements ReplicaWaits.Sender, AutoCloseable {
  private static final String THREAD_NAME = "holdfast-lettuce-acknowledgements";

  private final Function<ReplicaWaits.Kind, LettucePort> ports;
  private final Map<ReplicaWaits.Kind, Lane> lanes = new ConcurrentHashMap<>();

  /**
   * Over connections to be.
   *
   * @param ports makes one, whose calls may take as long as such a WAIT
   */
  LettuceWaits(Function<ReplicaWaits.Kind, LettucePort> ports) {
    this.ports = ports;
  }

  @Override
  public CompletionStage<List<Object>> send(List<ScriptCall> calls, ReplicaWaits.Kind kind) {
    Lane lane = lanes.computeIfAbsent(kind, made -> new Lane(ports.apply(made)));
    return lane.begun().thenCompose(begun -> lane.port.sendAndWait(calls, kind));
  }

  /** Ends the present connections without waiting for that. */
  void leave() {
    lanes.values().forEach(lane -> lane.port.leave());
  }

  /** Makes the connections anew. */
  void distrust() {
    lanes.values().forEach(lane -> lane.port.distrust());
  }

  @Override
  public void close() {
    lanes.values().forEach(lane -> lane.port.disconnect());
  }

  /** One connection; it is used by one batch at a time. */
  private static final class Lane {
    final LettucePort port;
    private volatile @Nullable CompletableFuture<Void> beginning;

    Lane(LettucePort port) {
      this.port = port;
    }

    /** Connecting may block. */
    CompletableFuture<Void> begun() {
      CompletableFuture<Void> known = beginning;
      if (known == null || known.isCompletedExceptionally()) {
        known = CompletableFuture.runAsync(port::begin, Lane::onThread);
        beginning = known;
      }
      return known;
    }

    private static void onThread(Runnable task) {
      DaemonThreads.start(THREAD_NAME, task);
    }
  }
}

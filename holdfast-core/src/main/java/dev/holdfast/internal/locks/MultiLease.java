package dev.holdfast.internal.locks;

import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.Loss;
import dev.holdfast.Owner;
import dev.holdfast.StoreException;
import dev.holdfast.internal.engine.HeldLease;
import dev.holdfast.internal.engine.LeaseRequests;
import dev.holdfast.internal.engine.LeaseState;
import dev.holdfast.internal.text.Sequencer;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A lease of several names, which have one token. When one of them is lost it is lost; the others
 * stay taken until it is released, since its holder may still be at work.
 */
public final class MultiLease implements Lease {
  private final String name;
  private final List<HeldLease> parts;
  private final LeaseRequests requests;

  MultiLease(String name, List<HeldLease> parts, LeaseRequests requests) {
    this.name = name;
    this.parts = List.copyOf(parts);
    this.requests = requests;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long token() {
    return parts.get(0).token();
  }

  @Override
  public Owner owner() {
    return parts.get(0).owner();
  }

  @Override
  public String sequencer() {
    failUnlessHeld();
    return parts.stream().map(HeldLease::sequencer).collect(Collectors.joining(Sequencer.AND));
  }

  @Override
  public int nodes() {
    return parts.stream().mapToInt(HeldLease::nodes).min().orElseThrow();
  }

  @Override
  public boolean isHeld() {
    return parts.stream().allMatch(HeldLease::isHeld);
  }

  @Override
  public Duration remaining() {
    return parts.stream().map(HeldLease::remaining).min(Duration::compareTo).orElseThrow();
  }

  @Override
  public void ensure(Duration atLeast) {
    parts.forEach(part -> part.checkCanEnsure(atLeast));
    List<LeaseState> lacking =
        parts.stream().filter(part -> !part.hasLeft(atLeast)).map(HeldLease::state).toList();
    StoreException error = lacking.isEmpty() ? null : requests.renewWhole(lacking);
    failUnlessHeld();
    parts.forEach(part -> part.failUnlessLeft(atLeast, error));
  }

  @Override
  public void extend(Duration lease) {
    requests.extend(parts, lease, null);
  }

  @Override
  public void extend(Duration lease, Duration holdAtLeast) {
    requests.extend(parts, lease, Objects.requireNonNull(holdAtLeast, "holdAtLeast"));
  }

  private void failUnlessHeld() {
    boolean unused = isHeld(); // which notices a passed deadline
    LeaseLostException lost = lossAsException();
    if (lost != null) {
      throw lost;
    }
    parts.forEach(HeldLease::failUnlessHeld);
  }

  /** The first loss of a part that is known. */
  private @Nullable LeaseLostException lossAsException() {
    for (HeldLease part : parts) {
      Loss loss = part.state().loss();
      if (loss != null) {
        return new LeaseLostException(name, token(), of(part.name(), loss));
      }
    }
    return null;
  }

  private static Loss of(String part, Loss loss) {
    return new Loss(
        loss.kind(), "'" + part + "' was lost, as " + loss.message(), loss.error().orElse(null));
  }

  @Override
  public void onLost(Consumer<Loss> callback) {
    Objects.requireNonNull(callback, "callback");
    AtomicBoolean told = new AtomicBoolean();
    for (HeldLease part : parts) {
      String lost = part.name(); // not the part: what the engine references must not keep it alive
      part.onLost(
          loss -> {
            if (told.compareAndSet(false, true)) {
              callback.accept(of(lost, loss));
            }
          });
    }
  }

  @Override
  public void onReleaseRequested(Consumer<String> callback) {
    parts.forEach(part -> part.onReleaseRequested(callback));
  }

  List<LeaseState> states() {
    return parts.stream().map(HeldLease::state).toList();
  }

  @Override
  public void release() {
    try {
      requests.releaseAll(states());
    } finally {
      Reference.reachabilityFence(this); // until here: else a tick might take it for a leak
    }
  }

  @Override
  public void releaseUnused() {
    states().forEach(LeaseState::owesNothing);
    release();
  }

  @Override
  public CompletableFuture<Void> releaseAsync() {
    try {
      return requests.releaseAllAsync(states());
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  @Override
  public void close() {
    release();
    LeaseLostException lost = lossAsException();
    if (lost != null) {
      throw lost;
    }
  }

  /** LOST with the first of its parts. */
  private LeaseState.Phase phase() {
    List<LeaseState.Phase> phases = states().stream().map(LeaseState::phase).toList();
    return phases.contains(LeaseState.Phase.LOST) ? LeaseState.Phase.LOST : phases.get(0);
  }

  @Override
  public String toString() {
    return "Lease[" + name + ", token " + token() + ", " + phase() + "]";
  }
}

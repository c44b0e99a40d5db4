package dev.holdfast.internal.election;

import dev.holdfast.Election;
import dev.holdfast.Leader;
import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import dev.holdfast.internal.runtime.SerialExecutor;
import dev.holdfast.internal.session.StoreInvoker;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Looks for the leader again and again, and tells of changes. */
public final class LeaderPoller implements Election.Observation {
  private final String name;
  private final long periodNanos;
  private final Consumer<Optional<Leader>> observer;
  private final Elections elections;
  private final SerialExecutor notifications;
  private volatile boolean closed;
  private @Nullable String known; // the leader seen last; null before the first look

  LeaderPoller(
      String name, long periodNanos, Consumer<Optional<Leader>> observer, Elections elections) {
    this.name = name;
    this.periodNanos = periodNanos;
    this.observer = observer;
    this.elections = elections;
    this.notifications = elections.notifications();
  }

  void look() {
    if (!closed && !elections.clientClosed.getAsBoolean()) {
      elections.calls.call(
          false, elections.host.io(), (session, sentAt) -> session.inspect(name), new Seen());
    }
  }

  /** What a look has found. No call of the program waits for it. */
  private final class Seen implements StoreInvoker.Reply<LockInfo> {
    @Override
    public void known(LockInfo info, long sentAt) {
      seen(Leader.of(info));
    }

    @Override
    public void unknown(StoreException error) {
      notSeen();
    }

    @Override
    public boolean isToBeSent() {
      return !closed;
    }

    @Override
    public boolean isAwaited() {
      return false;
    }
  }

  private void seen(Optional<Leader> now) {
    boolean changed = changed(now);
    lookAgain(); // first: whatever comes of this look, the next one follows
    if (changed) {
      notifications.add(
          () -> {
            if (!closed) {
              observer.accept(now);
            }
          });
    }
  }

  private synchronized boolean changed(Optional<Leader> now) {
    String before = known;
    known = now.map(leader -> leader.term() + " " + leader.owner().id()).orElse("none");
    return !known.equals(before);
  }

  private void notSeen() {
    lookAgain();
  }

  private void lookAgain() {
    elections.timers.after(elections.engine.jitter(periodNanos), this::look);
  }

  @Override
  public void close() {
    closed = true;
  }
}

package dev.holdfast.internal.locks;

import dev.holdfast.DistributedLock;
import dev.holdfast.HeldLock;
import dev.holdfast.RequestListener;
import dev.holdfast.internal.engine.Engine;
import dev.holdfast.internal.engine.LeaseEvents;
import dev.holdfast.internal.engine.Waiter;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** All of several locks, in the order of their names. */
public final class MultiLock extends BaseLock {
  private static final int MOST = 500;

  private final List<NamedLock> parts;

  private MultiLock(List<NamedLock> parts) {
    super(parts.get(0).settings(), parts.get(0).engines);
    this.parts = parts;
  }

  /** All of these locks of this client; a single one is that lock. */
  public static DistributedLock of(
      Collection<? extends DistributedLock> locks, CurrentEngine engines) {
    Map<String, NamedLock> parts = new TreeMap<>();
    locks.forEach(lock -> add(lock, engines, parts));
    if (parts.isEmpty() || parts.size() > MOST) {
      throw new IllegalArgumentException(
          "all(…) takes 1 to " + MOST + " names, but these are " + parts.size());
    }
    if (parts.size() > 1
        && parts.values().stream().anyMatch(part -> part.settings().replicas > 0)) {
      throw new UnsupportedOperationException(
          "acknowledgedBy(...) is for a lock of one name; nothing was asked");
    }
    return parts.size() == 1
        ? parts.values().iterator().next()
        : new MultiLock(List.copyOf(parts.values()));
  }

  private static void add(
      DistributedLock lock, CurrentEngine engines, Map<String, NamedLock> parts) {
    if (lock instanceof MultiLock all) {
      all.parts.forEach(part -> add(part, engines, parts));
    } else if (!(lock instanceof NamedLock part) || part.engines != engines) {
      throw new IllegalArgumentException(lock + " is no lock of this client");
    } else if (parts.putIfAbsent(part.name(), part) != null) {
      throw new IllegalArgumentException(
          "'" + part.name() + "' is asked for twice, and would wait for itself");
    }
  }

  @Override
  public String name() {
    return parts.stream().map(NamedLock::name).collect(Collectors.joining(", "));
  }

  @Override
  public DistributedLock withNote(String note) {
    return new MultiLock(parts.stream().map(part -> part.withNote(note)).toList());
  }

  @Override
  Asked ask(Engine engine, Waiter waiter) {
    MultiAcquire gathering = new MultiAcquire(this::name, parts, engine, waiter);
    LeaseEvents events = engine.leaseEvents;
    RequestListener heard = events.tellsRequests() ? events.requested(name(), waiter) : null;
    gathering.begin();
    events.asked(heard);
    return gathering;
  }

  @Override
  public HeldLock asLock() {
    return new MultiView(
        name(), parts.stream().map(NamedLock::asLock).toList(), () -> engines.get().now());
  }

  @Override
  public String toString() {
    return "All" + parts;
  }
}

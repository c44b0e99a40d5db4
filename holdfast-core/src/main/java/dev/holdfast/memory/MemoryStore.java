package dev.holdfast.memory;

import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds kept in this process: the reference that other stores are compared with, and a store for
 * tests and single-process programs.
 *
 * <p>Thread-safe. One lock guards all names; pushes are delivered after it is released, on the
 * thread whose call caused them.
 */
public final class MemoryStore implements LockStore {
  private static final Map<String, MemoryStore> NAMED = new ConcurrentHashMap<>();

  private final String label;
  private final LongSupplier microsClock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Key, NameState> names = new HashMap<>();
  private final Map<String, StoreListener> listeners = new ConcurrentHashMap<>();
  // The newest stamp of any name that was forgotten: names cost memory only while they are used,
  // and stamps keep growing even if the clock given to us steps back.
  private long forgottenStamp;

  private MemoryStore(String label, LongSupplier microsClock) {
    this.label = label;
    this.microsClock = microsClock;
  }

  /** A store of its own. */
  public static MemoryStore create() {
    return create(new StoreTicker()::micros);
  }

  /** A store of its own on this clock, in microseconds since 1970, which a test may step. */
  public static MemoryStore create(LongSupplier microsClock) {
    return new MemoryStore("memory:", microsClock);
  }

  /** The one store of this name in this process. */
  public static MemoryStore named(String name) {
    return NAMED.computeIfAbsent(
        name, n -> new MemoryStore("memory:" + n, new StoreTicker()::micros));
  }

  @Override
  public StoreCapabilities capabilities() {
    return new StoreCapabilities(false, true, HoldKind.LEASE, Duration.ofSeconds(1));
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    listeners.put(client.id(), listener);
    return new MemorySession(this, client);
  }

  @Override
  public List<Finding> examine(Examination examination) {
    return List.of(
        Finding.note(
                "kind",
                "the memory of this process",
                "locks are between the threads of one process; another process, on this machine or"
                    + " another, has a store of its own under the same URL")
            .advise("name another store if several processes are to share locks"));
  }

  /** Does nothing: a store of this kind owns no resource but its memory. */
  @Override
  public void close() {}

  @Override
  public String toString() {
    return label;
  }

  void disconnect(ClientIdentity client) {
    listeners.remove(client.id());
  }

  long millis() {
    return TimeUnit.MICROSECONDS.toMillis(microsClock.getAsLong());
  }

  /** Runs one operation on one name, atomically, then delivers the pushes it caused. */
  <T> T on(String namespace, String name, Operation<T> operation) {
    List<Push> pushes = new ArrayList<>(1);
    T result;
    lock.lock();
    try {
      long now = microsClock.getAsLong();
      Key key = new Key(namespace, name);
      NameState state = state(key);
      result = operation.apply(state, now, pushes);
      forgetIfUnused(key, state, now);
    } finally {
      lock.unlock();
    }
    deliver(pushes);
    return result;
  }

  /** The same on several names. */
  <T> T onAll(String namespace, List<String> some, WideOperation<T> operation) {
    List<Push> pushes = new ArrayList<>(1);
    T result;
    lock.lock();
    try {
      long now = microsClock.getAsLong();
      Map<Key, NameState> states = new LinkedHashMap<>();
      for (String name : some) {
        Key key = new Key(namespace, name);
        states.put(key, state(key));
      }
      result = operation.apply(List.copyOf(states.values()), now, pushes);
      states.forEach((key, state) -> forgetIfUnused(key, state, now));
    } finally {
      lock.unlock();
    }
    deliver(pushes);
    return result;
  }

  private NameState state(Key key) {
    NameState state = names.get(key);
    if (state == null) {
      state = new NameState(key.name(), forgottenStamp);
      names.put(key, state);
    }
    return state;
  }

  private void forgetIfUnused(Key key, NameState state, long now) {
    if (state.isForgettable(now)) {
      forgottenStamp = Math.max(forgottenStamp, state.lastStamp());
      names.remove(key);
    }
  }

  private void deliver(List<Push> pushes) {
    for (Push push : pushes) {
      StoreListener listener = listeners.get(ClientIdentity.clientOf(push.attempt()));
      if (listener != null) {
        push.deliver().accept(listener);
      }
    }
  }

  /** Looks at all names of a namespace. */
  <T> List<T> each(String namespace, Function<NameView, @Nullable T> look) {
    lock.lock();
    try {
      long now = microsClock.getAsLong();
      List<T> seen = new ArrayList<>();
      names.forEach(
          (key, state) -> {
            if (key.namespace().equals(namespace)) {
              T found = look.apply(new NameView(key.name(), state, now));
              if (found != null) {
                seen.add(found);
              }
            }
          });
      return seen;
    } finally {
      lock.unlock();
    }
  }

  /** What an operation does to a name. */
  interface Operation<T> {
    T apply(NameState state, long nowMicros, List<Push> pushes);
  }

  /** What an operation does to several names. */
  interface WideOperation<T> {
    T apply(List<NameState> states, long nowMicros, List<Push> pushes);
  }

  /** A name as it stands while it is looked at. */
  record NameView(String name, NameState state, long nowMicros) {}

  /** A message for the client of an attempt. */
  record Push(String attempt, java.util.function.Consumer<StoreListener> deliver) {}

  private record Key(String namespace, String name) {}
}

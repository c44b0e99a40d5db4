package dev.holdfast.tck;

import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import dev.holdfast.tck.internal.clients.Pushes;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * A small store of its own, with one flaw or none. It shares no code with the memory store, so that
 * what both do alike is what the rules say. One monitor guards all of it.
 */
public final class TwinStore implements LockStore {
  final Flaw flaw;
  final LongSupplier micros;
  final Map<String, TwinName> names = new HashMap<>();
  final Map<String, StoreListener> listeners = new HashMap<>();

  public TwinStore(Flaw flaw, LongSupplier micros) {
    this.flaw = flaw;
    this.micros = micros;
  }

  boolean has(Flaw suspected) {
    return flaw == suspected;
  }

  TwinName name(String namespace, String name) {
    String known = name;
    if (has(Flaw.NAMES_FOLD_CASE)) {
      known = name.toLowerCase(Locale.ROOT);
    } else if (has(Flaw.NAMES_END_AT_NUL) && name.indexOf(0) > 0) {
      known = name.substring(0, name.indexOf(0));
    }
    String key = has(Flaw.NAMESPACES_MEET) ? known : namespace + "\u0000" + known;
    return names.computeIfAbsent(key, k -> new TwinName(this, namespace, name));
  }

  StoreListener listener(String attempt) {
    return listeners.getOrDefault(ClientIdentity.clientOf(attempt), new Pushes());
  }

  @Override
  public StoreCapabilities capabilities() {
    return new StoreCapabilities(false, true, HoldKind.LEASE, Duration.ofSeconds(1));
  }

  @Override
  public synchronized StoreSession open(ClientIdentity client, StoreListener listener) {
    listeners.put(client.id(), listener);
    return new TwinSession(this, client);
  }

  @Override
  public void close() {}
}

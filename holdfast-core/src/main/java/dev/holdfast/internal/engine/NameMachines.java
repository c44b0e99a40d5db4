package dev.holdfast.internal.engine;

import dev.holdfast.internal.hold.LockSettings;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The {@link NameMachine}s of one client, by name: those of locks and those of semaphores, since a
 * name is one or the other, and the store says which if programs disagree. Thread-safe.
 */
public final class NameMachines {
  private final ConcurrentHashMap<String, NameMachine> locks = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, NameMachine> semaphores = new ConcurrentHashMap<>();

  private final Function<String, NameMachine> newMachine;

  NameMachines(EngineServices engine) {
    Consumer<NameMachine> whenRetired = this::remove;
    this.newMachine = name -> new NameMachine(name, engine, whenRetired);
  }

  private ConcurrentHashMap<String, NameMachine> of(LockSettings settings) {
    return settings.isCounted() ? semaphores : locks;
  }

  /** The name machine for requests with these settings; a new one if there is none. */
  NameMachine get(String name, LockSettings settings) {
    return of(settings).computeIfAbsent(name, newMachine);
  }

  /** The same if there is one. */
  @Nullable NameMachine known(String name, LockSettings settings) {
    return of(settings).get(name);
  }

  private void remove(NameMachine machine) {
    boolean unused =
        locks.remove(machine.name(), machine) || semaphores.remove(machine.name(), machine);
  }

  boolean isEmpty() {
    return locks.isEmpty() && semaphores.isEmpty();
  }

  void forEach(Consumer<NameMachine> action) {
    locks.values().forEach(action);
    semaphores.values().forEach(action);
  }

  /** Those of one name. */
  void forEach(String name, Consumer<NameMachine> action) {
    accept(locks.get(name), action);
    accept(semaphores.get(name), action);
  }

  private static void accept(@Nullable NameMachine machine, Consumer<NameMachine> action) {
    if (machine != null) {
      action.accept(machine);
    }
  }
}

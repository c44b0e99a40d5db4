package dev.holdfast.benchmarks.contender;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.LockOptions;
import dev.holdfast.spi.LockStore;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Holdfast: acquire with token and renewal, release. Every token of a thread must be above its last
 * one, or another one, where permits are lent.
 */
final class Ours implements Contender {
  /** The first client of a JVM loads its classes, perhaps beside other JVMs. */
  static final Duration CONNECTING = Duration.ofMinutes(1);

  private final LockStore store;

  private final Holdfast holdfast;
  private final Kind kind;
  private final LongSupplier commands;
  private final Runnable closeClient;

  Ours(
      LockStore store,
      LockOptions options,
      Kind kind,
      LongSupplier commands,
      Runnable closeClient) {
    this.store = store;
    this.kind = kind;
    this.holdfast = Holdfast.builder(store).options(options).connectTimeout(CONNECTING).build();
    this.commands = commands;
    this.closeClient = closeClient;
  }

  @Override
  public Section section(String name) {
    return new LeaseSection(kind.lock(holdfast, name), kind != Kind.PERMIT);
  }

  @Override
  public long commands() {
    return commands.getAsLong();
  }

  @Override
  public void close() {
    holdfast.close();
    store.close();
    closeClient.run();
  }

  /** What is acquired. */
  enum Kind {
    MUTEX,
    READ,
    WRITE,
    PERMIT;

    private DistributedLock lock(Holdfast holdfast, String name) {
      return switch (this) {
        case MUTEX -> holdfast.mutex(name);
        case READ -> holdfast.readWrite(name).read();
        case WRITE -> holdfast.readWrite(name).write();
        case PERMIT -> holdfast.semaphore(name, ContenderProvider.PERMITS).taking(1);
      };
    }
  }
}

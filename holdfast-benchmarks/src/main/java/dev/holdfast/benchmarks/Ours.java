package dev.holdfast.benchmarks;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.spi.LockStore;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Holdfast: acquire with token and renewal, release; every token must be above the last. */
final class Ours implements Contender {
  private final LockStore store;
  private final Holdfast holdfast;
  private final boolean shared;
  private final LongSupplier commands;
  private final Runnable closeClient;

  /**
   * @param shared whether sections are for readers
   */
  Ours(
      LockStore store,
      LockOptions options,
      boolean shared,
      LongSupplier commands,
      Runnable closeClient) {
    this.store = store;
    this.shared = shared;
    this.holdfast = Holdfast.builder(store).options(options).build();
    this.commands = commands;
    this.closeClient = closeClient;
  }

  @Override
  public Section section(String name) {
    return new LeaseSection(shared ? holdfast.readWrite(name).read() : holdfast.mutex(name));
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

  private static final class LeaseSection implements Section {
    private final DistributedLock lock;
    private @Nullable Lease lease;
    private long lastToken;

    LeaseSection(DistributedLock lock) {
      this.lock = lock;
    }

    @Override
    public void enter() throws InterruptedException {
      Lease granted = lock.acquire();
      if (granted.token() <= lastToken) {
        throw new IllegalStateException("a token did not grow");
      }
      lastToken = granted.token();
      lease = granted;
    }

    @Override
    public void leave() {
      Objects.requireNonNull(lease, "entered").close();
    }
  }
}

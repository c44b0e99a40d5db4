package dev.holdfast.internal.locks;

import dev.holdfast.DistributedLock;
import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.Lease;
import dev.holdfast.internal.engine.HeldLease;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;

/** The two locks of one name, and the ways from the one to the other. */
public final class NamedReadWriteLock implements DistributedReadWriteLock {
  private final NamedLock read;
  private final NamedLock write;
  private final CurrentEngine engines;

  public NamedReadWriteLock(NamedLock read, NamedLock write, CurrentEngine engines) {
    if (!read.settings().lendable()) {
      throw new IllegalArgumentException(
          "readers of one client share one hold, so holdAtLeast(...), lockDelay(...) and"
              + " renew(false) are for the write side only; maxHold(...) bounds a reader's time");
    }
    this.read = read;
    this.write = write;
    this.engines = engines;
  }

  @Override
  public String name() {
    return read.name();
  }

  @Override
  public DistributedLock read() {
    return read;
  }

  @Override
  public DistributedLock write() {
    return write;
  }

  @Override
  public ReadWriteLock asReadWriteLock() {
    return new View(read.asLock(), write.asLock());
  }

  @Override
  public Lease downgrade(Lease writeLease) {
    HeldLease exclusive = own(writeLease, false);
    if (exclusive.mustStayTaken()) {
      throw new IllegalArgumentException(
          "the name '"
              + name()
              + "' must stay taken (holdAtLeast), so its write lease cannot be given for a read"
              + " lease; it is held as before");
    }
    return NamedLock.downgrade(exclusive, read.settings());
  }

  @Override
  public Optional<Lease> tryUpgrade(Lease readLease) {
    HeldLease shared = own(readLease, true);
    if (write.settings().replicas > 0) {
      throw new UnsupportedOperationException(
          "the write lease of '"
              + name()
              + "' is to be acknowledged by replicas, which an upgrade is not: release the read"
              + " lease and acquire the write lease; the read lease is held as before");
    }
    HeldLease made = shared.upgrade(write.settings());
    if (made == null) {
      shared.failUnlessHeld();
    }
    return Optional.ofNullable(made);
  }

  private HeldLease own(Lease lease, boolean shared) {
    Objects.requireNonNull(lease, "lease");
    if (lease instanceof HeldLease held
        && held.name().equals(name())
        && held.state().settings.isShared() == shared) {
      held.failUnlessHeld(); // as one does that the client had before it was closed
      if (held.isOf(engines.get().leaseRequests)) {
        return held;
      }
    }
    throw new IllegalArgumentException(
        lease
            + " is no "
            + (shared ? "read" : "write")
            + " lease of '"
            + name()
            + "' of this client");
  }

  private record View(Lock readLock, Lock writeLock) implements ReadWriteLock {}

  @Override
  public String toString() {
    return "ReadWriteLock[" + name() + "]";
  }
}

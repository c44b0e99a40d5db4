package dev.holdfast.lab.sim;

import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.StoreException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * How a thread that holds changes to the other side of a read-write lock: who writes becomes a
 * reader, who reads tries to become the writer. (Rule S4, and what the methods promise.)
 */
final class SideChange {
  private final Run run;
  private final User user;
  private final Request request;
  private final DistributedReadWriteLock lock;
  private final Interrupts interrupts;

  SideChange(Run run, User user, Request request, Interrupts interrupts) {
    this.run = run;
    this.user = user;
    this.request = request;
    this.lock = user.readWrite(request.step);
    this.interrupts = interrupts;
  }

  /** Returns what its thread has then: another section, or the same. */
  Section change(Section section) {
    if (section.reads) {
      return upgrade(section);
    }
    // A name that must stay taken cannot be shared.
    return lock.write().options().holdAtLeast().isZero() ? downgrade(section) : section;
  }

  private Section downgrade(Section section) {
    run.trace.add(section.actor.name, () -> "becomes a reader: " + section);
    // It does not write any more, whatever it is told.
    run.checks.released(section);
    section.released = CompletableFuture.completedFuture(null);
    Lease lease = null;
    @Nullable RuntimeException error = null;
    request.becomesReader = true;
    interrupts.enter();
    try {
      lease = lock.downgrade(section.lease);
    } catch (LeaseLostException | IllegalStateException thrown) {
      error = thrown;
    }
    interrupts.leave("downgrade()");
    request.becomesReader = false;
    if (error instanceof LeaseLostException != section.lostAtRelease) {
      run.findings.add("L1", "a downgrade of " + section + " came to " + lease + ", " + error);
    }
    checkError(section, "downgrade()", error);
    return lease == null ? section : user.changed(section, lease);
  }

  private Section upgrade(Section section) {
    run.trace.add(section.actor.name, () -> "tries to become the writer: " + section);
    long begun = run.time.now();
    Optional<Lease> lease = Optional.empty();
    @Nullable RuntimeException error = null;
    interrupts.enter();
    try {
      lease = lock.tryUpgrade(section.lease);
    } catch (LeaseLostException | StoreException | IllegalStateException thrown) {
      error = thrown;
    }
    interrupts.leave("tryUpgrade()");
    checkError(section, "tryUpgrade()", error);
    if (error instanceof StoreException) {
      run.checks.mustBeShared(section);
    }
    if (lease.isEmpty()) {
      @Nullable RuntimeException thrown = error;
      run.trace.add(
          section.actor.name,
          () -> section + " stays: " + (thrown == null ? "not alone" : thrown.getMessage()));
      if (error == null
          && run.plan.isCalm()
          && !user.mayShareWith(request, begun)
          && run.checks.wasAlone(section, begun)) {
        run.findings.add("S4", section + " was the only one, but could not become the writer");
      }
      return section;
    }
    run.checks.released(section);
    section.released = CompletableFuture.completedFuture(null);
    return user.changed(section, lease.get());
  }

  private void checkError(Section section, String what, @Nullable RuntimeException error) {
    boolean expected =
        error == null
            || (error instanceof LeaseLostException && section.lease.remaining().isZero())
            || (error instanceof StoreException && !run.plan.isGentle())
            || (error instanceof IllegalStateException && !request.actor.isLive());
    if (!expected) {
      run.findings.add("S4", what + " of " + section + " threw " + error);
    }
  }
}

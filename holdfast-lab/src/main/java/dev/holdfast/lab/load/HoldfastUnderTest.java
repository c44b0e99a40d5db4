package dev.holdfast.lab.load;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.lab.check.Mode;
import dev.holdfast.lab.check.Want;
import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.LockUnderTest;
import dev.holdfast.lab.episode.NotGrantedException;
import dev.holdfast.lab.episode.Way;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;

/** A client of Holdfast, asked in every way that its API has. */
final class HoldfastUnderTest implements LockUnderTest {
  private final Holdfast client;
  private final Set<Mode> modes;
  private final boolean several;
  private final KnownSizes sizes;

  /**
   * Its mutexes, read-write locks or semaphores: whatever has these modes.
   *
   * @param several whether several names are taken at once now and then
   */
  HoldfastUnderTest(Holdfast client, Set<Mode> modes, boolean several) {
    this.client = client;
    this.modes = modes;
    this.several = several;
    this.sizes = new KnownSizes(client);
  }

  @Override
  public Set<Way> ways() {
    return EnumSet.allOf(Way.class);
  }

  @Override
  public Set<Mode> modes() {
    return modes;
  }

  private DistributedLock lock(String name, Want want) {
    return switch (want.mode()) {
      case SHARED -> client.readWrite(name).read();
      case COUNTED -> client.semaphore(name, want.size()).taking(want.permits());
      case EXCLUSIVE ->
          modes.contains(Mode.SHARED) ? client.readWrite(name).write() : client.mutex(name);
    };
  }

  @Override
  public boolean resizes() {
    return modes.contains(Mode.COUNTED);
  }

  @Override
  public int size(String name, int first) {
    return sizes.of(name, first);
  }

  @Override
  public boolean resize(String name, int size) {
    return sizes.change(name, size);
  }

  @Override
  public boolean several() {
    return several;
  }

  @Override
  public Grip acquire(List<String> names, Duration wait, Way way) throws Exception {
    return ask(client.all(names), wait, way);
  }

  @Override
  public Grip acquire(String name, Duration wait) throws Exception {
    return blocking(lock(name, Want.WRITE), wait);
  }

  @Override
  public Grip acquire(String name, Duration wait, Way way) throws Exception {
    return acquire(name, wait, way, Want.WRITE);
  }

  @Override
  public Grip acquire(String name, Duration wait, Way way, Want want) throws Exception {
    DistributedLock lock = lock(name, want);
    Grip grip;
    try {
      grip = ask(lock, wait, way);
    } catch (IllegalStateException mismatch) {
      if (resizes()) {
        sizes.learn(name);
      }
      throw mismatch;
    }
    return modes.contains(Mode.SHARED) && grip instanceof LeaseGrip held
        ? new LeaseGrip(held.lease(), want.mode(), client.readWrite(name))
        : grip;
  }

  /** Asks for a lock in one of the ways. */
  static Grip ask(DistributedLock lock, Duration wait, Way way) throws Exception {
    return switch (way) {
      case BLOCKING -> blocking(lock, wait);
      case ASYNCHRONOUS -> asynchronous(lock, wait);
      case CANCELLED -> cancelled(lock, wait);
      case NESTED -> nested(lock, wait);
      case UNTIMED -> untimed(lock);
    };
  }

  private static Grip blocking(DistributedLock lock, Duration wait) throws Exception {
    Optional<Lease> lease = wait.isZero() ? lock.tryAcquire() : lock.tryAcquire(wait);
    return new LeaseGrip(lease.orElseThrow(() -> new NotGrantedException("taken")));
  }

  private static Grip untimed(DistributedLock lock) throws Exception {
    return new LeaseGrip(lock.acquire());
  }

  private static Grip asynchronous(DistributedLock lock, Duration wait) throws Exception {
    Optional<Lease> lease = await(lock.tryAcquireAsync(wait));
    return new LeaseGrip(lease.orElseThrow(() -> new NotGrantedException("taken")));
  }

  private static Grip cancelled(DistributedLock lock, Duration wait) throws Exception {
    CompletableFuture<Lease> future = lock.acquireAsync();
    try {
      return new LeaseGrip(future.get(wait.toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException late) {
      if (future.cancel(false)) {
        throw new NotGrantedException("cancelled");
      }
      return new LeaseGrip(await(future));
    } catch (InterruptedException stop) {
      if (!future.cancel(false) && !future.isCompletedExceptionally()) {
        future.join().release();
      }
      throw stop;
    } catch (ExecutionException failed) {
      throw cause(failed);
    }
  }

  private static <T> T await(CompletableFuture<T> future) throws Exception {
    try {
      return future.get();
    } catch (InterruptedException stop) {
      if (!future.cancel(false) && !future.isCompletedExceptionally()) {
        Object late = future.join();
        if (late instanceof Lease lease) {
          lease.release();
        } else if (late instanceof Optional<?> perhaps) {
          perhaps.ifPresent(lease -> ((Lease) lease).release());
        }
      }
      throw stop;
    } catch (ExecutionException failed) {
      throw cause(failed);
    }
  }

  private static Exception cause(ExecutionException failed) {
    Throwable cause = failed.getCause();
    return cause instanceof LockTimeoutException || cause instanceof CancellationException
        ? new NotGrantedException(String.valueOf(cause.getMessage()))
        : cause instanceof Exception exception ? exception : failed;
  }

  private static Grip nested(DistributedLock lock, Duration wait) throws Exception {
    Lock view = lock.asLock();
    if (!view.tryLock(wait.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new NotGrantedException("taken");
    }
    view.lock();
    return new NestedGrip(view);
  }

  @Override
  public void close() {
    client.close();
  }
}

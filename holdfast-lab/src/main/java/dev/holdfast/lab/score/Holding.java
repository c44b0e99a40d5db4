package dev.holdfast.lab.score;

import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.Loss;
import dev.holdfast.lab.score.Operation.Result;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/** Operations of a holder, who got its lease before the server began to answer badly. */
final class Holding {
  /** Much longer than a release takes to be repeated when all is well again. */
  private static final long LEASE_MILLIS = 3_000;

  /** Well below what a renewal of six seconds gives, also where its answer takes its time. */
  private static final Duration ENSURED = Duration.ofSeconds(5);

  private Holding() {}

  @SuppressWarnings("LockNotBeforeTry") // locking and unlocking is what is looked at
  static Result nested(Scene scene, String name) throws Exception {
    Lock view = scene.subject().mutex(name, Scene.lease(LEASE_MILLIS)).asLock();
    view.lock();
    scene.harm();
    Result again =
        scene.within(
            Duration.ZERO,
            () -> {
              view.lock();
              view.unlock();
              return Outcome.GRANTED;
            });
    Result end =
        scene.within(
            scene.request(),
            () -> {
              view.unlock();
              return Outcome.FREED;
            });
    return new Result(scene.freed(name, LEASE_MILLIS), again.millis() + end.millis());
  }

  static Result renewal(Scene scene, String name) throws Exception {
    long millis = 1_500;
    Lease lease = scene.held(name, millis);
    scene.harm();
    stays(lease, 800); // Renewals are due every 500 ms.
    scene.heal();
    long start = System.nanoTime();
    while (lease.remaining().toMillis() < millis / 2) {
      Scene.require(lease.isHeld(), "the lease was lost though the trouble was over before it");
      Scene.pause(2);
    }
    long took = (System.nanoTime() - start) / 1_000_000;
    stays(lease, millis);
    lease.close();
    return new Result(Outcome.RENEWED, took);
  }

  private static void stays(Lease lease, long millis) {
    long end = System.nanoTime() + millis * 1_000_000;
    while (System.nanoTime() < end) {
      Scene.require(lease.isHeld(), "the lease was lost before its time");
      Scene.pause(5);
    }
  }

  static Result expiry(Scene scene, String name) throws Exception {
    long millis = 500;
    int before = scene.losses();
    Lease lease = scene.held(name, millis);
    CountDownLatch told = new CountDownLatch(1);
    lease.onLost(loss -> toldOf(loss, told));
    long start = System.nanoTime();
    scene.harm();
    while (lease.isHeld() && System.nanoTime() - start < 3 * millis * 1_000_000) {
      Scene.pause(1);
    }
    if (lease.isHeld()) {
      lease.close();
      return new Result(Outcome.RENEWED, 0);
    }
    long took = (System.nanoTime() - start) / 1_000_000;
    Scene.require(
        took <= millis + Scene.SLACK.toMillis(), "the lease was held for " + took + " ms more");
    Scene.require(told.await(1, TimeUnit.SECONDS), "the loss was not told as an expiry");
    try {
      lease.close();
      throw new IllegalStateException("closing the lost lease did not throw");
    } catch (LeaseLostException expected) {
      Scene.require(!lease.isHeld(), "the lost lease is held again");
    }
    Scene.require(scene.losses(before + 1), "the listener was not told of one loss");
    return new Result(Outcome.LOST, took);
  }

  private static void toldOf(Loss loss, CountDownLatch told) {
    if (loss.kind() == Loss.Kind.EXPIRED) {
      told.countDown();
    }
  }

  static Result ensure(Scene scene, String name) throws Exception {
    Lease lease = scene.held(name, 6_000);
    Scene.pause(1_300); // Before the first renewal of its own, which is due after two seconds.
    scene.harm();
    try {
      return scene.within(
          scene.request(),
          () -> {
            Duration before = lease.remaining();
            lease.ensure(ENSURED); // More than is left, so that it must ask.
            Scene.require(before.compareTo(ENSURED) < 0, "nothing had to be asked for");
            return Outcome.RENEWED;
          });
    } finally {
      Scene.require(lease.isHeld(), "the lease is lost, though its deadline has not come");
      scene.heal();
      lease.close();
    }
  }

  static Result release(Scene scene, String name) throws Exception {
    Lease lease = scene.held(name, LEASE_MILLIS);
    scene.harm();
    Result result =
        scene.within(
            scene.request(),
            () -> {
              lease.release();
              Scene.require(!lease.isHeld(), "the lease that was given back is held");
              lease.close(); // Again: that does nothing, and is no error.
              return Outcome.FREED;
            });
    return new Result(scene.freed(name, LEASE_MILLIS), result.millis());
  }
}

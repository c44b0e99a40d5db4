package dev.holdfast.lab.score;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.lab.score.Operation.Result;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/** Operations that ask for a lock while the server answers badly. */
final class Asking {
  private static final Duration SHORT = Duration.ofMillis(700);
  private static final Duration LONG = Duration.ofSeconds(8);
  private static final long TROUBLE_MILLIS = 300;

  private Asking() {}

  private static DistributedLock mutex(Scene scene, String name) {
    return scene.subject().mutex(name, Scene.lease(5_000));
  }

  static Result tries(Scene scene, String name) throws Exception {
    scene.harm();
    return scene.within(scene.request(), () -> scene.granted(mutex(scene, name).tryAcquire()));
  }

  static Result timed(Scene scene, String name) throws Exception {
    scene.harm();
    return scene.within(SHORT, () -> scene.granted(mutex(scene, name).tryAcquire(SHORT)));
  }

  static Result healed(Scene scene, String name) throws Exception {
    scene.harm();
    Thread healer = scene.healIn(TROUBLE_MILLIS);
    try {
      return scene.within(LONG, () -> scene.granted(mutex(scene, name).acquire(LONG)));
    } finally {
      healer.join();
    }
  }

  static Result untimed(Scene scene, String name) throws Exception {
    scene.harm();
    DistributedLock lock =
        scene.subject().mutex(name, Scene.lease(5_000).patience(Duration.ofMillis(600)));
    return scene.within(scene.request().plusMillis(600), () -> scene.granted(lock.acquire()));
  }

  static Result asynchronous(Scene scene, String name) throws Exception {
    scene.harm();
    Thread healer = scene.healIn(TROUBLE_MILLIS);
    try {
      return scene.within(LONG, () -> scene.granted(await(mutex(scene, name).acquireAsync())));
    } finally {
      healer.join();
    }
  }

  private static Lease await(CompletableFuture<Lease> future) throws Exception {
    try {
      return future.get(LONG.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof Exception cause ? cause : failed;
    }
  }

  static Result view(Scene scene, String name) throws Exception {
    Lock view = mutex(scene, name).asLock();
    scene.harm();
    return scene.within(
        SHORT,
        () -> {
          if (!view.tryLock(SHORT.toMillis(), TimeUnit.MILLISECONDS)) {
            return Outcome.LATE;
          }
          view.unlock();
          return Outcome.GRANTED;
        });
  }
}

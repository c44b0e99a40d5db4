package dev.holdfast.lab.score;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockInfo;
import dev.holdfast.lab.score.Operation.Result;
import java.time.Duration;
import java.util.concurrent.Callable;

/** Operations of operators and of programs that begin and end. */
final class Ruling {
  private Ruling() {}

  static Result inspect(Scene scene, String name) throws Exception {
    return whileHeld(
        scene,
        name,
        () -> {
          LockInfo info = scene.subject().inspect(name);
          Scene.require(info.isHeld(), "the hold of another was not seen");
          return Outcome.ANSWERED;
        });
  }

  static Result names(Scene scene, String name) throws Exception {
    return whileHeld(
        scene,
        name,
        () -> {
          Scene.require(scene.subject().names(100).contains(name), "a held name is missing");
          return Outcome.ANSWERED;
        });
  }

  /** A call in the trouble, while another client holds the name. */
  private static Result whileHeld(Scene scene, String name, Callable<Outcome> call)
      throws Exception {
    Lease lease = held(scene, name);
    scene.harm();
    try {
      return scene.within(scene.request(), call);
    } finally {
      lease.close();
    }
  }

  private static Lease held(Scene scene, String name) throws InterruptedException {
    return scene.seen(scene.witness().mutex(name).acquire(Duration.ofSeconds(3)));
  }

  static Result breakHold(Scene scene, String name) throws Exception {
    Lease lease = held(scene, name);
    scene.harm();
    Result result =
        scene.within(
            scene.request(),
            () -> {
              Scene.require(scene.subject().breakHold(name), "there was no hold to end");
              return Outcome.ANSWERED;
            });
    scene.heal();
    boolean broken = !scene.witness().inspect(name).isHeld();
    Scene.require(
        result.outcome() == Outcome.ANSWERED ? broken : broken || lease.isHeld(),
        "the hold is neither ended nor held");
    if (!broken) {
      Scene.require(breaks(scene, name), "the hold cannot be ended after healing");
    }
    lease.release();
    return result;
  }

  /** It may take some attempts until the client is connected again. */
  private static boolean breaks(Scene scene, String name) {
    long end = System.nanoTime() + 3_000_000_000L;
    while (System.nanoTime() < end) {
      try {
        return scene.subject().breakHold(name) || !scene.witness().inspect(name).isHeld();
      } catch (dev.holdfast.StoreException notYet) {
        Scene.pause(20);
      }
    }
    return false;
  }

  static Result close(Scene scene, String name) throws Exception {
    Holdfast another = scene.another();
    Lease lease = scene.seen(another.mutex(name, Scene.lease(1_500)).acquire());
    scene.harm();
    return scene.within(
        scene.request().plusSeconds(1),
        () -> {
          another.close();
          Scene.require(!lease.isHeld(), "the lease of a closed client is held");
          return Outcome.FREED;
        });
  }

  static Result open(Scene scene, String name) throws Exception {
    scene.harm();
    Result result =
        scene.within(
            scene.request(),
            () -> {
              scene.another().close();
              return Outcome.ANSWERED;
            });
    scene.heal();
    Scene.require(
        scene.within(scene.request(), () -> opens(scene)).outcome() == Outcome.ANSWERED,
        "no client can be opened after healing");
    return result;
  }

  private static Outcome opens(Scene scene) {
    scene.another().close();
    return Outcome.ANSWERED;
  }
}

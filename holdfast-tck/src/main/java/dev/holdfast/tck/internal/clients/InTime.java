package dev.holdfast.tck.internal.clients;

import java.util.concurrent.TimeUnit;

/**
 * Steps that have to be over before a short time of the store is. If they failed and this machine
 * took longer than that time, the failure says nothing of the store: they are played again with
 * twice the time, and another name. What follows them, when the time is over, is played once.
 */
public final class InTime {
  private static final int TRIES = 5;

  private InTime() {}

  /** What is asked of a store. */
  public interface Steps {
    /**
     * Plays them; returns what follows.
     *
     * @param name a name that was never locked
     * @param millis the short time
     */
    Runnable play(String name, long millis);
  }

  /** What is asked of a store whose answers make its short time begin anew, such as renewals. */
  public interface RenewingSteps {
    /** Plays them; see {@link Steps#play}. */
    Runnable play(String name, long millis, Renewal renewal);
  }

  /** Since when the short time is counted: since the steps began, or since a later request. */
  public static final class Renewal {
    private long begin = System.nanoTime();

    private Renewal() {}

    /** The time begins anew with this request, if what is asked and looked at in it succeeds. */
    public void by(Runnable request) {
      long asked = System.nanoTime();
      request.run();
      begin = asked;
    }

    private long tookNanos() {
      return System.nanoTime() - begin;
    }
  }

  /** Plays them with this time, or longer ones. */
  public static void play(long shortMillis, Steps steps) {
    playRenewing(shortMillis, (name, millis, renewal) -> steps.play(name, millis));
  }

  /** The same for steps in which the short time begins anew. */
  public static void playRenewing(long shortMillis, RenewingSteps steps) {
    inTime(shortMillis, steps).run();
  }

  private static Runnable inTime(long shortMillis, RenewingSteps steps) {
    for (int i = 0; ; i++) {
      long millis = shortMillis << i;
      Renewal renewal = new Renewal();
      try {
        return steps.play("n" + i, millis, renewal);
      } catch (AssertionError | RuntimeException failed) {
        long took = renewal.tookNanos();
        if (took < TimeUnit.MILLISECONDS.toNanos(millis) || i + 1 == TRIES) {
          throw failed;
        }
      }
    }
  }
}

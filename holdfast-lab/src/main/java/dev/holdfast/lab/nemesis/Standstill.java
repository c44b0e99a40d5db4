package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.time.Duration;

/** How a client's time stands still, which is what its clocks show when it goes on. */
enum Standstill {
  /** A process that is stopped, as in a long pause of its collector: its clocks have run on. */
  STOPPED {
    @Override
    void end(Rig rig, int client, long nanos) throws IOException {
      rig.resumeClient(client);
    }
  },
  /** A machine that is suspended: its wall clock has run on, the monotonic one has stood still. */
  SUSPENDED {
    @Override
    void end(Rig rig, int client, long nanos) throws IOException {
      rig.wakeClient(client, Duration.ofNanos(nanos), false);
    }
  },
  /** A virtual machine that is stopped with all its clocks. */
  FROZEN {
    @Override
    void end(Rig rig, int client, long nanos) throws IOException {
      rig.wakeClient(client, Duration.ofNanos(nanos), true);
    }
  };

  /** What is done while it stands still. */
  interface Meanwhile<T> {
    T during();
  }

  /** A signal works a little later than the command that sent it ends. */
  private static final long WORKS_NANOS = 10_000_000;

  /** Before the load begins: gives clients clocks that can miss time. */
  void prepare(Rig rig) throws IOException {
    if (this != STOPPED) {
      rig.clocks().give();
    }
  }

  /** After the episode: undoes {@link #prepare}. */
  void restore(Rig rig) {
    if (this != STOPPED) {
      rig.clocks().take();
    }
  }

  /** Lets a client stand still until something has been done. */
  <T> T of(Rig rig, int client, Meanwhile<T> meanwhile) throws IOException {
    rig.pauseClient(client);
    Meddler.pause(WORKS_NANOS, () -> false);
    // No more than it has stood still: a monotonic clock does not go back.
    long from = System.nanoTime();
    try {
      return meanwhile.during();
    } finally {
      end(rig, client, System.nanoTime() - from);
    }
  }

  /** Lets a client stand still for so long. */
  void last(Rig rig, int client, long nanos) throws IOException {
    boolean unused =
        of(
            rig,
            client,
            () -> {
              Meddler.pause(nanos, () -> false);
              return true;
            });
  }

  abstract void end(Rig rig, int client, long nanos) throws IOException;
}

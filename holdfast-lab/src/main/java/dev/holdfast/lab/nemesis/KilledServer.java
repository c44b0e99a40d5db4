package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The server's process is killed and started again: without what it knew, with all of it, or with
 * the last of it cut off, as after a loss of power.
 */
final class KilledServer implements Nemesis {
  /** What is left of what the server knew. */
  enum Memory {
    NOTHING,
    ALL,
    ALL_BUT_THE_LAST
  }

  private static final int MOST_LOST_BYTES = 60_000;

  private final Memory memory;
  private int lost;

  KilledServer(Memory memory) {
    this.memory = memory;
  }

  /**
   * With {@code appendfsync no} the server still hands each command to the system before it answers
   * (with {@code everysec} not while it syncs), and a killed process leaves that behind.
   */
  @Override
  public void prepare(Rig rig, SplittableRandom random) throws IOException {
    lost = random.nextInt(1, MOST_LOST_BYTES);
    if (memory != Memory.NOTHING && isRedis(rig)) {
      rig.server()
          .renew(
              List.of(
                  "--appendonly",
                  "yes",
                  "--appendfsync",
                  "no",
                  "--auto-aof-rewrite-percentage",
                  "0"),
              Map.of());
    }
  }

  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    rig.note("server killed");
    rig.store().kill();
    if (memory == Memory.ALL_BUT_THE_LAST) {
      try (FileChannel file =
          FileChannel.open(rig.server().appendOnlyFile(), StandardOpenOption.WRITE)) {
        file.truncate(Math.max(0, file.size() - lost));
        rig.note("the last " + lost + " bytes of what it wrote are lost");
      }
    }
  }

  @Override
  public void heal(Rig rig) throws IOException {
    rig.store().start();
    rig.note("server started");
  }

  @Override
  public void restore(Rig rig) throws IOException {
    if (memory != Memory.NOTHING && isRedis(rig)) {
      rig.server().renew(List.of(), Map.of());
    }
  }

  /** A database keeps what it knows without being told to. */
  private static boolean isRedis(Rig rig) {
    return rig.store() == rig.server();
  }
}

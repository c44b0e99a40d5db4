package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The faults of files that locks are in: SQLite's, which are deleted while clients have them open.
 */
public final class FileFaults {
  /** What they are listed under. */
  static final String GROUP = "files";

  private static final Set<String> OTHERS = Set.of("none", "clients");

  private static final List<Fault> ALL =
      List.of(
          deleted("file-gone", "the database's file is deleted", ""),
          deleted("wal-gone", "the log beside the database's file is deleted", "-wal"),
          deleted("shm-gone", "the index beside the database's file is deleted", "-shm"),
          deleted("logs-gone", "log and index are deleted", "-wal", "-shm"),
          deleted("files-gone", "all of the database's files are deleted", "", "-wal", "-shm"));

  private FileFaults() {}

  private static Fault deleted(String id, String sentence, String... suffixes) {
    return new Fault(id, GROUP, sentence, false, () -> new DeletedFiles(List.of(suffixes)));
  }

  /** All of them. */
  static List<Fault> all() {
    return ALL;
  }

  /** Whether it, or one of the two that it is of, is among them. */
  public static boolean has(Fault fault) {
    return parts(fault).stream().anyMatch(id -> ALL.stream().anyMatch(f -> f.id().equals(id)));
  }

  /** Whether it, or both that it is of, can be made on locks in a file. */
  public static boolean arePossible(Fault fault) {
    return parts(fault).stream()
        .map(id -> Faults.named(id).group())
        .allMatch(group -> group.equals(GROUP) || OTHERS.contains(group));
  }

  private static List<String> parts(Fault fault) {
    return List.of(fault.id().split("\\+", -1));
  }

  /** Files are deleted, and a client opens anew what it finds then; the others have them open. */
  private record DeletedFiles(List<String> suffixes) implements Nemesis {
    @Override
    public void inject(Rig rig, SplittableRandom random) throws IOException {
      Path file = rig.file();
      for (String suffix : suffixes) {
        boolean deleted = Files.deleteIfExists(Path.of(file + suffix));
        rig.note(file.getFileName() + suffix + (deleted ? " is deleted" : " is not there"));
      }
      int client = random.nextInt(Rig.CLIENTS);
      rig.reopenClient(client);
      rig.reopened(client);
    }
  }
}

package dev.holdfast.cli.store;

import dev.holdfast.cli.output.CliException;
import dev.holdfast.cli.output.ExitCodes;
import dev.holdfast.cli.output.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The store of those who name none: a SQLite file in the user's state folder. */
final class DefaultStore {
  /** File systems whose file locks, which SQLite relies on, cannot be relied on. */
  private static final Set<String> NETWORK =
      Set.of(
          "nfs",
          "nfs3",
          "nfs4",
          "cifs",
          "smb",
          "smb2",
          "smb3",
          "smbfs",
          "ncpfs",
          "afs",
          "afpfs",
          "9p",
          "ceph",
          "glusterfs",
          "lustre",
          "gpfs",
          "beegfs",
          "ocfs2",
          "webdav",
          "davfs");

  private DefaultStore() {}

  /** The file, in a folder that only the user can read, which is made if it is missing. */
  static Path file(Map<String, String> environment, String userHome) {
    Path folder = folder(environment, userHome);
    try {
      if (!Files.isDirectory(folder)) {
        Files.createDirectories(folder.getParent());
        createPrivate(folder);
      }
    } catch (IOException impossible) {
      throw new CliException(
          ExitCodes.STORE,
          "the folder "
              + folder
              + " for the default store cannot be made ("
              + reason(impossible)
              + "); name a store with --store or HOLDFAST_STORE, for example"
              + " --store sqlite:/path/to/locks.db",
          impossible);
    }
    strangers(folder)
        .ifPresent(
            what -> {
              throw new CliException(
                  ExitCodes.STORE,
                  "the folder "
                      + folder
                      + " for the default store "
                      + what
                      + ", who could delete its locks or put others in their place; make it yours"
                      + " alone (chown, chmod 700), or name a store with --store or HOLDFAST_STORE");
            });
    return folder.resolve("locks.db");
  }

  /** Which others may change what is in a folder, at whatever end of symbolic links it is. */
  private static Optional<String> strangers(Path folder) {
    try {
      Path real = folder.toRealPath();
      PosixFileAttributes attributes = Files.readAttributes(real, PosixFileAttributes.class);
      String where = real.equals(folder.toAbsolutePath()) ? "" : "leads to " + real + ", which ";
      Set<PosixFilePermission> rights = attributes.permissions();
      if (rights.contains(PosixFilePermission.OTHERS_WRITE)
          || rights.contains(PosixFilePermission.GROUP_WRITE)) {
        String shown = PosixFilePermissions.toString(rights);
        return Optional.of(where + "can be written by others (" + shown + ")");
      }
      return isOurs(real)
          ? Optional.empty()
          : Optional.of(where + "belongs to another user (" + attributes.owner().getName() + ")");
    } catch (IOException | UnsupportedOperationException unknown) {
      return Optional.empty(); // What opens it says more, or there are no such rights here.
    }
  }

  /** By numbers: a user may have no name, in a container for example. */
  private static boolean isOurs(Path folder) throws IOException {
    Path process = Path.of("/proc/self");
    return !Files.exists(process)
        || Files.getAttribute(process, "unix:uid").equals(Files.getAttribute(folder, "unix:uid"));
  }

  private static Path folder(Map<String, String> environment, String userHome) {
    try {
      String state = environment.getOrDefault("XDG_STATE_HOME", "");
      // The XDG specification has relative paths ignored.
      if (!state.isEmpty() && Path.of(state).isAbsolute()) {
        return Path.of(state, "holdfast");
      }
      String home = environment.getOrDefault("HOME", "");
      return Path.of(home.isEmpty() ? userHome : home, ".local", "state", "holdfast")
          .toAbsolutePath();
    } catch (InvalidPathException unusable) {
      throw CliException.usage(
          "the state folder's name cannot be used: " + Text.visible(unusable.getInput()));
    }
  }

  private static void createPrivate(Path folder) throws IOException {
    try {
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (UnsupportedOperationException notPosix) {
      Files.createDirectories(folder);
    }
  }

  /** The type of the file system that a file is (or will be) on, if it is one of a network. */
  static Optional<String> network(Path file) {
    try {
      Path there = file.toAbsolutePath();
      while (!Files.exists(there) && there.getParent() != null) {
        there = there.getParent();
      }
      return Optional.of(Files.getFileStore(there).type()).filter(DefaultStore::isNetwork);
    } catch (IOException | SecurityException unknown) {
      // A warning that cannot be given is not worth failing for.
      return Optional.empty();
    }
  }

  static boolean isNetwork(String type) {
    String lower = type.toLowerCase(Locale.ROOT);
    return NETWORK.contains(lower)
        || lower.equals("fuse.sshfs")
        || lower.startsWith("fuse.gluster");
  }

  private static String reason(IOException error) {
    return error.getClass().getSimpleName() + ": " + error.getMessage();
  }
}

package dev.holdfast.cli.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.cli.output.CliException;
import dev.holdfast.cli.output.ExitCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "starts the program by its shell script")
final class DefaultStoreTest {
  @TempDir Path folder;

  @Test
  void isInTheStateFolderWhichOnlyItsOwnerCanRead() throws IOException {
    Path file =
        DefaultStore.file(Map.of("XDG_STATE_HOME", folder.resolve("state").toString()), "/");
    assertEquals(folder.resolve("state/holdfast/locks.db"), file);
    assertEquals(
        "rwx------",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())));
  }

  @Test
  void isBelowTheHomeElse() {
    Path expected = folder.resolve(".local/state/holdfast/locks.db");
    assertEquals(expected, DefaultStore.file(Map.of("HOME", folder.toString()), "/nowhere"));
    assertEquals(expected, DefaultStore.file(Map.of(), folder.toString()));
    assertEquals(
        expected,
        DefaultStore.file(Map.of("XDG_STATE_HOME", "relative", "HOME", folder.toString()), "/"),
        "the XDG specification has relative paths ignored");
  }

  @Test
  void isRefusedWithAdviceWhereThereCanBeNone() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    CliException failure =
        assertThrows(
            CliException.class,
            () -> DefaultStore.file(Map.of("XDG_STATE_HOME", file.toString()), "/"));
    assertEquals(ExitCodes.STORE, failure.code());
    assertTrue(failure.sentence().contains("--store sqlite:"), failure.sentence());
  }

  /** Another user could take its locks away there, or have ours written where they like. */
  @ParameterizedTest
  @ValueSource(strings = {"rwxrwxrwx", "rwxrwx---", "rwx----w-"})
  void isRefusedInAFolderThatOthersMayWrite(String rights) throws IOException {
    Path open = Files.createDirectory(folder.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString(rights));
    Files.createSymbolicLink(folder.resolve("holdfast"), open);
    String said = refusal();
    assertTrue(said.contains("leads to " + open.toRealPath()), said);
    assertTrue(said.contains("can be written by others (" + rights + ")"), said);
    Files.delete(folder.resolve("holdfast"));
    Files.move(open, folder.resolve("holdfast"));
    assertTrue(refusal().contains("can be written by others (" + rights + ")"));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void isRefusedInAFolderOfAnotherUser() throws IOException {
    Path others = Path.of("/etc"); // of root
    if (Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)) {
      others = Files.createDirectory(folder.resolve("others"));
      Files.setAttribute(others, "unix:uid", 54_321);
    }
    Files.createSymbolicLink(folder.resolve("holdfast"), others);
    String said = refusal();
    assertTrue(said.contains("leads to " + others), said);
    assertTrue(said.contains("belongs to another user ("), said);
  }

  @Test
  void mayBeASymbolicLinkToAFolderOfOnesOwn() throws IOException {
    Path own = Files.createDirectory(folder.resolve("own"));
    Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.createSymbolicLink(folder.resolve("holdfast"), own);
    assertEquals(
        folder.resolve("holdfast/locks.db"),
        DefaultStore.file(Map.of("XDG_STATE_HOME", folder.toString()), "/"));
  }

  private String refusal() {
    CliException failure =
        assertThrows(
            CliException.class,
            () -> DefaultStore.file(Map.of("XDG_STATE_HOME", folder.toString()), "/"));
    assertEquals(ExitCodes.STORE, failure.code());
    return failure.sentence();
  }

  @Test
  void networkFileSystemsAreKnown() {
    assertEquals(Optional.empty(), DefaultStore.network(folder.resolve("not/yet/there.db")));
    assertTrue(DefaultStore.isNetwork("nfs4"));
    assertTrue(DefaultStore.isNetwork("CIFS"));
    assertTrue(DefaultStore.isNetwork("fuse.sshfs"));
    assertFalse(DefaultStore.isNetwork("ext4"));
    assertFalse(DefaultStore.isNetwork("overlay"));
  }
}

package dev.holdfast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

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
    Failure failure =
        assertThrows(
            Failure.class, () -> DefaultStore.file(Map.of("XDG_STATE_HOME", file.toString()), "/"));
    assertEquals(Exit.STORE, failure.code());
    assertTrue(failure.sentence().contains("--store sqlite:"), failure.sentence());
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

package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.spi.StoreUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said at once of a URL or a file that cannot be used. */
class SqliteUrlTest {
  @Test
  void theProviderIsFoundOnTheClassPath() {
    StoreUrl url = StoreUrl.parse("sqlite:locks.db");
    assertEquals(
        1,
        StreamSupport.stream(ServiceLoader.load(StoreProvider.class).spliterator(), false)
            .filter(provider -> provider.accepts(url))
            .count());
    assertFalse(new JdbcStoreProvider().accepts(StoreUrl.parse("memory:")));
    assertFalse(new JdbcStoreProvider().accepts(StoreUrl.parse("jdbc:oracle:thin:@x")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sqlite:",
        "sqlite::memory:",
        "sqlite:file:x?mode=memory",
        "sqlite://host/file",
        "sqlite:x?synchronous=off",
        "sqlite:x?synchronus=full",
        "sqlite:x\0y"
      })
  void aMalformedUrlIsRefusedWithTheRightForm(String text) {
    StoreUrl url = StoreUrl.parse(text);
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> new JdbcStoreProvider().create(url));
    assertTrue(refusal.getMessage().contains("sqlite:/path/to/file"), refusal.getMessage());
  }

  @Test
  void aRelativePathIsOfTheWorkingDirectory() throws IOException {
    Path file = Databases.file();
    Path relative = Path.of("").toAbsolutePath().relativize(file);
    LockStore store = new JdbcStoreProvider().create(StoreUrl.parse("sqlite:" + relative));
    try (store;
        SpiClient client = new SpiClient(store)) {
      client.take("n");
      assertTrue(Files.exists(file));
    }
    assertEquals("sqlite:" + file, store.toString());
  }

  @Test
  void threeSlashesAreAnAbsolutePath() {
    Path file = Databases.file();
    LockStore store =
        new JdbcStoreProvider()
            .create(StoreUrl.parse("sqlite://" + file + "?namespace=a&synchronous=full"));
    assertEquals("sqlite:" + file, store.toString());
  }

  @Test
  void aDirectoryIsNoFile() {
    cannotOpen(Databases.directory(), "is a directory");
  }

  @Test
  void aDirectoryThatIsNotThereIsNotMade() {
    Path file = Databases.directory().resolve("missing").resolve("locks.db");
    cannotOpen(file, "there is no directory");
    assertFalse(Files.exists(file.getParent()));
  }

  @Test
  void aFileOfAnotherKindIsLeftAlone() throws IOException {
    Path file = Databases.file();
    String text = "This is a letter, not a database.\n".repeat(100);
    Files.writeString(file, text);
    cannotOpen(file, "not a database");
    assertEquals(text, Files.readString(file));
  }

  @Test
  void anUnwritablePlaceIsNamed() {
    // Not even root may make files there, and elsewhere there is no such directory.
    cannotOpen(Path.of("/proc/locks.db"), "");
  }

  private static void cannotOpen(Path file, String why) {
    try (LockStore store = Databases.store(file)) {
      StoreException refusal =
          assertThrows(StoreException.class, () -> new SpiClient(store), file::toString);
      assertFalse(refusal.isTransient(), refusal.getMessage());
      assertTrue(refusal.getMessage().contains(why), refusal.getMessage());
      assertTrue(refusal.getMessage().contains(file.toString()), refusal.getMessage());
    }
  }
}

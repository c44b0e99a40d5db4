package dev.holdfast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.holdfast.cli.output.ExitCodes;
import dev.holdfast.cli.output.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code holdfast doctor}, in this process; what stores find of themselves is tested with them. */
final class DoctorTest {
  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int execute(boolean colours, String... arguments) {
    Terminal terminal =
        new Terminal(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            new boolean[] {false, colours, false},
            true);
    return Main.execute(terminal, arguments);
  }

  private int doctor(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "doctor";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return execute(false, all);
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private String used() {
    String url = "sqlite:" + folder.resolve("locks.db");
    assertEquals(0, execute(false, "run", "--store", url, "x", "--", "true"), this::err);
    return url;
  }

  @Test
  void aStoreThatIsFine() {
    assertEquals(ExitCodes.OK, doctor(used()), this::err);
    assertTrue(out().startsWith("sqlite:"), out());
    assertTrue(out().contains("  ok       journal      WAL"), out());
    assertTrue(out().contains("  C2  no two clients hold one name at a time: holds"), out());
    assertEquals("", err());
    assertTrue(out().lines().allMatch(line -> line.length() <= 80), out());
    assertFalse(out().contains("\033"), "colours are for terminals");
  }

  @Test
  void notesAreNoReasonToFail() {
    assertEquals(ExitCodes.OK, doctor("memory:"));
    assertTrue(out().contains("  note     kind         the memory of this process"), out());
  }

  @Test
  void problemsHaveACodeOfTheirOwn() throws SQLException {
    String url = used();
    try (Connection connection = DriverManager.getConnection("jdbc:" + url);
        Statement statement = connection.createStatement()) {
      statement.execute("UPDATE holdfast_layout SET version = 99");
    }
    assertEquals(ExitCodes.FINDINGS, doctor("--store", url));
    assertTrue(out().contains("  problem  tables       layout version 99"), out());
    assertTrue(out().endsWith("\n\n  problem: tables\n"), out());
    assertTrue(out().contains(" -> use the newer Holdfast that made them"), out());
  }

  @Test
  void jsonSaysTheSame() throws IOException {
    assertEquals(ExitCodes.OK, doctor("memory:", "--json"));
    Map<String, Object> report = JSON.std.mapFrom(out());
    assertEquals("memory:", report.get("store"));
    assertEquals("note", report.get("worst"));
    assertEquals("holds", ((Map<?, ?>) report.get("claims")).get("C1"));
    Map<?, ?> finding = (Map<?, ?>) ((List<?>) report.get("findings")).get(0);
    assertEquals("note", finding.get("level"));
    assertEquals("kind", finding.get("subject"));
    assertEquals(Map.of(), finding.get("limits"));
  }

  @Test
  void terminalsHaveColours() {
    execute(true, "doctor", "memory:");
    assertTrue(out().contains("\033[36mnote"), out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nonsense                        | is not a store URL",
        "foo:bar                         | no store module",
        "memory: --store memory:         | named twice",
        "memory: --timeout 0             | should be longer",
        "memory: --lease 0               | should be longer",
        "memory:?namespace=a%20b         | namespace",
        "memory: memory:                 | unmatched argument"
      })
  void wrongUsageIsOneSentence(String arguments, String sentence) {
    assertEquals(ExitCodes.USAGE, doctor(arguments.split(" +")), this::err);
    assertTrue(err().contains(sentence), err());
    assertEquals(1, err().lines().count(), err());
    assertEquals("", out());
  }

  @Test
  void aStoreThatCannotBeReachedIsAnErrorWithoutItsPassword() {
    for (String url :
        List.of(
            "redis://me:secret@localhost:1",
            "redis://me:secret@localhost:1?client=lettuce",
            "jdbc:postgresql://me:secret@localhost:1/x",
            "sqlite:" + folder.resolve("none/locks.db"))) {
      err.reset();
      assertEquals(ExitCodes.STORE, doctor(url), this::err);
      assertEquals(1, err().lines().count(), err());
      assertFalse(err().contains("secret"), err());
    }
    assertEquals("", out());
  }

  @Test
  void aServerThatAnswersNothingIsGivenUp() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
      String url = "jdbc:postgresql://me:secret@localhost:" + silent.getLocalPort() + "/x";
      assertEquals(ExitCodes.STORE, doctor(url, "--timeout", "300ms"), this::err);
      assertTrue(err().contains("took longer than 300 ms"), err());
      assertFalse(err().contains("secret"), err());
    }
  }

  @Test
  void nothingIsMade() {
    Path file = folder.resolve("new.db");
    assertEquals(ExitCodes.OK, doctor("sqlite:" + file));
    assertFalse(Files.exists(file));
  }
}

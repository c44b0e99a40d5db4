package dev.holdfast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.StoreException;
import dev.holdfast.cli.output.ExitCodes;
import dev.holdfast.cli.output.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line, in this process, over a store in memory. */
final class MainTest {
  private static final String STORE = "memory:main-test";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "bogus                                 | there is no command 'bogus'",
        "run                                   | missing required parameter: 'NAME'",
        "run x                                 | no command to run was given",
        "run -- echo hi                        | the NAME of the lock is missing before the two"
            + " dashes",
        "run -- echo                           | the NAME of the lock is missing before the two"
            + " dashes",
        "run --wait 5s -- echo hi              | the NAME of the lock is missing before the two"
            + " dashes",
        "run --wait 5 x -- true                | '5' is not a duration",
        "run --wait 5s --no-wait x -- true     | exclude each other",
        "run --shared --hold-at-least 1s x -- true | exclude each other",
        "run --lease 0s x -- true              | lease should be from",
        "run --on-loss maybe x -- true         | --on-loss",
        "run --bogus x -- true                 | --bogus",
        "run --store nonsense x -- true        | is not a store URL",
        "run --store foo:bar x -- true         | no store module",
        "break --store memory: x               | add --yes",
        "list --store memory: --limit 0        | --limit should be",
        "completion tcsh                       | [bash, zsh, fish]"
      })
  void wrongUsageIsOneSentence(String arguments, String sentence) {
    assertEquals(ExitCodes.USAGE, execute(arguments.split(" ")));
    assertTrue(text(err).contains(sentence), text(err));
    assertEquals(1, text(err).lines().count(), text(err));
    assertEquals("", text(out));
  }

  @Test
  void namesThatNoLockCanHaveAreRefused() {
    assertEquals(ExitCodes.USAGE, execute("run", "", "--", "true"));
    assertEquals(ExitCodes.USAGE, execute("run", "x".repeat(513), "--", "true"));
    assertEquals(ExitCodes.USAGE, execute("show", "caf\ufffd"));
  }

  @Test
  void passwordsAreNotPrinted() {
    for (String url : List.of("foo://me:secret@host/", "redis://me:secret@localhost:1")) {
      err.reset();
      int code = execute("list", "--store", url);
      assertTrue(code == ExitCodes.USAGE || code == ExitCodes.STORE, text(err));
      assertFalse(text(err).contains("secret"), text(err));
      assertEquals(1, text(err).lines().count(), text(err));
    }
  }

  @Test
  void anUnreachableStoreHasACodeOfItsOwn() {
    assertEquals(
        ExitCodes.STORE, execute("list", "--store", "redis://localhost:1"), () -> text(err));
    assertFalse(text(err).contains("\tat "), text(err));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "run -h",
        "list --help",
        "show -h",
        "break -h",
        "doctor -h",
        "demo -h",
        "help run"
      })
  void helpIsOnStdout(String arguments) {
    assertEquals(ExitCodes.OK, execute(arguments.split(" ")));
    assertTrue(text(out).contains("Usage: holdfast"), text(out));
    assertTrue(text(out).contains("Examples:") || arguments.equals("help run"), text(out));
    assertEquals("", text(err));
    assertFalse(text(out).contains("\033"), "colours are for terminals");
  }

  @Test
  void withoutACommandThereIsHelpOnStderr() {
    assertEquals(ExitCodes.USAGE, execute());
    assertTrue(text(err).contains("Usage: holdfast"), text(err));
  }

  @Test
  void completionKnowsTheOptions() {
    assertEquals(ExitCodes.OK, execute("completion", "bash"));
    assertTrue(text(out).contains("--hold-at-least"), text(out));
    assertFalse(text(out).contains(WarmUp.NAME), text(out));
  }

  @Test
  void completionForFishKnowsCommandsOptionsAndValues() {
    assertEquals(ExitCodes.OK, execute("completion", "fish"));
    String run = "complete -c holdfast -n '__fish_seen_subcommand_from run' -l ";
    assertTrue(text(out).contains(run + "hold-at-least -r -d "), text(out));
    assertTrue(text(out).contains(run + "on-loss -x -d "), text(out));
    assertTrue(text(out).contains(" -f -a 'bash zsh fish'"), text(out));
    assertFalse(text(out).contains("warm-up"), text(out));
  }

  /** It is made from the commands, so what is looked at is that none is left out. */
  @Test
  void theManualHasAllThatHelpSays() {
    assertEquals(ExitCodes.OK, execute("manual-page"));
    String manual = text(out);
    out.reset();
    execute("--help");
    String help = text(out);
    List<String> commands =
        help.lines()
            .filter(line -> line.matches("  [a-z]+ .*"))
            .map(line -> line.strip().split(" ", -1)[0])
            .toList();
    assertTrue(commands.size() > 8, help);
    for (String command : commands) {
      assertTrue(manual.contains("\n.SS \"holdfast " + command), command);
      out.reset();
      execute("help", command);
      Matcher option =
          Pattern.compile("^ +(?:-., )?(--[a-z-]+)", Pattern.MULTILINE).matcher(text(out));
      while (option.find()) {
        assertTrue(manual.contains(option.group(1).replace("-", "\\-")), option.group());
      }
    }
    assertFalse(manual.contains("warm"), manual);
  }

  @Test
  void theVersionIsPrinted() {
    assertEquals(ExitCodes.OK, execute("--version"));
    assertTrue(text(out).startsWith("holdfast "), text(out));
  }

  @Test
  void anErrorIsOneSentenceToo() {
    PrintStream broken =
        new PrintStream(out, true, StandardCharsets.UTF_8) {
          @Override
          public void write(byte[] bytes, int from, int count) {
            throw new UnsatisfiedLinkError("of a library");
          }
        };
    Terminal terminal =
        new Terminal(
            broken, new PrintStream(err, true, StandardCharsets.UTF_8), new boolean[3], true);
    assertEquals(ExitCodes.INTERNAL, Main.execute(terminal, "--version"));
    assertTrue(text(err).contains("UnsatisfiedLinkError: of a library"), text(err));
    assertEquals(1, text(err).lines().count(), text(err));
  }

  @Test
  void jsonSaysWhatTheApiSays() throws IOException {
    try (Holdfast holdfast = Holdfast.connect(STORE);
        Lease lease = holdfast.mutex("a \"name\"\n").tryAcquire().orElseThrow()) {
      assertEquals(ExitCodes.OK, execute("show", "--store", STORE, "--json", "a \"name\"\n"));
      Map<String, Object> shown = JSON.std.mapFrom(text(out));
      assertEquals("a \"name\"\n", shown.get("name"));
      assertEquals(true, shown.get("held"));
      Map<?, ?> hold = (Map<?, ?>) shown.get("hold");
      assertEquals(Long.toString(lease.token()), hold.get("token"));
      assertEquals(
          Long.toString(ProcessHandle.current().pid()),
          ((Map<?, ?>) hold.get("owner")).get("process"));
      assertEquals(List.of(), shown.get("waiters"));

      out.reset();
      assertEquals(ExitCodes.OK, execute("list", "--store", STORE, "--json"));
      assertEquals("a \"name\"\n", ((Map<?, ?>) JSON.std.listFrom(text(out)).get(0)).get("name"));

      out.reset();
      assertEquals(ExitCodes.OK, execute("list", "--store", STORE));
      assertTrue(text(out).contains("a \"name\"\\n  holdfast on "), text(out));
    }
    out.reset();
    assertEquals(ExitCodes.OK, execute("show", "--store", STORE, "--json", "free"));
    assertEquals(false, JSON.std.mapFrom(text(out)).get("held"));
    assertTrue(JSON.std.mapFrom(text(out)).containsKey("hold"));
  }

  @Test
  void listShowsTheOthersAndSaysWhichNameCannotBeRead(@TempDir Path folder) throws Exception {
    String store = "sqlite:" + folder.resolve("locks.db");
    try (Holdfast holdfast = Holdfast.connect(store)) {
      Lease bad = holdfast.mutex("bad").tryAcquire().orElseThrow();
      Lease good = holdfast.mutex("good").tryAcquire().orElseThrow();
      try (Connection sql = DriverManager.getConnection("jdbc:" + store);
          Statement other = sql.createStatement()) {
        other.execute("UPDATE holdfast_lock SET attempt = '+x' WHERE name = CAST('bad' AS BLOB)");
      }
      assertEquals(ExitCodes.STORE, execute("list", "--store", store), () -> text(err));
      assertTrue(text(out).contains("\ngood  "), text(out));
      assertFalse(text(out).contains("bad"), text(out));
      assertTrue(text(err).contains("bad cannot be read: "), text(err));
      assertTrue(good.isHeld() && bad.isHeld(), "each as long as its lease");
    }
  }

  @Test
  void whoSharesANameIsShownTogether() throws IOException {
    try (Holdfast anna = Holdfast.builder(STORE).name("anna").build();
        Holdfast bert = Holdfast.builder(STORE).name("bert").build()) {
      Lease first = anna.readWrite("s").read().tryAcquire().orElseThrow();
      assertEquals(ExitCodes.OK, execute("show", "--store", STORE, "s"));
      assertTrue(text(out).startsWith("s is held, shared"), text(out));
      Lease second = bert.readWrite("s").read().tryAcquire().orElseThrow();

      out.reset();
      assertEquals(ExitCodes.OK, execute("show", "--store", STORE, "s"));
      assertTrue(text(out).startsWith("s is held by 2, shared"), text(out));
      assertTrue(text(out).contains("  holder   anna on "), text(out));
      assertTrue(text(out).contains("  token    " + second.token()), text(out));

      out.reset();
      assertEquals(ExitCodes.OK, execute("show", "--store", STORE, "--json", "s"));
      List<?> holds = (List<?>) JSON.std.mapFrom(text(out)).get("holds");
      assertEquals(2, holds.size());
      assertEquals(true, ((Map<?, ?>) holds.get(1)).get("shared"));

      out.reset();
      assertEquals(ExitCodes.OK, execute("list", "--store", STORE));
      assertTrue(text(out).contains(" and 1 other, shared"), text(out));

      assertEquals(ExitCodes.OK, execute("break", "--store", STORE, "--yes", "s"));
      assertTrue(text(err).contains("ended the hold of anna on "), text(err));
      assertFalse(first.isHeld() || second.isHeld());
    }
  }

  @Test
  void askingIsHeardByTheHolderAndShown() throws IOException {
    try (Holdfast holdfast = Holdfast.connect(STORE)) {
      Lease lease = holdfast.mutex("b").tryAcquire().orElseThrow();
      lease.onReleaseRequested(reason -> lease.release());
      assertEquals(ExitCodes.OK, execute("ask", "--store", STORE, "b", "--reason", "at noon"));
      assertTrue(text(err).contains("asked ") && text(err).endsWith("released\n"), text(err));

      Lease keeps = holdfast.mutex("b").tryAcquire().orElseThrow();
      assertEquals(
          ExitCodes.NOTHING_TO_DO,
          execute("ask", "--store", STORE, "b", "--reason", "to whom?", "--for", "0s"));
      assertTrue(text(err).endsWith("'b' is held still\n"), text(err));
      out.reset();
      assertEquals(ExitCodes.OK, execute("show", "--store", STORE, "b"));
      assertTrue(text(out).contains("  asked    "), text(out));
      assertTrue(text(out).contains(": to whom?"), text(out));
      keeps.release();
    }
    assertEquals(ExitCodes.OK, execute("ask", "--store", STORE, "b"));
    assertTrue(text(err).endsWith("'b' is not held\n"), text(err));
  }

  @Test
  void breakingSaysWhoseHoldItWas() throws IOException {
    try (Holdfast holdfast = Holdfast.connect(STORE)) {
      Lease lease = holdfast.mutex("b").tryAcquire().orElseThrow();
      assertEquals(ExitCodes.OK, execute("break", "--store", STORE, "--yes", "--json", "b"));
      Map<String, Object> report = JSON.std.mapFrom(text(out));
      assertEquals(true, report.get("broken"));
      assertEquals(Long.toString(lease.token()), ((Map<?, ?>) report.get("hold")).get("token"));
      assertFalse(holdfast.inspect("b").isHeld());
      lease.release();
    }
    assertEquals(ExitCodes.NOTHING_TO_DO, execute("break", "--store", STORE, "--yes", "b"));
  }

  @Test
  void theReasonOfABreakAndANoteAreShown() throws IOException {
    try (Holdfast holdfast = Holdfast.connect(STORE)) {
      Lease lease = holdfast.mutex("b").withNote("GET /orders").tryAcquire().orElseThrow();
      assertEquals(ExitCodes.OK, execute("show", "--store", STORE, "b"));
      assertTrue(text(out).contains(": GET /orders\n"), text(out));
      String[] breaking = {"break", "--store", STORE, "--yes", "--reason", "", "b"};
      breaking[5] = "x".repeat(201);
      assertEquals(ExitCodes.USAGE, execute(breaking));
      breaking[5] = "its host is gone";
      assertEquals(ExitCodes.OK, execute(breaking));
      out.reset();
      assertEquals(ExitCodes.OK, execute("show", "--store", STORE, "b"));
      assertTrue(
          text(out).contains(", token " + lease.token() + ": its host is gone\n"), text(out));
      out.reset();
      assertEquals(ExitCodes.OK, execute("show", "--store", STORE, "--json", "b"));
      List<?> breaks = (List<?>) JSON.std.mapFrom(text(out)).get("breaks");
      assertEquals("its host is gone", ((Map<?, ?>) breaks.get(0)).get("reason"));
      lease.release();
    }
  }

  /** Of a name from which the store can make no token there is no hold to be seen. */
  @Test
  void breakingPutsANameRightOfWhichNothingCanBeTold() throws IOException {
    UntoldStore.BROKEN.set(false);
    assertEquals(ExitCodes.STORE, execute("show", "--store", "untold:", "b"));
    err.reset();
    assertEquals(ExitCodes.OK, execute("break", "--store", "untold:", "--yes", "--json", "b"));
    assertTrue(text(err).contains("no token can be made"), text(err));
    assertEquals(true, JSON.std.mapFrom(text(out)).get("broken"));
    assertEquals(ExitCodes.NOTHING_TO_DO, execute("break", "--store", "untold:", "--yes", "b"));
  }

  @Test
  void breakingPutsAFreeNameRightThatCannotBeLocked(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("locks.db");
    String store = "sqlite:" + file;
    try (Holdfast holdfast = Holdfast.connect(store)) {
      holdfast.mutex("b").tryAcquire().orElseThrow().close();
      try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
          Statement statement = connection.createStatement()) {
        statement.execute("UPDATE holdfast_lock SET stamp = " + (Long.MAX_VALUE / 4096 - 1));
      }
      StoreException said =
          assertThrows(StoreException.class, () -> holdfast.mutex("b").tryAcquire());
      assertTrue(said.getMessage().contains("holdfast break --yes"), said.getMessage());
      assertEquals(ExitCodes.OK, execute("break", "--store", store, "--yes", "b"));
      assertTrue(text(err).contains("can be locked again"), text(err));
      holdfast.mutex("b").tryAcquire().orElseThrow().close();
    }
    assertEquals(ExitCodes.NOTHING_TO_DO, execute("break", "--store", store, "--yes", "b"));
  }

  private int execute(String... arguments) {
    Terminal terminal =
        new Terminal(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            new boolean[3],
            true);
    return Main.execute(terminal, arguments);
  }

  private static String text(ByteArrayOutputStream stream) {
    return stream.toString(StandardCharsets.UTF_8);
  }
}

package dev.holdfast.cli;

import static dev.holdfast.cli.Holder.start;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.LockInfo;
import dev.holdfast.cli.output.ExitCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast run} as a process among processes, over SQLite. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "sends POSIX signals")
final class RunTest {
  /** Says that it runs, and goes on until it is told to end. */
  private static final String LONG = "touch started; while [ ! -e stop ]; do sleep 0.05; done";

  /** Without pushes a holder hears of a break at its next renewal, a third of its lease away. */
  private static final String QUICK = "--lease=2s";

  @TempDir Path folder;

  @Test
  void theCommandsExitCodeIsOurs() throws Exception {
    assertEquals(7, code("run", "x", "--", "sh", "-c", "exit 7"));
    assertEquals(0, code("run", "x", "--", "true"));
  }

  @Test
  void aCommandEndedByASignalIsToldAsShellsTellIt() throws Exception {
    assertEquals(143, code("run", "x", "--", "sh", "-c", "kill -TERM $$"));
  }

  @Test
  void theCommandHasOurStreamsAndItsLockInTheEnvironment() throws Exception {
    String script = "read line; echo \"$line $HOLDFAST_NAME $HOLDFAST_TOKEN\"; echo heard >&2";
    try (Holder run = start(folder, "run", "a name", "--", "sh", "-c", script).type("hello\n")) {
      assertEquals(0, run.code(), run::err);
      assertTrue(run.out().matches("hello a name [0-9]{19}\n"), run.out());
      assertEquals("heard\n", run.err());
    }
  }

  @Test
  void optionsOfTheCommandAreItsOwn() throws Exception {
    try (Holder run = start(folder, "run", "x", "--", "echo", "--no-wait", "--", "@file", "-h")) {
      assertEquals(0, run.code(), run::err);
      assertEquals("--no-wait -- @file -h\n", run.out());
    }
  }

  @Test
  void oneRunsAtATimeAndAllRun() throws Exception {
    String alone = "mkdir in || exit 9; sleep 0.2; rmdir in";
    List<Holder> runs = new ArrayList<>();
    try {
      for (int i = 0; i < 4; i++) {
        runs.add(start(folder, "run", "x", "--", "sh", "-c", alone));
      }
      for (Holder run : runs) {
        assertEquals(0, run.code(), run::err);
      }
    } finally {
      runs.forEach(Holder::close);
    }
  }

  @Test
  void severalNamesAreLockedAtOnce() throws Exception {
    try (Holder both = start(folder, "run", "b", "--and", "a", "--", "sh", "-c", LONG)) {
      both.made(folder.resolve("started"));
      for (String name : List.of("a", "b")) {
        assertEquals(75, code("run", "--no-wait", name, "--", "true"), name);
        assertEquals(75, code("run", "--no-wait", "c", "--and", name, "--", "true"), name);
      }
      assertEquals(0, code("run", "--no-wait", "c", "--", "true"));
      try (Holder late = start(folder, "run", "--wait=2s", "c", "--and=b", "--", "true")) {
        assertEquals(75, late.code());
        assertTrue(late.err().contains("'b' is held by"), late.err());
      }
      Files.createFile(folder.resolve("stop"));
      assertEquals(0, both.code(), both::err);
    }
    assertEquals(64, code("run", "a", "--and", "", "--", "true"));
    assertEquals(64, code("run", "a", "--permits=1/2", "--and", "b", "--", "true"));
  }

  @Test
  void whoeverDoesNotWaitIsToldWhoHolds() throws Exception {
    try (Holder holder = holder("--client", "anna")) {
      long tookMillis;
      long begun = System.nanoTime();
      try (Holder other = start(folder, "run", "--no-wait", "x", "--", "touch", "ran")) {
        assertEquals(ExitCodes.NOT_ACQUIRED, other.code());
        tookMillis = Duration.ofNanos(System.nanoTime() - begun).toMillis();
        assertTrue(other.err().contains("'x' is held by anna on "), other.err());
        assertTrue(other.err().contains("(process " + holder.pid() + ")"), other.err());
      }
      // A wait includes the way to the store, which takes a busy machine as long as it just did.
      String wait = Math.max(1_000, 2 * tookMillis) + "ms";
      try (Holder other = start(folder, "run", "-q", "--wait", wait, "x", "--", "touch", "ran")) {
        assertEquals(ExitCodes.NOT_ACQUIRED, other.code());
        assertEquals("", other.err());
      }
      assertFalse(Files.exists(folder.resolve("ran")));
      stop(holder);
    }
  }

  @Test
  void whoeverWaitsIsToldWhoHoldsAndGetsItsTurn() throws Exception {
    try (Holder holder = holder("--client", "anna");
        Holder next = start(folder, "run", "x", "--", "true")) {
      await()
          .atMost(Holder.PATIENCE)
          .until(() -> next.err().contains("waiting: 'x' is held by anna on "));
      stop(holder);
      assertEquals(0, next.code(), next::err);
    }
  }

  @Test
  void aBrokenHoldEndsTheCommandAsAgreed() throws Exception {
    String orderly = "trap 'touch ended; exit 0' TERM; " + LONG;
    try (Holder run = start(folder, "run", QUICK, "x", "--", "sh", "-c", orderly)) {
      run.made(folder.resolve("started"));
      assertEquals(ExitCodes.OK, code("break", "--yes", "x"));
      assertEquals(ExitCodes.LOST, run.code(), run::err);
      assertTrue(run.err().contains("lost 'x'"), run.err());
      assertTrue(Files.exists(folder.resolve("ended")));
    }
    assertEquals(ExitCodes.NOTHING_TO_DO, code("break", "--yes", "x"));
  }

  @Test
  void aCommandThatDoesNotEndIsKilledWithItsChildren() throws Exception {
    String stubborn = "trap '' TERM; sleep 1000 & echo $! > pid; touch started; wait; sleep 1000";
    try (Holder run =
        start(folder, "run", QUICK, "--grace", "200ms", "x", "--", "sh", "-c", stubborn)) {
      run.made(folder.resolve("started"));
      ProcessHandle child = handle(folder.resolve("pid"));
      assertEquals(ExitCodes.OK, code("break", "--yes", "x"));
      assertEquals(ExitCodes.LOST, run.code(), run::err);
      await().atMost(Holder.PATIENCE).until(() -> !child.isAlive());
    }
  }

  @Test
  void aLossMayBeIgnored() throws Exception {
    String script = LONG + "; exit 5";
    try (Holder run =
        start(folder, "run", QUICK, "--on-loss", "ignore", "x", "--", "sh", "-c", script)) {
      run.made(folder.resolve("started"));
      assertEquals(ExitCodes.OK, code("break", "--yes", "x"));
      await().atMost(Holder.PATIENCE).until(() -> run.err().contains("goes on without it"));
      Files.createFile(folder.resolve("stop"));
      assertEquals(5, run.code(), run::err);
    }
  }

  @Test
  void aCommandThatTakesTooLongLosesItsLock() throws Exception {
    try (Holder run = holder("--max-hold", "500ms", "--on-loss", "kill")) {
      assertEquals(ExitCodes.LOST, run.code(), run::err);
    }
  }

  @Test
  void aKilledHolderIsFollowedAfterItsLeaseAndItsCommandStopped() throws Exception {
    String script = "echo $$ > pid; " + LONG;
    try (Holder dead = start(folder, "run", "--lease", "2s", "x", "--", "sh", "-c", script)) {
      dead.made(folder.resolve("started"));
      ProcessHandle command = handle(folder.resolve("pid"));
      dead.signal("KILL");
      assertEquals(137, dead.code());
      await().atMost(Duration.ofSeconds(10)).until(() -> !command.isAlive());
      assertEquals(0, code("run", "--wait", "20s", "x", "--", "true"));
    }
  }

  /** On a busy machine a release may take longer than the lease, which is no loss. */
  @Test
  void aCommandThatEndedBeforeItsDeadlineKeepsItsCodeHoweverLateItsRelease() throws Exception {
    String script = LONG + "; exit 5";
    try (Holder run = start(folder, "run", QUICK, "x", "--", "sh", "-c", script);
        Connection busy = DriverManager.getConnection("jdbc:" + Holder.store(folder))) {
      run.made(folder.resolve("started"));
      try (Statement statement = busy.createStatement()) {
        statement.execute("BEGIN IMMEDIATE");
        Files.createFile(folder.resolve("stop"));
        await().atMost(Holder.PATIENCE).until(() -> !inspect().isHeld());
        statement.execute("COMMIT");
      }
      assertEquals(5, run.code(), run::err);
    }
  }

  @Test
  void aCommandThatDoesNotExistIsNotWaitedFor() throws Exception {
    try (Holder holder = holder()) {
      assertEquals(ExitCodes.NOT_FOUND, code("run", "x", "--", "no-such-command"));
      assertEquals(ExitCodes.NOT_EXECUTABLE, code("run", "x", "--", "./locks.db"));
      stop(holder);
    }
  }

  @Test
  void aNameStaysTakenForAsLongAsAsked() throws Exception {
    assertEquals(0, code("run", "--hold-at-least", "1h", "x", "--", "true"));
    try (Holder late = start(folder, "run", "--no-wait", "x", "--", "true")) {
      assertEquals(ExitCodes.NOT_ACQUIRED, late.code());
      assertTrue(late.err().contains("but stays taken for another 59 min"), late.err());
    }
  }

  @Test
  void aCommandThatNeverRanDoesNotKeepTheName() throws Exception {
    // Only the system sees that this cannot be run.
    script("middle", "#!/no/such/interpreter");
    script("no-program", "#!" + folder.resolve("middle"));
    try (Holder run =
        start(folder, "run", "--hold-at-least=1h", "x", "--and=y", "--", "./no-program")) {
      assertEquals(ExitCodes.NOT_EXECUTABLE, run.code());
      assertTrue(run.err().contains("interpreter or loader that it names is missing"), run.err());
      assertTrue(run.err().contains("the lock was given back at once"), run.err());
    }
    assertEquals(0, code("run", "--no-wait", "x", "--and=y", "--", "true"));
  }

  @Test
  void aTemporaryFolderInWhichNoLibraryCanBeIsTold() throws Exception {
    String missing = folder.resolve("missing").toString();
    Map<String, String> environment = Map.of("JAVA_TOOL_OPTIONS", "-Dorg.sqlite.tmpdir=" + missing);
    try (Holder run = start(folder, List.of(), environment, "run", "x", "--", "true")) {
      assertEquals(ExitCodes.STORE, run.code());
      assertTrue(
          run.err().contains("temporary folder " + missing + " is missing, full"), run.err());
      assertFalse(run.err().contains("\tat "), run.err());
    }
  }

  @Test
  void thePasswordOfTheStoreIsNotForTheCommand() throws Exception {
    String script = "echo \"$HOLDFAST_STORE,$HOLDFAST_STORE_WITHHELD\"";
    String store = "memory:x?password=secret";
    Map<String, String> environment = Map.of("HOLDFAST_STORE", store);
    for (List<String> options : List.of(List.<String>of(), List.of("--pass-store"))) {
      List<String> arguments = new ArrayList<>(List.of("run"));
      arguments.addAll(options);
      arguments.addAll(List.of("--store", Holder.store(folder), "x", "--", "sh", "-c", script));
      try (Holder run = start(folder, List.of(), environment, arguments.toArray(new String[0]))) {
        assertEquals(0, run.code(), run::err);
        assertEquals(options.isEmpty() ? ",1\n" : store + ",\n", run.out());
      }
    }
  }

  @Test
  void readersRunTogetherAndAWriterAlone() throws Exception {
    try (Holder reader = holder("--shared", "--client", "anna")) {
      assertEquals(0, code("run", "--shared", "--no-wait", "x", "--", "true"));
      try (Holder writer = start(folder, "run", "--no-wait", "x", "--", "true")) {
        assertEquals(ExitCodes.NOT_ACQUIRED, writer.code());
        assertTrue(writer.err().contains("'x' is held by anna on "), writer.err());
        assertTrue(writer.err().contains(", shared for "), writer.err());
      }
      stop(reader);
    }
    assertEquals(0, code("run", "x", "--", "true"));
  }

  @Test
  void permitsAreTakenWhileTheyLastAndAllMustSayHowManyThereAre() throws Exception {
    try (Holder two = holder("--permits", "2/3", "--client", "anna")) {
      assertEquals(0, code("run", "--permits", "1/3", "--no-wait", "x", "--", "true"));
      try (Holder many = start(folder, "run", "--permits=2/3", "--no-wait", "x", "--", "true")) {
        assertEquals(ExitCodes.NOT_ACQUIRED, many.code());
      }
      for (String wait : List.of("--no-wait", "--wait=1h")) {
        try (Holder other =
            start(folder, "run", "--permits=1/4", wait, "x", "--", "touch", "ran")) {
          assertEquals(ExitCodes.STORE, other.code());
          assertTrue(
              other.err().contains("a semaphore of 3 permits; nothing is held"), other.err());
        }
      }
      assertFalse(Files.exists(folder.resolve("ran")));
      stop(two);
    }
  }

  private Holder holder(String... options) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("run"));
    arguments.addAll(List.of(options));
    arguments.addAll(List.of("x", "--", "sh", "-c", LONG));
    return start(folder, arguments.toArray(new String[0])).made(folder.resolve("started"));
  }

  private void script(String name, String firstLine) throws IOException {
    Path script = Files.writeString(folder.resolve(name), firstLine + "\n");
    assertTrue(script.toFile().setExecutable(true));
  }

  private void stop(Holder holder) throws Exception {
    Files.createFile(folder.resolve("stop"));
    assertEquals(0, holder.code(), holder::err);
  }

  private int code(String... arguments) throws Exception {
    try (Holder run = start(folder, arguments)) {
      return run.code();
    }
  }

  private LockInfo inspect() {
    try (Holdfast holdfast = Holdfast.connect(Holder.store(folder))) {
      return holdfast.inspect("x");
    }
  }

  private static ProcessHandle handle(Path pid) throws IOException {
    return ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
  }
}

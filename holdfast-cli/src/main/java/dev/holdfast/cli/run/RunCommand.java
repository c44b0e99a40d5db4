package dev.holdfast.cli.run;

import dev.holdfast.LockOptions;
import dev.holdfast.cli.output.CliException;
import dev.holdfast.cli.output.ExitCodes;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.cli.store.CommonOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code holdfast run}: its options, and nothing of how it is done. */
@Command(
    sortOptions = false,
    name = "run",
    header = "Run a command while holding a lock.",
    customSynopsis = "holdfast run [OPTIONS] NAME -- COMMAND [ARGUMENT…]",
    description = {
      "",
      "Waits for the lock NAME, runs COMMAND, keeps the lock until it ends, and exits with its"
          + " code. The command finds HOLDFAST_NAME and HOLDFAST_TOKEN in its environment: the"
          + " token is a number that grows with every grant of the name, so that a resource can"
          + " refuse a holder that comes too late. Signals sent to holdfast (HUP, INT, TERM, USR1,"
          + " USR2, ALRM) are passed on to the command and its child processes. The lock covers the"
          + " command itself, not what it leaves running behind it.",
      ""
    },
    footer = {
      "",
      "A DURATION is written 500ms, 30s, 2m, 1h30m or PT30S.",
      "",
      "Exit codes: the command's own (128+n if signal n ended it), or",
      "   64  the command line is wrong",
      "   69  the store cannot be reached, or refuses",
      "   75  the lock was not acquired (--wait, --no-wait): the command did not run",
      "   76  the lock was lost while the command ran",
      "   70  something that should not have happened",
      "  126  the command cannot be executed: nothing is locked any more, also with",
      "       --hold-at-least",
      "  127  there is no such command: likewise",
      "  128+n  signal n (INT: 130, TERM: 143) ended the wait: the command did not run",
      "",
      "Examples:",
      "  One backup at a time on this machine; others wait their turn:",
      "    holdfast run backup -- ./backup.sh",
      "  Skip it if it is running already:",
      "    holdfast run --no-wait backup -- ./backup.sh",
      "  Once per hour over all servers, however late some of their clocks are:",
      "    holdfast run --store redis://cache:6379 --no-wait --hold-at-least 30m \\",
      "        report -- ./hourly-report.sh",
      "  Many readers of a directory at a time, but none while it is rebuilt:",
      "    holdfast run --shared index -- ./search.sh",
      "    holdfast run index -- ./rebuild.sh",
      "  At most eight processor-hungry jobs over all machines, of which this one counts for two:",
      "    holdfast run --store redis://cache:6379 --permits 2/8 render -- ./render.sh",
      "  Two ledgers at once, whichever of them others name first:",
      "    holdfast run ledger/7 --and ledger/9 -- ./transfer.sh"
    })
public final class RunCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Spec CommandSpec spec = CommandSpec.create();

  @Parameters(index = "0", paramLabel = "NAME", description = "What is locked: any string.")
  String name = "";

  @Parameters(
      index = "1..*",
      paramLabel = "COMMAND",
      description = "What runs, after two dashes, with its arguments.")
  List<String> command = new ArrayList<>();

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      description =
          "Give up (exit code 75) when the lock is not free after this time, in which connecting to"
              + " the store counts (exit code 69).")
  @Nullable Duration wait;

  @Option(names = "--no-wait", description = "Give up at once when the lock is not free.")
  boolean noWait;

  @Option(
      names = "--shared",
      description =
          "Hold it together with other runs that say --shared, as readers do. A run without it"
              + " waits for all of them, and they wait for that run.")
  boolean shared;

  @Option(
      names = "--permits",
      paramLabel = "N/M",
      converter = PermitCount.Converter.class,
      description =
          "Take N of the M permits that NAME has, beside others that take some of them. All must "
              + "say the same M while any of them runs or waits.")
  @Nullable PermitCount permits;

  @Option(
      names = "--and",
      paramLabel = "NAME",
      description =
          "Lock this name, too, all of them or none; may be repeated. The order does not matter: a run "
              + "that names them in another order waits its turn like any other.")
  List<String> more = new ArrayList<>();

  @Option(
      names = "--lease",
      paramLabel = "DURATION",
      description =
          "How long others wait for us if this process or machine dies; renewed meanwhile. "
              + "Default: 30s.")
  @Nullable Duration lease;

  @Option(
      names = "--max-hold",
      paramLabel = "DURATION",
      description = "The lock is lost (see --on-loss) when the command takes longer than this.")
  @Nullable Duration maxHold;

  @Option(
      names = "--hold-at-least",
      paramLabel = "DURATION",
      description = "The name stays taken for at least this time, even if the command is quicker.")
  @Nullable Duration holdAtLeast;

  @Option(
      names = "--on-loss",
      paramLabel = "term|kill|ignore",
      description =
          "What the command (with its child processes) gets when the lock is lost: SIGTERM, and "
              + "SIGKILL after --grace; SIGKILL at once; or nothing. Default: term.")
  OnLoss onLoss = OnLoss.TERM;

  @Option(
      names = "--grace",
      paramLabel = "DURATION",
      description = "The time between SIGTERM and SIGKILL. Default: 10s.")
  Duration grace = Duration.ofSeconds(10);

  @Option(
      names = "--pass-store",
      description =
          "Leave HOLDFAST_STORE in the command's environment even if it has a password, which is "
              + "otherwise taken out: for a command that calls holdfast itself.")
  boolean passStore;

  @Option(
      names = {"--client", "--name"},
      paramLabel = "NAME",
      description = "What others see as the holder. Default: your user name.")
  @Nullable String client;

  @Option(
      names = {"-q", "--quiet"},
      description = "Say nothing while waiting, or when the lock was not acquired.")
  boolean quiet;

  @Mixin CommonOptions common = new CommonOptions();

  public RunCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (noWait && wait != null) {
      throw CliException.usage("--wait and --no-wait exclude each other");
    }
    if (shared && holdAtLeast != null) {
      throw CliException.usage("--shared and --hold-at-least exclude each other");
    }
    if (shared && permits != null) {
      throw CliException.usage("--shared and --permits exclude each other");
    }
    if (permits != null && !more.isEmpty()) {
      throw CliException.usage("--permits and --and exclude each other");
    }
    if (isNameMissing()) {
      throw CliException.usage(
          "the NAME of the lock is missing before the two dashes; write"
              + " holdfast run NAME -- COMMAND [ARGUMENT…]");
    }
    if (command.isEmpty()) {
      throw CliException.usage(
          "no command to run was given; write holdfast run NAME -- COMMAND [ARGUMENT…]");
    }
    names().forEach(LockedRun::checkName);
    command.forEach(word -> LockedRun.checkText("a word of the command", word));
    LockOptions options = options();
    CommandPath.check(command.get(0), System.getenv("PATH"));
    return new LockedRun(terminal, this, options).call();
  }

  /** Whether all words that are no options stand behind the two dashes. */
  private boolean isNameMissing() {
    List<String> words = spec.commandLine().getParseResult().originalArgs();
    int dashes = words.indexOf("--");
    return dashes >= 0 && words.size() - dashes - 1 == 1 + command.size();
  }

  /** All names that are to be locked, each once. */
  List<String> names() {
    return Stream.concat(Stream.of(name), more.stream()).distinct().toList();
  }

  /** The longest wait, zero for none, null for as long as it takes. */
  @Nullable Duration patience() {
    return noWait ? Duration.ZERO : wait;
  }

  private LockOptions options() {
    try {
      LockOptions options = LockOptions.defaults();
      options = lease == null ? options : options.lease(lease);
      options = maxHold == null ? options : options.maxHold(maxHold);
      return holdAtLeast == null ? options : options.holdAtLeast(holdAtLeast);
    } catch (IllegalArgumentException absurd) {
      throw new CliException(ExitCodes.USAGE, String.valueOf(absurd.getMessage()), absurd);
    }
  }
}

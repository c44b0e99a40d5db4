package dev.holdfast.cli;

import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.cli.output.CliException;
import dev.holdfast.cli.output.DiagnosisReport;
import dev.holdfast.cli.output.Durations;
import dev.holdfast.cli.output.ExitCodes;
import dev.holdfast.cli.output.LockReport;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.cli.store.CommonOptions;
import dev.holdfast.cli.store.Connection;
import dev.holdfast.spi.DaemonThreads;
import dev.holdfast.spi.Diagnosis;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.StoreUrl;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdfast doctor}. */
@Command(
    sortOptions = false,
    name = "doctor",
    header = "Look at a store, and say what it means for locks.",
    description = {
      "",
      "Looks at the server or file behind a URL: its version, what it forgets in a restart, whether "
          + "it throws locks away, what its user may do, how far it is away. Says for each what it "
          + "means for locks, and which claims of docs/claims.md hold.",
      "",
      "Nothing in the store is changed: what is tried is tried under a name that is gone afterwards.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:nothing is worse than a note",
      "1:there are warnings or problems",
      "64:the command line is wrong",
      "69:the store cannot be reached, or refuses the user"
    },
    footer = {
      "",
      "Examples:",
      "    holdfast doctor redis://cache:6379",
      "    holdfast doctor jdbc:postgresql://app:secret@db/app --json | jq -r .worst"
    })
final class DoctorCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "URL",
      description = "The store; the one of --store unless given.")
  @Nullable String url;

  @Option(names = "--json", description = "Print a JSON object.")
  boolean json;

  @Option(
      names = "--lease",
      paramLabel = "DURATION",
      description = "The lease that locks would have. Default: 30s.")
  Duration lease = LockOptions.defaults().lease();

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      description = "How long to look at most. Default: 20s.")
  Duration timeout = Duration.ofSeconds(20);

  @Mixin CommonOptions common = new CommonOptions();

  DoctorCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (lease.compareTo(Duration.ZERO) <= 0 || timeout.compareTo(Duration.ZERO) <= 0) {
      throw CliException.usage("--lease and --timeout should be longer than nothing");
    }
    if (url != null && common.store != null) {
      throw CliException.usage("the store is named twice: by the URL, and by --store");
    }
    if (url != null) {
      common.store = url;
    }
    Diagnosis diagnosis = diagnose(common.url(terminal));
    if (json) {
      terminal.out().println(LockReport.json(DiagnosisReport.json(diagnosis)));
    } else {
      new DiagnosisReport(terminal.coloursOutput())
          .lines(diagnosis)
          .forEach(terminal.out()::println);
    }
    return diagnosis.worst().compareTo(Finding.Level.NOTE) <= 0 ? ExitCodes.OK : ExitCodes.FINDINGS;
  }

  /** On a thread of its own, since drivers may wait for longer than they are told to. */
  private Diagnosis diagnose(StoreUrl store) {
    FutureTask<Diagnosis> looking = new FutureTask<>(() -> Diagnosis.of(store, lease));
    DaemonThreads.start("holdfast-doctor", looking);
    try {
      return looking.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      throw new CliException(
          ExitCodes.STORE,
          "looking at " + store + " took longer than " + Durations.show(timeout) + " (--timeout)",
          late);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new CliException(ExitCodes.INTERNAL, "interrupted", interrupted);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof StoreException error) {
        throw Connection.failure(error);
      }
      if (failed.getCause() instanceof IllegalArgumentException malformed) {
        throw new CliException(ExitCodes.USAGE, String.valueOf(malformed.getMessage()), malformed);
      }
      throw new CliException(
          ExitCodes.INTERNAL, "this should not have happened: " + failed.getCause(), failed);
    }
  }
}

package dev.holdfast.cli;

import dev.holdfast.cli.output.ExitCodes;
import dev.holdfast.cli.output.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code holdfast} without a command: help. */
@Command(
    sortOptions = false,
    name = "holdfast",
    versionProvider = Program.Version.class,
    header = "Locks for processes and machines.",
    synopsisSubcommandLabel = "COMMAND",
    description = "",
    footer = {
      "",
      "Examples:",
      "    holdfast run backup -- ./backup.sh      one backup at a time, others wait",
      "    holdfast show backup                    its holders and its queue",
      "    holdfast watch                          what is held and waited for, live",
      "    holdfast doctor redis://cache:6379      what this server means for locks",
      "    holdfast demo                           see why it matters, in half a minute",
      "",
      "'holdfast COMMAND --help' tells more, with exit codes and examples."
    })
final class Program implements Callable<Integer> {
  @Spec CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version.")
  boolean version;

  private final Terminal terminal;

  Program(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    CommandLine root = spec.commandLine();
    root.usage(terminal.err(), root.getColorScheme());
    return ExitCodes.USAGE;
  }

  /** From the jar's manifest. */
  static final class Version implements IVersionProvider {
    /** For picocli. */
    Version() {}

    @Override
    public String[] getVersion() {
      String version = Program.class.getPackage().getImplementationVersion();
      return new String[] {
        "holdfast " + (version == null ? "(development)" : version),
        "Java " + Runtime.version() + " on " + System.getProperty("os.name")
      };
    }
  }
}

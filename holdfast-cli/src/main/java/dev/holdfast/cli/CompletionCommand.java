package dev.holdfast.cli;

import dev.holdfast.cli.manual.FishCompletion;
import dev.holdfast.cli.output.ExitCodes;
import dev.holdfast.cli.output.Terminal;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code holdfast completion}. */
@Command(
    sortOptions = false,
    name = "completion",
    header = "Print a script that completes holdfast's commands and options.",
    description = "",
    footer = {
      "",
      "Examples:",
      "  In ~/.bashrc or ~/.zshrc, with holdfast on the PATH:",
      "    source <(holdfast completion bash)",
      "    source <(holdfast completion zsh)",
      "  In ~/.config/fish/config.fish:",
      "    holdfast completion fish | source"
    })
final class CompletionCommand implements Callable<Integer> {
  /** The shells that are known. */
  enum Shell {
    bash,
    zsh,
    fish
  }

  private final Terminal terminal;

  @Spec CommandSpec spec = CommandSpec.create();

  @Parameters(index = "0", paramLabel = "bash|zsh|fish", description = "The shell.")
  Shell shell = Shell.bash;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  CompletionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (shell == Shell.fish) {
      terminal.out().print(FishCompletion.of(spec.root().commandLine()));
      return ExitCodes.OK;
    }
    // The script is written for bash; zsh runs it by its own emulation, which must be loaded first.
    if (shell == Shell.zsh) {
      terminal
          .out()
          .println(
              "autoload -U +X compinit && compinit -u; autoload -U +X bashcompinit &&"
                  + " bashcompinit");
    }
    terminal.out().println(AutoComplete.bash("holdfast", spec.root().commandLine()));
    return ExitCodes.OK;
  }
}

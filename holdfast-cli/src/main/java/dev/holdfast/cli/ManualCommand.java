package dev.holdfast.cli;

import dev.holdfast.cli.manual.ManualPage;
import dev.holdfast.cli.output.ExitCodes;
import dev.holdfast.cli.output.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the manual page, for the build of the packages that have it in them. */
@Command(name = ManualCommand.NAME, hidden = true)
final class ManualCommand implements Callable<Integer> {
  static final String NAME = "manual-page";

  private final Terminal terminal;

  @Spec CommandSpec spec = CommandSpec.create();

  ManualCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    String version = new Program.Version().getVersion()[0];
    terminal.out().print(ManualPage.of(spec.root().commandLine(), version));
    return ExitCodes.OK;
  }
}

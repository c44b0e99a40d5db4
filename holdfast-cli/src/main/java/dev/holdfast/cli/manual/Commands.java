package dev.holdfast.cli.manual;

import java.util.List;
import picocli.CommandLine;

/** The commands of a program that its users are told of. */
final class Commands {
  private Commands() {}

  /** The commands, in their order; those for other programs are left out. */
  static List<CommandLine> of(CommandLine root) {
    return root.getSubcommands().values().stream()
        .filter(command -> !command.getCommandSpec().usageMessage().hidden())
        .toList();
  }

  /** What the command is for, in one line. */
  static String header(CommandLine command) {
    return String.join(" ", command.getCommandSpec().usageMessage().header());
  }
}

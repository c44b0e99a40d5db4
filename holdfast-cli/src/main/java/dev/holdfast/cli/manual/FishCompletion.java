package dev.holdfast.cli.manual;

import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A script that completes a program's commands and options in the shell fish. */
public final class FishCompletion {
  private final CommandLine root;
  private final StringBuilder script = new StringBuilder();

  private FishCompletion(CommandLine root) {
    this.root = root;
  }

  /** Makes the script for a program with one level of commands. */
  public static String of(CommandLine root) {
    return new FishCompletion(root).script();
  }

  private String script() {
    options("__fish_use_subcommand", root);
    for (CommandLine command : Commands.of(root)) {
      String name = command.getCommandName();
      line("__fish_use_subcommand")
          .append(" -f -a ")
          .append(name)
          .append(described(Commands.header(command)));
      String inIt = "__fish_seen_subcommand_from " + name;
      options(inIt, command);
      for (PositionalParamSpec parameter : command.getCommandSpec().positionalParameters()) {
        values(inIt, parameter.completionCandidates());
      }
    }
    return script.append('\n').toString();
  }

  private void options(String condition, CommandLine command) {
    for (OptionSpec option : command.getCommandSpec().options()) {
      if (option.hidden()) {
        continue;
      }
      StringBuilder line = line(condition);
      for (String name : option.names()) {
        line.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^--?", ""));
      }
      if (option.arity().max() > 0) {
        line.append(option.completionCandidates() == null ? " -r" : " -x");
      }
      line.append(described(String.join(" ", option.description())));
      if (option.arity().max() > 0 && option.completionCandidates() != null) {
        line.append(" -a ").append(quoted(String.join(" ", option.completionCandidates())));
      }
    }
  }

  private void values(String condition, Iterable<String> candidates) {
    if (candidates != null) {
      line(condition).append(" -f -a ").append(quoted(String.join(" ", candidates)));
    }
  }

  private StringBuilder line(String condition) {
    return script
        .append(script.length() == 0 ? "" : "\n")
        .append("complete -c ")
        .append(root.getCommandName())
        .append(" -n ")
        .append(quoted(condition));
  }

  /** The first sentence: fish shows it beside what it completes. */
  private static String described(String text) {
    int end = text.indexOf(". ");
    String first = end < 0 ? text : text.substring(0, end);
    return " -d " + quoted(first.endsWith(".") ? first.substring(0, first.length() - 1) : first);
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}

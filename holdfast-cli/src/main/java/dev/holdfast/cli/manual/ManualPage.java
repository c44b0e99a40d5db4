package dev.holdfast.cli.manual;

import java.util.Arrays;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The manual page of a program, in the language of {@code man}: the texts of {@code --help}, for
 * all commands.
 */
public final class ManualPage {
  private final CommandLine root;
  private final StringBuilder page = new StringBuilder();

  private ManualPage(CommandLine root) {
    this.root = root;
  }

  /**
   * Makes the page for a program with one level of commands.
   *
   * @param version what stands at the foot of the page
   */
  public static String of(CommandLine root, String version) {
    return new ManualPage(root).page(version);
  }

  private String page(String version) {
    String name = root.getCommandName();
    macro("TH", name.toUpperCase(Locale.ROOT), "1", "", version, "User Commands");
    line(".ad l"); // ragged, and no word is broken: options are searched for
    line(".nh");
    macro("SH", "NAME");
    String header = Commands.header(root);
    line(name + " \\- " + text(header.endsWith(".") ? header.replaceFirst("\\.$", "") : header));
    macro("SH", "SYNOPSIS");
    for (CommandLine command : Commands.of(root)) {
      line(text(synopsis(command)));
      macro("br");
    }
    macro("SH", "OPTIONS");
    options(root);
    macro("SH", "COMMANDS");
    for (CommandLine command : Commands.of(root)) {
      macro("SS", synopsis(command));
      UsageMessageSpec usage = command.getCommandSpec().usageMessage();
      paragraphs(usage.header());
      paragraphs(usage.description());
      options(command);
      asItIs(usage.footer());
    }
    macro("SH", "ENVIRONMENT");
    described("HOLDFAST_STORE", "The URL of the store where --store is not given.");
    described("HOLDFAST_DEBUG", "With 1: log on stderr what happens, with stack traces.");
    described("HOLDFAST_JAVA_OPTS", "Options of the JVM that runs the program.");
    macro("SH", "EXAMPLES");
    asItIs(root.getCommandSpec().usageMessage().footer());
    return page.toString();
  }

  private static String synopsis(CommandLine command) {
    String synopsis =
        new CommandLine.Help(
                command.getCommandSpec(),
                CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
            .synopsis(0);
    return synopsis.strip().replaceAll("\\s+", " ");
  }

  private void options(CommandLine command) {
    for (OptionSpec option : command.getCommandSpec().options()) {
      if (!option.hidden()) {
        String names = String.join(", ", option.names());
        String value = option.arity().max() > 0 ? " " + option.paramLabel() : "";
        described(names + value, String.join(" ", option.description()));
      }
    }
  }

  private void described(String term, String description) {
    macro("TP");
    line("\\fB" + text(term) + "\\fR");
    line(text(description));
  }

  private void paragraphs(String... lines) {
    for (String text : lines) {
      if (!text.isEmpty()) {
        macro("PP");
        line(text(text));
      }
    }
  }

  /** Lines that stay as they are: tables of exit codes, and examples. */
  private void asItIs(String... lines) {
    if (Arrays.stream(lines).allMatch(String::isEmpty)) {
      return;
    }
    macro("PP");
    macro("nf");
    for (String text : lines) {
      line(text(text));
    }
    macro("fi");
  }

  private void macro(String name, String... arguments) {
    page.append('.').append(name);
    for (String argument : arguments) {
      page.append(" \"").append(text(argument).replace("\"", "\\(dq")).append('"');
    }
    page.append('\n');
  }

  private void line(String text) {
    page.append(text).append('\n');
  }

  /** A text in which nothing is taken for a request of the language. */
  private static String text(String text) {
    String safe = text.replace("\\", "\\e").replace("-", "\\-");
    return safe.startsWith(".") || safe.startsWith("'") ? "\\&" + safe : safe;
  }
}

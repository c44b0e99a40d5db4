package dev.holdfast.cli;

import dev.holdfast.cli.demo.DemoCommand;
import dev.holdfast.cli.output.CliException;
import dev.holdfast.cli.output.Durations;
import dev.holdfast.cli.output.ExitCodes;
import dev.holdfast.cli.output.HiddenUrls;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.cli.output.Text;
import dev.holdfast.cli.run.RunCommand;
import dev.holdfast.cli.watch.WatchCommand;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The program.
 *
 * <p>To add a command:
 *
 * <ol>
 *   <li>A class like {@link AskCommand}, which is a short one: {@code @Command} with a name, a
 *       header, exit codes and examples; {@code CommonOptions} for {@code --store}, {@code
 *       Connection} for the client; a {@link CliException} for what goes wrong, a {@link Terminal}
 *       for what is printed, {@link ExitCodes} for how it ends. A command of several classes has a
 *       package of its own.
 *   <li>A line in {@code COMMANDS}, in the order of the help, and one in {@code command}. Help,
 *       completions and the page of the manual follow from there; the examples in {@link Program}
 *       do not.
 *   <li>If it is to start as quickly as {@code run}: {@link WarmUp}.
 *   <li>Tests: {@code MainTest}, which calls the program within the JVM; {@code SecretsTest} and
 *       {@code SilentStoreTest} have lists of commands, for URLs with passwords and for stores that
 *       do not answer.
 *   <li>{@code docs/reference/program.md}, and the changelog.
 * </ol>
 *
 * <p>{@code ./holdfast} does not see that a source has changed: {@code ./holdfast --rebuild}.
 * {@code sim}, {@code lab} and {@code bench} are no commands of this program, but of that script.
 */
public final class Main {
  private static final List<String> COMMANDS =
      List.of("run", "list", "show", "watch", "ask", "break", "doctor", "demo", "completion");

  private final Terminal terminal;

  private Main(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Runs the command that the arguments name, and exits with its code. */
  public static void main(String[] args) {
    System.exit(execute(Terminal.system(), args));
  }

  /** Runs the command that the arguments name, and returns its code. */
  static int execute(Terminal terminal, String... args) {
    String debug = System.getenv("HOLDFAST_DEBUG");
    terminal.debug(debug != null && !debug.isEmpty() && !debug.equals("0"));
    Main main = new Main(terminal);
    int code;
    try {
      code = main.commandLine(args).execute(args);
    } catch (Error broken) { // picocli passes them on
      code = main.unexpected(broken);
    }
    terminal.out().flush();
    return code;
  }

  private CommandLine commandLine(String[] args) {
    CommandLine root = new CommandLine(new Program(terminal));
    // Only the command that is asked for is built, for a quick start.
    String first = args.length == 0 ? "" : args[0];
    for (String name : COMMANDS.contains(first) && needsOne(first) ? List.of(first) : COMMANDS) {
      root.addSubcommand(name, command(name));
    }
    if (root.getSubcommands().size() > 1) {
      root.addSubcommand("help", new CommandLine.HelpCommand());
    }
    if (first.equals(WarmUp.NAME)) {
      root.addSubcommand(WarmUp.NAME, new WarmUp(terminal));
    } else if (first.equals(ManualCommand.NAME)) {
      root.addSubcommand(ManualCommand.NAME, new ManualCommand(terminal));
    }
    return configured(root);
  }

  private static boolean needsOne(String command) {
    return !command.equals("completion");
  }

  private Object command(String name) {
    return switch (name) {
      case "run" -> new RunCommand(terminal);
      case "list" -> new ListCommand(terminal);
      case "show" -> new ShowCommand(terminal);
      case "watch" -> new WatchCommand(terminal);
      case "ask" -> new AskCommand(terminal);
      case "break" -> new BreakCommand(terminal);
      case "doctor" -> new DoctorCommand(terminal);
      case "demo" -> new DemoCommand(terminal);
      case "completion" -> new CompletionCommand(terminal);
      default -> throw new IllegalArgumentException(name);
    };
  }

  private CommandLine configured(CommandLine root) {
    return root.setExpandAtFiles(false)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpWidth(92)
        .registerConverter(Duration.class, Main::duration)
        .setOut(writer(terminal.out()))
        .setErr(writer(terminal.err()))
        .setColorScheme(
            CommandLine.Help.defaultColorScheme(terminal.coloursOutput() ? Ansi.ON : Ansi.OFF))
        .setParameterExceptionHandler(this::wrongUsage)
        .setExecutionExceptionHandler(this::failed);
  }

  private static PrintWriter writer(java.io.PrintStream stream) {
    return new PrintWriter(stream, true, StandardCharsets.UTF_8);
  }

  private static Duration duration(String text) {
    try {
      return Durations.parse(text);
    } catch (IllegalArgumentException wrong) {
      throw new CommandLine.TypeConversionException(wrong.getMessage());
    }
  }

  private int wrongUsage(ParameterException error, String[] args) {
    CommandLine command = error.getCommandLine();
    terminal.say(
        sentence(error, args) + "; see " + command.getCommandSpec().qualifiedName() + " --help");
    return ExitCodes.USAGE;
  }

  /** Picocli's messages are good, but some are of several lines, and all begin in upper case. */
  private static String sentence(ParameterException error, String... args) {
    if (error instanceof UnmatchedArgumentException unknown
        && unknown.getCommandLine().getParent() == null
        && !unknown.getUnmatched().get(0).startsWith("-")) {
      return "there is no command "
          + Text.quoted(HiddenUrls.in(unknown.getUnmatched().get(0), args));
    }
    String whole = HiddenUrls.in(String.valueOf(error.getMessage()), args);
    String message = whole.lines().findFirst().orElse("");
    message = message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
    boolean capital =
        message.length() > 1
            && Character.isUpperCase(message.charAt(0))
            && Character.isLowerCase(message.charAt(1));
    return Text.visible(
        capital
            ? message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1)
            : message);
  }

  private int failed(Exception error, CommandLine command, ParseResult parsed) {
    if (error instanceof CliException failure) {
      showStack(error);
      terminal.say(failure.sentence());
      return failure.code();
    }
    return unexpected(error);
  }

  private void showStack(Throwable error) {
    if (terminal.isDebug()) {
      error.printStackTrace(terminal.err());
    }
  }

  private int unexpected(Throwable error) {
    showStack(error);
    terminal.say(
        "this should not have happened: "
            + Text.visible(String.valueOf(error))
            + (terminal.isDebug() ? "" : " (--debug shows where)"));
    return ExitCodes.INTERNAL;
  }
}

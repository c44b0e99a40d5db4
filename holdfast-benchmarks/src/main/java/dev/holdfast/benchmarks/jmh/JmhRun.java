package dev.holdfast.benchmarks.jmh;

import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs the benchmarks of this package with JMH and its allocation profiler: what follows {@code
 * --jmh} on the command line, a regular expression and any of JMH's own options.
 */
public final class JmhRun {
  private JmhRun() {}

  /**
   * Runs them and prints the table; {@code -h} prints JMH's options.
   *
   * @return the exit status: 0, or 2 if the arguments cannot be understood or nothing could be run
   */
  public static int run(String... arguments) {
    try {
      CommandLineOptions options = new CommandLineOptions(arguments);
      if (options.shouldHelp()) {
        options.showHelp();
        return 0;
      }
      Runner runner =
          new Runner(
              new OptionsBuilder()
                  .parent(options)
                  .addProfiler(GCProfiler.class)
                  .shouldFailOnError(true)
                  .build());
      if (options.shouldList()) {
        runner.list();
      } else {
        runner.run();
      }
      return 0;
    } catch (CommandLineOptionException | RunnerException | java.io.IOException failed) {
      System.err.println("JMH: " + failed.getMessage());
      return 2;
    }
  }

  /** For {@code java -cp holdfast-benchmarks.jar dev.holdfast.benchmarks.jmh.JmhRun}. */
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }
}

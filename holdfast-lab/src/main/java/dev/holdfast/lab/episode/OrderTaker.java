package dev.holdfast.lab.episode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * A program that a {@link ClientProcess} runs: each line on its input is an order, which it answers
 * with a line that begins with "ok". It ends with its input, so that it never outlives who started
 * it.
 */
@FunctionalInterface
public interface OrderTaker {
  /** Carries out an order, and answers it now or later; an exception is the answer "failed". */
  void take(String order) throws Exception;

  /** Takes orders until there are no more, and ends the process. */
  static void serve(Function<PrintStream, OrderTaker> program) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.setOut(System.err); // What libraries print is no answer.
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    OrderTaker taker = program.apply(out);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      try {
        taker.take(line);
      } catch (Exception | LinkageError failed) {
        out.println("failed " + failed.toString().replaceAll("\\s+", " "));
      }
    }
    Runtime.getRuntime().halt(0);
  }
}

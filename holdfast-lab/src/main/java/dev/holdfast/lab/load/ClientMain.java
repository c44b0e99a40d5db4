package dev.holdfast.lab.load;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The program of a client process: takes orders on its input, one a line, and answers each with a
 * line. It ends with its input, so that it never outlives who started it.
 *
 * <p>{@code open LOAD} makes a client, {@code start} sets its threads to work, {@code reopen}
 * closes its lock under their hands and opens another, {@code exhaust} and {@code relent} use up
 * and give back what its lock shares with others, {@code stop} ends it and tells what was left
 * behind.
 */
public final class ClientMain {
  private final PrintStream out;
  private @Nullable Client client;

  private ClientMain(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.setOut(System.err); // What libraries print is no answer.
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    ClientMain main = new ClientMain(out);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      main.order(line);
    }
    Runtime.getRuntime().halt(0);
  }

  private void order(String line) {
    try {
      if (line.startsWith("open ")) {
        client = new Client(Load.parse(line.substring(5)));
        out.println("ok");
      } else if (client == null) {
        out.println("failed there is no client");
      } else {
        order(client, line);
      }
    } catch (Exception | LinkageError failed) {
      out.println("failed " + failed.toString().replaceAll("\\s+", " "));
    }
  }

  private void order(Client client, String line) throws Exception {
    switch (line) {
      case "start" -> {
        client.start();
        out.println("ok");
      }
      case "reopen" -> {
        client.reopen();
        out.println("ok");
      }
      case "exhaust" -> {
        client.lock().exhaust();
        out.println("ok");
      }
      case "relent" -> {
        client.lock().relent();
        out.println("ok");
      }
      case "stop" -> {
        List<String> left = client.stop();
        this.client = null;
        out.println("ok " + String.join(" ", left));
      }
      default -> out.println("failed what is '" + line + "'?");
    }
  }
}

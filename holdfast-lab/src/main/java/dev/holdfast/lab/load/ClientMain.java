package dev.holdfast.lab.load;

import dev.holdfast.lab.episode.OrderTaker;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The program of a client process.
 *
 * <p>{@code open LOAD} makes a client, {@code start} sets its threads to work, {@code reopen}
 * closes its lock under their hands and opens another, {@code exhaust} and {@code relent} use up
 * and give back what its lock shares with others, {@code stop} ends it and tells what was left
 * behind.
 */
public final class ClientMain implements OrderTaker {
  private final PrintStream out;
  private @Nullable Client client;

  private ClientMain(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] arguments) throws IOException {
    OrderTaker.serve(ClientMain::new);
  }

  @Override
  public void take(String line) throws Exception {
    if (line.startsWith("open ")) {
      client = new Client(Load.parse(line.substring(5)));
      out.println("ok");
    } else if (client == null) {
      out.println("failed there is no client");
    } else {
      order(client, line);
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

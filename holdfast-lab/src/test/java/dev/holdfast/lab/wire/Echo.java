package dev.holdfast.lab.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * What comes back over a wire while harm is done to it: at its server's end an echo, at its
 * client's end this program once more, which asks it over a connection that was there before the
 * harm and over a new one.
 */
final class Echo {
  private static final int PORT = 7_070;
  private static final int PATIENCE_MILLIS = 400;

  /** Some harm, and whether the echo is heard under it over the old connection and a new one. */
  private record Harm(String name, Tools tool, Doing doing, boolean old, boolean fresh) {}

  private interface Doing {
    void to(Wire wire) throws IOException;
  }

  private static final List<Harm> HARMS =
      List.of(
          new Harm("none", Tools.NONE, wire -> {}, true, true),
          new Harm(
              "lost requests", Tools.PACKET_FILTER, wire -> wire.requests("drop"), false, false),
          new Harm("lost replies", Tools.PACKET_FILTER, wire -> wire.replies("drop"), false, false),
          new Harm("forgotten connections", Tools.PACKET_FILTER, Wire::forget, false, true),
          new Harm("link down", Tools.NONE, wire -> wire.link(false), false, false),
          new Harm("healed", Tools.NONE, wire -> {}, true, true));

  private Echo() {}

  /**
   * With a host: the client's end. Else all of it, inside root mode; exits with 1 if it differs.
   */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length > 0) {
      ask(arguments[0]);
      return;
    }
    RootMode.settle();
    boolean good = true;
    try (Wire wire = new Wire(0);
        ServerSocket server = new ServerSocket(PORT)) {
      Thread echo = new Thread(() -> serve(server));
      echo.setDaemon(true);
      echo.start();
      for (Harm harm : HARMS) {
        if (!harm.tool().isThere()) {
          System.out.println(harm.name() + ": not run, as " + harm.tool().text());
          continue;
        }
        String heard = under(wire, harm);
        String expected = harm.old() + " " + harm.fresh();
        System.out.println(harm.name() + ": " + heard + ", expected " + expected);
        good &= heard.equals(expected);
      }
    }
    System.exit(good ? 0 : 1);
  }

  private static String under(Wire wire, Harm harm) throws IOException {
    List<String> command = new ArrayList<>(wire.enter());
    command.add(System.getProperty("java.home") + "/bin/java");
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Echo.class.getName(), wire.server()));
    Process client =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader lines = client.inputReader(UTF_8)) {
      lines.readLine(); // It is connected.
      harm.doing().to(wire);
      client.getOutputStream().write('\n');
      client.getOutputStream().flush();
      return String.valueOf(lines.readLine());
    } finally {
      wire.heal();
      client.destroyForcibly();
    }
  }

  private static void ask(String host) throws IOException {
    BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    try (Socket old = new Socket(host, PORT);
        Socket fresh = new Socket()) {
      isHeard(old);
      System.out.println("connected");
      orders.readLine();
      System.out.println(isHeard(old) + " " + (connects(fresh, host) && isHeard(fresh)));
    }
  }

  private static boolean connects(Socket socket, String host) {
    try {
      socket.connect(new InetSocketAddress(host, PORT), PATIENCE_MILLIS);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  private static boolean isHeard(Socket socket) {
    try {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getOutputStream().write(1);
      return socket.getInputStream().read() == 1;
    } catch (IOException silence) {
      return false;
    }
  }

  private static void serve(ServerSocket server) {
    while (true) {
      try {
        Socket socket = server.accept();
        new Thread(() -> answer(socket)).start();
      } catch (IOException over) {
        return;
      }
    }
  }

  private static void answer(Socket socket) {
    try (InputStream in = socket.getInputStream()) {
      for (int word = in.read(); word >= 0; word = in.read()) {
        socket.getOutputStream().write(word);
      }
    } catch (IOException over) {
      // Its client has gone.
    }
  }
}

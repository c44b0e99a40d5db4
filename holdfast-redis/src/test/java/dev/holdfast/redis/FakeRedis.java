package dev.holdfast.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.holdfast.servers.RespConnection;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Speaks just enough of the protocol that clients connect and subscribe, and answers scripts and
 * walks over keys with whatever a test wants.
 */
public final class FakeRedis implements AutoCloseable {
  /** What the protocol's check of the user's rights is answered with: nothing is refused. */
  private static final Reply NO_ERRORS = new Reply("*0\r\n", false);

  /** What is written, as it is, and whether the connection is closed then. */
  public record Reply(String text, boolean closes) {
    public static Reply of(String text) {
      return new Reply(text, false);
    }

    /** No answer at all. */
    public static Reply silence() {
      return new Reply("", false);
    }

    /** A farewell. */
    public static Reply last(String text) {
      return new Reply(text, true);
    }
  }

  private final ServerSocket listening;
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  private volatile Function<List<String>, Reply> replies = command -> NO_ERRORS;

  /** To QUIT. It ends the connection, as with a real server, only where that is the matter. */
  private volatile Reply farewell = Reply.of("+OK\r\n");

  private final AtomicInteger accepted = new AtomicInteger();

  public FakeRedis() throws IOException {
    listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  public int port() {
    return listening.getLocalPort();
  }

  /** How many connections were made to it. */
  public int accepted() {
    return accepted.get();
  }

  /** From now on scripts and walks are answered with this. */
  public void answer(Supplier<Reply> next) {
    replies = command -> next.get();
  }

  /** From now on every acquire is granted. */
  public void grant() {
    replies = FakeRedis::granted;
  }

  /**
   * From now on every acquire is granted; but first so many are each answered twice, after which
   * every answer on that connection is the one before.
   */
  public void grantTwice(int times) {
    farewell = Reply.last("+OK\r\n");
    AtomicInteger left = new AtomicInteger(times);
    replies =
        command -> {
          Reply grant = granted(command);
          return left.getAndDecrement() > 0 ? Reply.of(grant.text() + grant.text()) : grant;
        };
  }

  /** From now on every acquire is granted, but the next script is answered with these bytes. */
  public void grantAfter(String garbage) {
    farewell = Reply.last("+OK\r\n");
    AtomicBoolean said = new AtomicBoolean();
    replies = command -> said.getAndSet(true) ? granted(command) : Reply.of(garbage);
  }

  private static Reply granted(List<String> command) {
    return Reply.of(bulk("1763670113000000" + tail(command.get(7))));
  }

  private static String tail(String attempt) {
    return attempt.substring(Math.max(0, attempt.length() - 12));
  }

  /** From now on sessions may be opened. */
  public void behave() {
    replies = command -> NO_ERRORS;
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "fake-redis");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket socket = listening.accept();
        socket.setTcpNoDelay(true);
        connections.add(socket);
        accepted.incrementAndGet();
        start(() -> serve(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      OutputStream out = socket.getOutputStream();
      while (true) {
        Reply reply = reply(command(in));
        out.write(reply.text().getBytes(ISO_8859_1));
        out.flush();
        if (reply.closes()) {
          return;
        }
      }
    } catch (IOException gone) {
      // The client has closed the connection, or the test is over.
    } finally {
      connections.remove(socket);
    }
  }

  private Reply reply(List<String> command) {
    return switch (command.get(0).toUpperCase(Locale.ROOT)) {
      case "EVAL", "EVALSHA", "SCAN" -> replies.apply(command);
      case "PING" -> Reply.of("+PONG\r\n");
      case "QUIT" -> farewell;
      case "INFO" -> Reply.of("$0\r\n\r\n");
      case "HELLO" -> Reply.of("-ERR unknown command 'HELLO'\r\n");
      case "SUBSCRIBE" -> Reply.of(confirmation("subscribe", command));
      case "UNSUBSCRIBE" -> Reply.of(confirmation("unsubscribe", command));
      default -> Reply.of("+OK\r\n");
    };
  }

  private static String confirmation(String what, List<String> command) {
    StringBuilder text = new StringBuilder();
    for (String channel : command.subList(1, command.size())) {
      text.append("*3\r\n" + bulk(what) + bulk(channel) + ":1\r\n");
    }
    return text.toString();
  }

  public static String bulk(String text) {
    return "$" + text.length() + "\r\n" + text + "\r\n";
  }

  private static List<String> command(InputStream in) throws IOException {
    int words = Integer.parseInt(RespConnection.line(in).substring(1));
    List<String> command = new ArrayList<>(words);
    for (int i = 0; i < words; i++) {
      int length = Integer.parseInt(RespConnection.line(in).substring(1));
      command.add(new String(in.readNBytes(length), ISO_8859_1));
      String unused = RespConnection.line(in);
    }
    return command;
  }

  @Override
  public void close() {
    try {
      listening.close();
      for (Socket socket : connections) {
        socket.close();
      }
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}

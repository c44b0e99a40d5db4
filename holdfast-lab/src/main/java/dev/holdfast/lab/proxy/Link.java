package dev.holdfast.lab.proxy;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * One connection through the proxy. Knows which reply belongs to which request, so that an answer
 * of its own making takes its turn among those of the server.
 */
final class Link {
  /*
   * Redis answers in order. Each request leaves a ticket; the reply that comes takes the oldest one.
   * A ticket with an answer, in the protocol's words, needs no reply: it is sent as soon as it is the
   * oldest. A connection that has subscribed gets messages that nobody asked for: no more tickets
   * are kept there. Nor are they with other protocols, where one request has several replies: the
   * next piece of any reply stands for that of a request whose reply shall be lost.
   */
  private record Ticket(Trouble trouble, @Nullable String answer) {}

  private static final String NOTHING = "nothing";
  private static final int WHOLE = Integer.MAX_VALUE / 2;
  private static final int DRIP = 7;
  private static final String NO_SCRIPT = "NOSCRIPT No matching script. Please use EVAL.";

  private final Proxy proxy;
  private final Passage passage;
  private final Socket client;
  private final Socket server;
  private final Queue<Ticket> tickets = new ArrayDeque<>();
  private volatile boolean pushes;
  private volatile boolean loseReply;
  private volatile boolean holes;
  private volatile boolean ended;
  private volatile String last = NOTHING;
  private @Nullable Outlet toClient;
  private @Nullable Outlet toServer;

  Link(Proxy proxy, Passage passage, Socket client, Socket server) {
    this.proxy = proxy;
    this.passage = passage;
    this.client = client;
    this.server = server;
  }

  void start() {
    try {
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      Outlet up = new Outlet(server.getOutputStream(), this::reset, () -> reset(false));
      Outlet down = new Outlet(client.getOutputStream(), this::reset, () -> reset(false));
      toServer = up;
      toClient = down;
      Frames requests = proxy.protocol().requests(client.getInputStream());
      Frames replies = proxy.protocol().replies(server.getInputStream());
      thread("up", up);
      thread("down", down);
      thread("requests", () -> pump(requests, up, request -> request(request, up, down)));
      thread("replies", () -> pump(replies, down, reply -> reply(reply, down)));
    } catch (IOException broken) {
      reset();
    }
  }

  private static void thread(String name, Runnable task) {
    Thread thread = new Thread(task, "lab-link-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  private interface Sink {
    void accept(byte[] frame) throws IOException;
  }

  /** What has been read is still delivered when its sender has gone. */
  private void pump(Frames frames, Outlet outlet, Sink sink) {
    try {
      for (byte[] frame = frames.next(); frame != null; frame = frames.next()) {
        sink.accept(frame);
      }
      outlet.end();
    } catch (IOException | RuntimeException broken) {
      reset();
    }
  }

  private void request(byte[] frame, Outlet up, Outlet down) {
    Trouble now = passage.trouble();
    boolean hit = ThreadLocalRandom.current().nextDouble() < now.share();
    String command = proxy.protocol().words(frame);
    byte[] passed = last.equals(NOTHING) ? passage.first(frame) : frame;
    last = command;
    boolean tickets = proxy.protocol() == Protocol.REDIS;
    if (tickets && command.contains("SUBSCRIBE")) {
      pushes = true;
    }
    switch (now.kind()) {
      case SILENT -> {
        holes = true;
        return;
      }
      case NO_CONNECTIONS -> {
        reset();
        return;
      }
      case LOSE_REQUEST -> {
        if (hit) {
          reset();
          return;
        }
      }
      case REFUSE -> {
        if (hit) {
          answer(new Ticket(now, error(now.text())), down);
          return;
        }
      }
      case SAY -> {
        answer(new Ticket(now, now.text()), down);
        return;
      }
      case FORGET_SCRIPTS -> {
        if (command.contains("EVALSHA")) {
          answer(new Ticket(now, error(NO_SCRIPT)), down);
          return;
        }
      }
      default -> {}
    }
    loseReply |= hit && now.kind() == Trouble.Kind.LOSE_REPLY;
    if (tickets && !pushes) {
      answer(new Ticket(hit ? now : Trouble.NONE, null), down);
    }
    up.send(passed, delay(now), now.kind() == Trouble.Kind.DRIP && hit ? DRIP : WHOLE);
  }

  private static String error(String text) {
    return "-" + text + "\r\n";
  }

  private static byte[] bytes(@Nullable String answer) {
    return String.valueOf(answer).getBytes(StandardCharsets.UTF_8);
  }

  private synchronized void answer(Ticket ticket, Outlet down) {
    tickets.add(ticket);
    answerOldest(down);
  }

  private void answerOldest(Outlet down) {
    for (Ticket t = tickets.peek(); t != null && t.answer() != null; t = tickets.peek()) {
      down.send(bytes(t.answer()), 0, WHOLE);
      tickets.remove();
    }
  }

  private synchronized void reply(byte[] frame, Outlet down) {
    Trouble now = passage.trouble();
    if (now.kind() == Trouble.Kind.SILENT || now.kind() == Trouble.Kind.DEAF) {
      holes = true;
      tickets.poll();
      return;
    }
    if (proxy.protocol() != Protocol.REDIS) {
      piece(frame, now, down);
      return;
    }
    if (pushes || frame[0] == '>') {
      if (now.kind() != Trouble.Kind.NO_PUSHES || !isMessage(frame)) {
        down.send(frame, delay(now), now.kind() == Trouble.Kind.DRIP ? DRIP : WHOLE);
      }
      return;
    }
    Ticket ticket = tickets.poll();
    deliver(frame, ticket == null ? Trouble.NONE : ticket.trouble(), down);
    answerOldest(down);
  }

  private void piece(byte[] frame, Trouble now, Outlet down) {
    if (loseReply) {
      reset();
    } else if (now.kind() != Trouble.Kind.NO_PUSHES || !proxy.protocol().isPush(frame)) {
      down.send(frame, delay(now), now.kind() == Trouble.Kind.DRIP ? DRIP : WHOLE);
    }
  }

  private static boolean isMessage(byte[] frame) {
    return new String(frame, StandardCharsets.ISO_8859_1).startsWith("message\r\n", 4 + 4);
  }

  private void deliver(byte[] frame, Trouble trouble, Outlet down) {
    switch (trouble.kind()) {
      case LOSE_REPLY -> reset();
      case DUPLICATE -> {
        down.send(frame, 0, WHOLE);
        down.send(frame, 0, WHOLE);
      }
      case GARBAGE -> {
        byte[] garbage = new byte[1 + ThreadLocalRandom.current().nextInt(40)];
        ThreadLocalRandom.current().nextBytes(garbage);
        down.send(garbage, 0, WHOLE);
      }
      case REFUSE_AFTER -> down.send(bytes(error(trouble.text())), 0, WHOLE);
      case DRIP -> down.send(frame, 0, DRIP);
      default -> down.send(frame, delay(trouble), WHOLE);
    }
  }

  private static long delay(Trouble trouble) {
    long most = trouble.time().toNanos();
    return most == 0 ? 0 : ThreadLocalRandom.current().nextLong(most);
  }

  /** What its client asked for last: the word of the command. */
  String last() {
    return last;
  }

  /** Whether something of it was swallowed: what comes after that cannot be understood. */
  boolean hasHoles() {
    return holes;
  }

  /** Ends both sides with a reset. */
  void reset() {
    reset(true);
  }

  private void reset(boolean hard) {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
    }
    proxy.forget(this);
    for (Socket socket : new Socket[] {client, server}) {
      if (hard) {
        reset(socket);
      } else {
        close(socket);
      }
    }
    for (Outlet outlet : new Outlet[] {toClient, toServer}) {
      if (outlet != null) {
        outlet.end();
      }
    }
  }

  static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException gone) {
      // It is closed already.
    }
    close(socket);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException gone) {
      // It is closed already.
    }
  }
}

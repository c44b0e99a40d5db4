package dev.holdfast.lab.proxy;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/** The far end of one direction of a link: writes messages in order, none before its time. */
final class Outlet implements Runnable {
  /** What to write when; without bytes, the end. */
  private static final class Message {
    private final long due;
    private final byte[] bytes;
    private final int piece;

    Message(long due, byte[] bytes, int piece) {
      this.due = due;
      this.bytes = bytes;
      this.piece = piece;
    }
  }

  private static final long PIECE_NANOS = 300_000;

  private final OutputStream out;
  private final Runnable broken;
  private final Runnable done;
  private final BlockingQueue<Message> messages = new LinkedBlockingQueue<>();

  Outlet(OutputStream out, Runnable broken, Runnable done) {
    this.out = out;
    this.broken = broken;
    this.done = done;
  }

  /** Sends this after so long, in pieces of so many bytes. */
  void send(byte[] bytes, long delayNanos, int piece) {
    messages.add(new Message(System.nanoTime() + delayNanos, bytes, piece));
  }

  /** Ends after what has been sent before. */
  void end() {
    messages.add(new Message(0, new byte[0], 1));
  }

  @Override
  public void run() {
    try {
      for (Message message = messages.take(); message.bytes.length > 0; message = messages.take()) {
        await(message.due);
        write(message);
      }
      done.run();
    } catch (IOException | InterruptedException over) {
      broken.run();
    }
  }

  private static void await(long due) {
    for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private void write(Message message) throws IOException {
    byte[] bytes = message.bytes;
    for (int at = 0; at < bytes.length; at += message.piece) {
      if (at > 0) {
        await(System.nanoTime() + PIECE_NANOS);
      }
      out.write(bytes, at, Math.min(message.piece, bytes.length - at));
      out.flush();
    }
  }
}

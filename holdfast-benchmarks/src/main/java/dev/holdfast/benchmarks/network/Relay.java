package dev.holdfast.benchmarks.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * Accepts connections, opens one to the target for each, and passes on what comes from either end
 * when it has been in a {@link DelayLine}. One thread does all of it: many that wake one another
 * take more processor time than what they pass on. While something is on its way, the thread looks
 * at the connections every now and then, and takes what it finds to have come since the last look,
 * half that time ago.
 */
final class Relay implements Runnable, AutoCloseable {
  private static final int LARGEST = 64 * 1024;
  private static final int WAITING_TO_CONNECT = 1_024;

  /** For a receiver whose buffers are full. */
  private static final long FULL_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  private final SocketAddress target;
  private final DelayLine line;
  private final LongConsumer taken;
  private final Selector selector;
  private final ServerSocketChannel listening;
  private final ByteBuffer read = ByteBuffer.allocateDirect(LARGEST);
  private long lookedNanos;
  private long agoNanos;

  /**
   * Listens.
   *
   * @param taken is told how long each parcel really was on its way
   */
  Relay(InetSocketAddress address, SocketAddress target, DelayLine line, LongConsumer taken)
      throws IOException {
    this.target = target;
    this.line = line;
    this.taken = taken;
    selector = Selector.open();
    listening = ServerSocketChannel.open().bind(address, WAITING_TO_CONNECT);
    listening.configureBlocking(false).register(selector, SelectionKey.OP_ACCEPT);
  }

  @Override
  public void run() {
    try {
      while (selector.isOpen()) {
        deliver();
        if (line.isEmpty()) {
          agoNanos = 0;
          int unused = selector.select(this::serve);
          lookedNanos = System.nanoTime();
        } else {
          sleep();
          long now = System.nanoTime();
          agoNanos = (now - lookedNanos) / 2;
          lookedNanos = now;
          int unused = selector.selectNow(this::serve);
        }
      }
    } catch (IOException | ClosedSelectorException closed) {
      // The process ends.
    }
  }

  private void sleep() {
    long begin = System.nanoTime();
    long nanos = line.sleepNanos(begin);
    LockSupport.parkNanos(nanos);
    line.wokenLate(System.nanoTime() - begin - nanos);
  }

  private void serve(SelectionKey key) {
    try {
      // Asked of the key, a channel that was just closed would throw.
      if (key.channel() == listening) {
        accept();
      } else if (key.attachment() instanceof SocketChannel to) {
        take((SocketChannel) key.channel(), to);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private void accept() throws IOException {
    SocketChannel client = listening.accept();
    if (client == null) {
      return;
    }
    try {
      SocketChannel server = SocketChannel.open(target);
      join(client, server);
      join(server, client);
    } catch (ConnectException nobodyThere) {
      client.close();
    }
  }

  private void join(SocketChannel from, SocketChannel to) throws IOException {
    SocketOption<Boolean> atOnce = StandardSocketOptions.TCP_NODELAY;
    if (from.supportedOptions().contains(atOnce)) {
      from.setOption(atOnce, true);
    }
    from.configureBlocking(false).register(selector, SelectionKey.OP_READ, to);
  }

  private void take(SocketChannel from, SocketChannel to) throws IOException {
    long came = System.nanoTime() - agoNanos;
    if (readAll(from)) {
      ByteBuffer bytes = ByteBuffer.allocate(read.flip().remaining()).put(read).flip();
      line.add(new Parcel(came, to, bytes));
    } else {
      from.close();
      line.add(new Parcel(came, to, null));
    }
  }

  /** Reads what is there; returns whether the stream goes on. */
  private boolean readAll(SocketChannel from) {
    try {
      return from.read(read.clear()) >= 0;
    } catch (IOException gone) {
      return false;
    }
  }

  private void deliver() {
    long now = System.nanoTime();
    for (Parcel due = line.pollDue(now); due != null; due = line.pollDue(now)) {
      deliver(due);
      now = System.nanoTime();
    }
  }

  private void deliver(Parcel parcel) {
    ByteBuffer bytes = parcel.bytes();
    try {
      if (bytes == null) {
        parcel.to().close();
      } else {
        taken.accept(System.nanoTime() - parcel.cameNanos());
        write(bytes, parcel.to());
      }
    } catch (IOException gone) {
      // The other end hears of it from its own stream.
    }
  }

  private static void write(ByteBuffer bytes, SocketChannel to) throws IOException {
    int unused = to.write(bytes);
    while (bytes.hasRemaining()) {
      LockSupport.parkNanos(FULL_NANOS);
      unused = to.write(bytes);
    }
  }

  @Override
  public void close() {
    try {
      listening.close();
      selector.close();
    } catch (IOException broken) {
      // The process ends, and its sockets with it.
    }
  }
}

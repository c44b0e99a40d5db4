package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.servers.RespConnection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** Somebody gives the server orders, again and again until the fault is over, and then others. */
final class Orders implements Nemesis {
  private final long everyNanos;
  private final List<String> during;
  private final List<String> after;
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean over;

  /** Orders are words with spaces between; zero: they are given once. */
  Orders(int everyMillis, List<String> during, List<String> after) {
    this.everyNanos = everyMillis * 1_000_000L;
    this.during = during;
    this.after = after;
  }

  @Override
  public void inject(Rig rig, SplittableRandom random) {
    rig.note("orders to the server: " + during);
    for (RedisServer server : rig.servers()) {
      Thread started = new Thread(() -> give(server.port()), "lab-orders");
      started.start();
      threads.add(started);
    }
  }

  private void give(int port) {
    do {
      try (RespConnection connection = new RespConnection(port)) {
        for (String order : during) {
          connection.call((Object[]) order.split(" ", -1));
        }
      } catch (IOException refused) {
        // Some orders end the connection that gives them, or are answered by an error.
      }
      LockSupport.parkNanos(everyNanos);
    } while (!over && everyNanos > 0);
  }

  @Override
  public void heal(Rig rig) throws IOException {
    over = true;
    for (String order : after) {
      for (RedisServer server : rig.servers()) {
        server.call((Object[]) order.split(" ", -1));
      }
    }
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }
}

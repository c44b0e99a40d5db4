package dev.holdfast.lab.replay;

import dev.holdfast.lab.check.Register;
import dev.holdfast.lab.episode.ClientProcess;
import dev.holdfast.lab.replay.Updater.Place;
import dev.holdfast.servers.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Five processes update one counter under a lock; now and then one of them is stopped in the middle
 * of it, for longer than the lease.
 *
 * <p>Each pause hits a holder. Every other one hits it at work, so that it can still ask its lock
 * when it wakes; the others come after it has asked, where nothing but the resource can help.
 *
 * @param lease of the lock
 * @param every from the beginning of one pause to that of the next
 * @param pause how long a process is stopped
 * @param length of the whole
 */
public record Replay(Duration lease, Duration every, Duration pause, Duration length) {
  /** More would not fit into the register. */
  public static final Duration LONGEST = Duration.ofSeconds(1_000);

  private static final int PROCESSES = 5;

  public Replay {
    if (length.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("a replay lasts " + LONGEST.toSeconds() + " s at most");
    }
  }

  /** As it is published for etcd: a lease of 2 s, a pause every 5 s. */
  public static Replay published(Duration length) {
    return new Replay(
        Duration.ofSeconds(2), Duration.ofSeconds(5), Duration.ofMillis(3_500), length);
  }

  /** Plays it; the files go into the folder, which must be new. */
  public Outcome play(Contender contender, Path folder) throws IOException {
    Files.createDirectories(folder);
    List<ClientProcess> clients = new ArrayList<>();
    try (RedisServer server = RedisServer.startedIn(folder.resolve("server"))) {
      for (int i = 0; i < PROCESSES; i++) {
        ClientProcess client =
            new ClientProcess(
                folder.resolve("client" + i + ".log").toFile(), ReplayClient.class, "");
        clients.add(client);
        Task task = new Task(contender.lock(), contender.guard(), i, server.port(), lease, folder);
        client.order("open " + task.line());
      }
      for (ClientProcess client : clients) {
        client.answer();
      }
      int pauses = pauseInTurn(clients);
      return end(contender, clients, pauses, folder);
    } finally {
      clients.forEach(ClientProcess::close);
    }
  }

  private int pauseInTurn(List<ClientProcess> clients) throws IOException {
    long end = System.nanoTime() + length.toNanos();
    long next = System.nanoTime() + every.toNanos() / 2;
    int pauses = 0;
    while (next + pause.toNanos() < end) {
      waitUntil(next);
      ClientProcess victim = clients.get(pauses % PROCESSES);
      victim.order("stop-at " + (pauses % 2 == 0 ? Place.AT_WORK : Place.BEFORE_THE_WRITE));
      victim.answer();
      try {
        waitUntil(System.nanoTime() + pause.toNanos());
      } finally {
        victim.resume();
      }
      pauses++;
      next = Math.max(next + every.toNanos(), System.nanoTime());
    }
    waitUntil(end);
    return pauses;
  }

  private static Outcome end(
      Contender contender, List<ClientProcess> clients, int pauses, Path folder)
      throws IOException {
    for (ClientProcess client : clients) {
      client.order("end");
    }
    long refused = 0;
    long givenUp = 0;
    for (ClientProcess client : clients) {
      List<String> words = client.answer();
      refused += Long.parseLong(words.get(0));
      givenUp += Long.parseLong(words.get(1));
    }
    List<Register.Entry> entries = Register.at(folder.resolve("register"), 1).entries(0);
    return Outcome.of(contender, pauses, entries, refused, givenUp);
  }

  private static void waitUntil(long nanos) {
    for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}

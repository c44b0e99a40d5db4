package dev.holdfast.lab.score;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** All operations of one client library under one answer of the server, one after the other. */
final class Row {
  /** More than any operation is documented to take: it hangs. */
  private static final Duration HANG = Duration.ofSeconds(40);

  private final Stand stand;
  private final String client;
  private final Reply reply;
  private final String namespace;

  Row(Stand stand, String client, Reply reply) {
    this.stand = stand;
    this.client = client;
    this.reply = reply;
    this.namespace = "matrix-" + client + "-" + reply.id().replace(' ', '-');
  }

  List<Cell> play() {
    List<Cell> cells = new ArrayList<>();
    Scene scene = scene();
    try {
      for (Operation operation : Operation.values()) {
        Cell cell = cell(scene, operation);
        cells.add(cell);
        if (!cell.isGood()) {
          // What one operation has left behind is not to be blamed on the next.
          scene.close();
          scene = scene();
        }
      }
    } finally {
      scene.close();
    }
    long good = cells.stream().filter(Cell::isGood).count();
    stand.say("matrix   %-8s %-15s %d of %d", client, reply.id(), good, cells.size());
    return cells;
  }

  private Scene scene() {
    return new Scene(stand.server(), client, reply, namespace);
  }

  private Cell cell(Scene scene, Operation operation) {
    CompletableFuture<Cell> cell = new CompletableFuture<>();
    Thread player =
        new Thread(() -> cell.complete(play(scene, operation)), "lab-" + operation.id());
    player.setDaemon(true);
    player.start();
    try {
      return cell.get(HANG.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException hangs) {
      return cell(operation, Outcome.UNKNOWN, HANG.toMillis(), "it hangs");
    } catch (InterruptedException | ExecutionException broken) {
      return cell(operation, Outcome.UNKNOWN, 0, broken.toString());
    }
  }

  private Cell play(Scene scene, Operation operation) {
    Outcome documented = operation.documented(reply.sort());
    long start = System.nanoTime();
    try {
      Operation.Result result = operation.play().in(scene, operation.id());
      String wrong =
          result.outcome() == documented ? "" : "documented is '" + documented.word() + "'";
      scene.recovered(operation.id());
      return cell(operation, result.outcome(), result.millis(), wrong);
    } catch (Exception | LinkageError broken) {
      long millis = (System.nanoTime() - start) / 1_000_000;
      String says = broken instanceof IllegalStateException ? broken.getMessage() : "" + broken;
      return cell(operation, Outcome.UNKNOWN, millis, String.valueOf(says));
    }
  }

  private Cell cell(Operation operation, Outcome seen, long millis, String wrong) {
    return new Cell(client, reply, operation, seen, millis, wrong);
  }
}

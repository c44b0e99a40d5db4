package dev.holdfast.lab.score;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Each operation under each answer of the server, on both client libraries. */
final class Matrix implements Measure {
  private static final int AT_ONCE = 8;

  @Override
  public List<Score> play(Stand stand) throws IOException, InterruptedException {
    List<Reply> replies = stand.isBrief() ? Reply.some() : Reply.all();
    ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    List<Cell> cells = new ArrayList<>();
    try {
      List<Future<List<Cell>>> rows = new ArrayList<>();
      for (String client : Stand.CLIENTS) {
        for (Reply reply : replies) {
          rows.add(threads.submit(() -> new Row(stand, client, reply).play()));
        }
      }
      for (Future<List<Cell>> row : rows) {
        cells.addAll(row.get());
      }
    } catch (ExecutionException failed) {
      throw new IOException(failed.getCause());
    } finally {
      threads.shutdownNow();
    }
    List<Score> scores = new ArrayList<>();
    for (String client : Stand.CLIENTS) {
      List<Cell> of = cells.stream().filter(cell -> cell.client().equals(client)).toList();
      stand.note(table(client, replies, of));
      scores.add(score(client, replies.size(), of));
    }
    return scores;
  }

  private static Score score(String client, int replies, List<Cell> cells) {
    long good = cells.stream().filter(Cell::isGood).count();
    return new Score(
        "matrix",
        replies + " answers x " + Operation.values().length + " operations, " + client,
        good + " of " + cells.size() + " cells as documented",
        "all",
        good == cells.size() && good > 0,
        true);
  }

  private static String table(String client, List<Reply> replies, List<Cell> cells) {
    StringBuilder text = new StringBuilder("operations while the server answers so, " + client);
    text.append(String.format(Locale.ROOT, "%n%-15s", ""));
    for (Operation operation : Operation.values()) {
      text.append(String.format(Locale.ROOT, " %-8s", operation.id()));
    }
    for (Reply reply : replies) {
      text.append(String.format(Locale.ROOT, "%n%-15s", reply.id()));
      cells.stream()
          .filter(cell -> cell.reply().equals(reply))
          .forEach(cell -> text.append(String.format(Locale.ROOT, " %-8s", cell.word())));
    }
    cells.stream()
        .filter(cell -> !cell.isGood())
        .forEach(cell -> text.append(String.format("%n  ! ")).append(cell.sentence()));
    return text.append(System.lineSeparator()).toString();
  }
}

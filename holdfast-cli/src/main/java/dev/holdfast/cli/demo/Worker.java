package dev.holdfast.cli.demo;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/**
 * One of the eight: a process with the job to see that the winners are drawn. It is told on stdin
 * when its clock strikes, and says on stdout what it does; it ends when stdin ends.
 *
 * <p>The same job is done under both recipes: try the lock; with it, draw; without it, another
 * draws, so look again a little later whether that worked.
 */
public final class Worker implements Recipe.Draw {
  private static final Duration DRAWING = Duration.ofMillis(60);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(1500);

  private final LotteryTable table;
  private final BufferedReader in;
  private final PrintStream out;
  private final SecureRandom random = new SecureRandom();

  private Worker(LotteryTable table, BufferedReader in, PrintStream out) {
    this.table = table;
    this.in = in;
    this.out = out;
  }

  /** Arguments: its number, the URL of Redis, the file of the database. */
  public static void main(String[] args) throws Exception {
    int number = Integer.parseInt(args[0]);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    try (LotteryTable table = LotteryTable.open(Path.of(args[2]));
        Recipe naive = new Recipe.Naive(args[1], table, number);
        Recipe fenced = new Recipe.Fenced(args[1], table, number)) {
      Worker worker = new Worker(table, in, out);
      worker.warmUp(naive, fenced);
      worker.tell("ready");
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] words = line.split(" ", 3);
        worker.work(words[0].equals("naive") ? naive : fenced, words[1], Long.parseLong(words[2]));
      }
    }
  }

  /** What is slow the first time is done before the clock strikes. */
  private void warmUp(Recipe naive, Recipe fenced) throws SQLException {
    table.entrants();
    table.winners();
    ((Recipe.Naive) naive).warmUp();
    ((Recipe.Fenced) fenced).warmUp();
  }

  private void work(Recipe recipe, String day, long offsetMillis) throws Exception {
    Thread.sleep(offsetMillis);
    while (!recipe.tryDraw(day, this)) {
      tell("taken");
      Thread.sleep(LOOK_AGAIN.toMillis());
      if (!table.winners().isEmpty()) {
        tell("home");
        return;
      }
    }
    tell("done");
  }

  @Override
  public List<String> pick() throws SQLException {
    List<String> entrants = table.entrants();
    // Between reading and writing: stopped within a statement, it would keep the table locked.
    tell("drawing");
    Collections.shuffle(entrants, random);
    List<String> winners = List.copyOf(entrants.subList(0, LotteryTable.WINNERS));
    try {
      Thread.sleep(DRAWING.toMillis());
      in.readLine(); // The word to go on; a worker that is stopped for the story is stopped here.
    } catch (IOException | InterruptedException end) {
      throw new IllegalStateException(end);
    }
    return winners;
  }

  @Override
  public void published(List<String> winners) {
    tell("published\t" + String.join(",", winners));
  }

  @Override
  public void refused(long token) {
    tell("refused\t" + token);
  }

  private void tell(String event) {
    out.println(event);
  }
}

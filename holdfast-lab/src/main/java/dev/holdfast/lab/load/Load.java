package dev.holdfast.lab.load;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a client process is told to do in an episode, as one line of words {@code key=value}.
 *
 * @param lock the id of the lock under test
 * @param client which client this is, from 0 on
 * @param life how often this client has begun in this episode before
 * @param seed where its randomness begins
 * @param ports the store, as this client sees it
 * @param namespace the episode's own
 * @param lease how long a hold lasts without renewal
 * @param threads how many threads ask
 * @param names how many names there are; the first two are asked for most
 * @param overlong how many sections in a thousand take longer than the lease
 * @param interrupts whether threads are interrupted now and then
 * @param folder where the episode's files are
 */
public record Load(
    String lock,
    int client,
    int life,
    long seed,
    List<Integer> ports,
    String namespace,
    Duration lease,
    int threads,
    int names,
    int overlong,
    boolean interrupts,
    Path folder) {
  public Load {
    ports = List.copyOf(ports);
  }

  /** Where this client writes its history. */
  public Path journal() {
    return folder.resolve("client" + client + "." + life + ".journal");
  }

  /** Where it writes the texts of what failed. */
  public Path texts() {
    return folder.resolve("client" + client + "." + life + ".txt");
  }

  /** Where the guarded resource is. */
  public Path register() {
    return folder.resolve("register");
  }

  /** The same client in its next life. */
  public Load again() {
    return life(life + 1);
  }

  /** The same client in another life. */
  public Load life(int life) {
    return new Load(
        lock,
        client,
        life,
        seed,
        ports,
        namespace,
        lease,
        threads,
        names,
        overlong,
        interrupts,
        folder);
  }

  /** One line. */
  public String line() {
    return String.join(
        " ",
        "lock=" + lock,
        "client=" + client,
        "life=" + life,
        "seed=" + seed,
        "ports=" + ports.stream().map(String::valueOf).collect(Collectors.joining(",")),
        "namespace=" + namespace,
        "lease=" + lease.toMillis(),
        "threads=" + threads,
        "names=" + names,
        "overlong=" + overlong,
        "interrupts=" + interrupts,
        "folder=" + folder.toAbsolutePath());
  }

  static Load parse(String line) {
    Map<String, String> words = new HashMap<>();
    for (String word : line.split(" ", -1)) {
      int at = word.indexOf('=');
      words.put(word.substring(0, at), word.substring(at + 1));
    }
    return new Load(
        text(words, "lock"),
        number(words, "client"),
        number(words, "life"),
        Long.parseLong(text(words, "seed")),
        Arrays.stream(text(words, "ports").split(",", -1)).map(Integer::valueOf).toList(),
        text(words, "namespace"),
        Duration.ofMillis(number(words, "lease")),
        number(words, "threads"),
        number(words, "names"),
        number(words, "overlong"),
        Boolean.parseBoolean(text(words, "interrupts")),
        Path.of(text(words, "folder")));
  }

  private static int number(Map<String, String> words, String key) {
    return Integer.parseInt(text(words, key));
  }

  private static String text(Map<String, String> words, String key) {
    String value = words.get(key);
    if (value == null) {
      throw new IllegalArgumentException("'" + key + "=' is missing");
    }
    return value;
  }
}

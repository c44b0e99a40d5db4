package dev.holdfast.consensus;

import dev.holdfast.spi.Mode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a name's register says: the last stamp, and who was granted. A hold counts while its
 * attempt's node exists, so entries of the dead may stay until the next write.
 *
 * @param lastStamp the newest stamp of the name
 * @param size how many permits there are, 0 for a lock; valid while there is a holder or a waiter
 * @param seen the order of the newest child that was there when this was written: those up to it
 *     were accepted for this size
 * @param holds who was granted, in the order of the grants
 */
public record Register(long lastStamp, int size, long seen, List<Hold> holds) {
  private static final String VERSION = "hf1";

  /** Keeps what it is given. */
  public Register {
    holds = List.copyOf(holds);
  }

  /** Of a name that no client has asked for since its stamps were at most this. */
  public static Register fresh(long floor) {
    return new Register(floor, 0, -1, List.of());
  }

  /**
   * A grant.
   *
   * @param keptUntil 0 for a hold that ends with its attempt's node; else the hold has no client
   *     any more, and stays until this time of the service's clock, in milliseconds since 1970
   */
  public record Hold(String attempt, Mode mode, int permits, long stamp, long keptUntil) {
    /** Whether it has no client any more, and ends at its time. */
    public boolean isKept() {
      return keptUntil != 0;
    }
  }

  /** Whether any of its holds has no client any more. */
  public boolean keepsAny() {
    return holds.stream().anyMatch(Hold::isKept);
  }

  /** The same with all that is kept over so much earlier. */
  public Register sooner(long millis) {
    List<Hold> moved = new ArrayList<>(holds);
    moved.replaceAll(
        hold ->
            hold.isKept()
                ? new Hold(
                    hold.attempt, hold.mode, hold.permits, hold.stamp, hold.keptUntil - millis)
                : hold);
    return new Register(lastStamp, size, seen, moved);
  }

  /** As it is stored. */
  public byte[] encode() {
    StringBuilder text = new StringBuilder(64 + 80 * holds.size());
    text.append(VERSION).append(' ').append(lastStamp).append(' ');
    text.append(size).append(' ').append(seen).append('\n');
    for (Hold hold : holds) {
      text.append(hold.mode.name().charAt(0)).append(' ').append(hold.permits).append(' ');
      text.append(hold.stamp).append(' ').append(hold.keptUntil).append(' ');
      text.append(Encoded.encode(hold.attempt)).append('\n');
    }
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Reads what {@link #encode} wrote.
   *
   * @throws IllegalArgumentException if something else wrote this
   */
  public static Register decode(byte[] data) {
    String text = new String(data, StandardCharsets.US_ASCII);
    String[] lines = text.split("\n", -1);
    String[] head = lines[0].split(" ", -1);
    if (head.length != 4 || !head[0].equals(VERSION)) {
      throw new IllegalArgumentException("it begins with '" + abbreviated(lines[0]) + "'");
    }
    List<Hold> holds = new ArrayList<>(lines.length - 1);
    for (int i = 1; i < lines.length; i++) {
      if (!lines[i].isEmpty()) {
        holds.add(hold(lines[i]));
      }
    }
    return new Register(
        Long.parseLong(head[1]), Integer.parseInt(head[2]), Long.parseLong(head[3]), holds);
  }

  /** The same; empty if something else wrote this. */
  public static Optional<Register> decoded(byte[] data) {
    try {
      return Optional.of(decode(data));
    } catch (IllegalArgumentException foreign) {
      return Optional.empty();
    }
  }

  private static Hold hold(String line) {
    String[] words = line.split(" ", -1);
    if (words.length != 5) {
      throw new IllegalArgumentException("it has a line '" + abbreviated(line) + "'");
    }
    Mode mode =
        switch (words[0]) {
          case "E" -> Mode.EXCLUSIVE;
          case "S" -> Mode.SHARED;
          case "C" -> Mode.COUNTED;
          default -> throw new IllegalArgumentException("it has a hold '" + words[0] + "'");
        };
    return new Hold(
        Encoded.decode(words[4]),
        mode,
        Integer.parseInt(words[1]),
        Long.parseLong(words[2]),
        Long.parseLong(words[3]));
  }

  private static String abbreviated(String line) {
    return line.length() > 40 ? line.substring(0, 40) + "…" : line;
  }
}

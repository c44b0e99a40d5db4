package dev.holdfast.internal.text;

import java.util.Optional;

/**
 * What a hold says of itself, inside the id of its attempt: as {@link CandidateData} but for a dot
 * in front, by which neither this build nor an older one takes it for what a candidate publishes.
 */
public final class HoldNote {
  private static final String MARK = ".";

  private HoldNote() {}

  /** The words in front of the number of an attempt; none for an empty note. */
  public static String write(String note) {
    String data = CandidateData.write("a note", note);
    return note.isEmpty() ? "" : MARK + data;
  }

  /** The note in an attempt's id. */
  public static Optional<String> read(String attempt) {
    int from = attempt.lastIndexOf('/') + 1;
    return attempt.startsWith(MARK, from)
        ? CandidateData.read(attempt.substring(0, from) + attempt.substring(from + MARK.length()))
        : Optional.empty();
  }
}

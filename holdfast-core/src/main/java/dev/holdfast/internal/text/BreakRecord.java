package dev.holdfast.internal.text;

import dev.holdfast.LockInfo;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A record that a hold was ended by force. It is among the messages of {@link ReleaseMessage},
 * whose clients of before there were records take it for no message.
 *
 * @param token the token of the hold as it was shown just before; 0 if it could not be
 * @param reason why, for people
 */
public record BreakRecord(long token, String reason) {
  private static final char MARK = '!';

  /** Of the holds that a name had. */
  public static BreakRecord of(LockInfo before, String reason) {
    return new BreakRecord(before.hold().map(LockInfo.Hold::token).orElse(0L), reason);
  }

  /** The id of an attempt that carries it. */
  public String put(String attempt) {
    String data = MARK + Long.toString(token, Character.MAX_RADIX) + ' ' + reason;
    return CandidateData.put(CandidateData.write(data), attempt);
  }

  /** The record that an attempt carries; nothing if it carries none. */
  private static Optional<BreakRecord> read(String attempt) {
    return CandidateData.read(attempt)
        .filter(data -> !data.isEmpty() && data.charAt(0) == MARK)
        .flatMap(
            data -> {
              int space = data.indexOf(' ');
              try {
                long token = Long.parseLong(data.substring(1, space), Character.MAX_RADIX);
                return Optional.of(new BreakRecord(token, data.substring(space + 1)));
              } catch (IndexOutOfBoundsException | NumberFormatException foreign) {
                return Optional.empty();
              }
            });
  }

  /** The holds of a mailbox that carry records, the oldest first. */
  public static List<LockInfo.Hold> in(LockInfo mailbox) {
    return mailbox.holds().stream()
        .filter(hold -> read(hold.owner().id()).isPresent())
        .sorted(Comparator.comparing(LockInfo.Hold::since))
        .toList();
  }

  /** The records in a mailbox, the oldest first. */
  static List<LockInfo.Break> shown(LockInfo mailbox) {
    return in(mailbox).stream()
        .flatMap(
            hold ->
                read(hold.owner().id())
                    .map(
                        record ->
                            new LockInfo.Break(
                                hold.owner(), hold.since(), record.token, record.reason))
                    .stream())
        .toList();
  }
}

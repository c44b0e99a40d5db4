package dev.holdfast.internal.text;

import dev.holdfast.LockInfo;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A message that asks the holders of a name to let it go.
 *
 * @param name the name that they hold
 * @param until the last token that a lease of those holds can have
 * @param reason why, for people
 */
public record ReleaseMessage(String name, long until, String reason) {
  /** What is before the name in the name of its mailbox. */
  private static final String MAILBOX = "holdfast/asks/";

  private static final int MAX_BYTES = 200;

  /** To the present holders of a name. */
  public static ReleaseMessage to(LockInfo info, String reason) {
    long newest = info.holds().stream().mapToLong(LockInfo.Hold::token).max().orElse(0);
    return new ReleaseMessage(info.name(), Tokens.last(Tokens.stampFrom(newest)), reason);
  }

  /** Whether the mailbox of this name can be a name, too. */
  public static boolean isSendable(String name) {
    return (MAILBOX + name).getBytes(StandardCharsets.UTF_8).length <= Names.MAX_BYTES;
  }

  /** The name on which the messages to the holders of a name are. */
  public static String mailbox(String name) {
    return MAILBOX + name;
  }

  public static boolean isMailbox(String name) {
    return name.startsWith(MAILBOX);
  }

  /** Refuses a reason that no message can carry. */
  public static String checkReason(String reason) {
    Objects.requireNonNull(reason, "the reason is missing (null); it may be empty");
    int bytes = reason.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_BYTES) {
      throw new IllegalArgumentException(
          "a reason may have "
              + MAX_BYTES
              + " UTF-8 bytes, but this one has "
              + bytes
              + "; nothing was done");
    }
    return reason;
  }

  /** The id of an attempt that carries it. */
  public String put(String attempt) {
    String data = Long.toString(until, Character.MAX_RADIX) + ' ' + reason;
    return CandidateData.put(CandidateData.write(data), attempt);
  }

  /** The message that an attempt carries; nothing if it carries none. */
  public static Optional<ReleaseMessage> read(String name, String attempt) {
    return CandidateData.read(attempt)
        .flatMap(
            data -> {
              int space = data.indexOf(' ');
              try {
                long until = Long.parseLong(data.substring(0, space), Character.MAX_RADIX);
                return Optional.of(new ReleaseMessage(name, until, data.substring(space + 1)));
              } catch (IndexOutOfBoundsException | NumberFormatException foreign) {
                return Optional.empty();
              }
            });
  }

  /** What is known of a name, with the messages to its present holders, and the records. */
  public static LockInfo shown(LockInfo info, LockInfo mailbox) {
    List<LockInfo.ReleaseRequest> requests =
        mailbox.holds().stream()
            .flatMap(
                hold ->
                    read(info.name(), hold.owner().id())
                        .filter(message -> message.isFor(info))
                        .map(
                            message ->
                                new LockInfo.ReleaseRequest(
                                    hold.owner(), hold.since(), message.reason()))
                        .stream())
            .toList();
    return new LockInfo(
        info.name(),
        info.holds(),
        info.waiters(),
        info.size(),
        requests,
        BreakRecord.shown(mailbox));
  }

  private boolean isFor(LockInfo info) {
    return info.holds().stream().anyMatch(hold -> !hold.kept() && isFor(hold.token()));
  }

  /** Whether a lease with this token is asked. */
  public boolean isFor(long token) {
    return token <= until;
  }
}

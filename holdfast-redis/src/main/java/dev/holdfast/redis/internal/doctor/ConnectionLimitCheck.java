package dev.holdfast.redis.internal.doctor;

import dev.holdfast.spi.Finding;
import java.util.ArrayList;
import java.util.List;

/** What the server allows of connections. */
final class ConnectionLimitCheck {
  private static final double NEARLY_ALL = 0.8;

  private ConnectionLimitCheck() {}

  static List<Finding> of(ServerFacts facts) {
    List<Finding> findings = new ArrayList<>();
    long most = facts.number("maxclients").orElse(0L);
    facts
        .number("connected_clients")
        .filter(clients -> most > 0)
        .ifPresent(clients -> findings.add(connections(clients, most)));
    facts
        .numberSet("timeout")
        .filter(seconds -> seconds > 0)
        .ifPresent(
            seconds ->
                findings.add(
                    Finding.note(
                        "timeout",
                        "idle connections are closed after " + seconds + " s",
                        "a connection that was not used for a second is asked first whether it is"
                            + " still there, or restored at once, so no call notices; connections"
                            + " that listen are not closed")));
    return findings;
  }

  private static Finding connections(long clients, long most) {
    String seen = clients + " of at most " + most;
    return clients >= NEARLY_ALL * most
        ? Finding.warning(
            "connections",
            seen,
            "when there are no more, clients that connect anew are refused, and cannot renew",
            "raise maxclients, or find out which clients have the most")
        : Finding.ok("connections", seen, "there is room");
  }
}

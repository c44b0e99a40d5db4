package dev.holdfast.quorum;

import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import java.util.Map;

/**
 * Hears from one member. A grant there is a ticket, of which the client is not told yet; anything
 * else is passed on.
 */
record MemberListener(
    int member, StoreListener listener, Map<QuorumSession.Key, QuorumAttempt> quorumAttempts)
    implements StoreListener {
  @Override
  public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {
    QuorumAttempt quorumAttempt = quorumAttempts.get(new QuorumSession.Key(name, attempt));
    if (quorumAttempt != null) {
      quorumAttempt.ticketCame(member, sentAt);
    }
  }

  @Override
  public void recalled(String name, String attempt) {
    listener.recalled(name, attempt);
  }

  @Override
  public void broken(String name, String attempt) {
    listener.broken(name, attempt);
  }

  @Override
  public void sessionEnded(String name, String attempt, String why) {
    listener.sessionEnded(name, attempt, why);
  }

  @Override
  public void changed() {
    listener.changed();
  }
}

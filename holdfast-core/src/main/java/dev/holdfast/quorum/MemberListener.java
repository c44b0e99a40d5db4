package dev.holdfast.quorum;

import dev.holdfast.spi.ForwardingListener;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import java.util.Map;

/**
 * Hears from one member. A grant there is a ticket, of which the client is not told yet; anything
 * else is passed on.
 */
final class MemberListener extends ForwardingListener {
  private final int member;
  private final Map<QuorumSession.Key, QuorumAttempt> quorumAttempts;

  MemberListener(
      int member, StoreListener listener, Map<QuorumSession.Key, QuorumAttempt> quorumAttempts) {
    super(listener);
    this.member = member;
    this.quorumAttempts = quorumAttempts;
  }

  @Override
  public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {
    QuorumAttempt quorumAttempt = quorumAttempts.get(new QuorumSession.Key(name, attempt));
    if (quorumAttempt != null) {
      quorumAttempt.ticketCame(member, sentAt);
    }
  }
}

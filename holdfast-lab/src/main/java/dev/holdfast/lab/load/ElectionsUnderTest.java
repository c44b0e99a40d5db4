package dev.holdfast.lab.load;

import dev.holdfast.Candidacy;
import dev.holdfast.Election;
import dev.holdfast.Holdfast;
import dev.holdfast.Leader;
import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.LockUnderTest;
import dev.holdfast.lab.episode.NotGrantedException;
import dev.holdfast.lab.episode.Way;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * Elections of Holdfast's: who asks for a name campaigns for it, and holds it while it leads. Each
 * request is a candidacy of its own: one that goes on after a resignation asks by itself, at a
 * moment that the history could not tell.
 */
final class ElectionsUnderTest implements LockUnderTest {
  private static final Duration LOOKS = Duration.ofMillis(100);

  private final Holdfast client;
  private final String data;

  ElectionsUnderTest(Holdfast client, String data) {
    this.client = client;
    this.data = data;
  }

  /** A candidacy and what it was told. */
  private record Campaign(Candidacy candidacy, Terms terms) {}

  @Override
  public Set<Way> ways() {
    return EnumSet.of(Way.BLOCKING);
  }

  @Override
  public boolean tries() {
    return false;
  }

  @Override
  public boolean observe(String name, Observer observer) {
    Election.Observation unused =
        client
            .election(name)
            .observe(
                LOOKS,
                leader ->
                    observer.seen(
                        leader.map(Leader::term).orElse(0L), leader.map(Leader::data).orElse("")));
    return true;
  }

  @Override
  public Grip acquire(String name, Duration wait) throws Exception {
    Campaign campaign = campaign(name);
    Terms.Term term = null;
    try {
      term = campaign.terms().await(wait);
    } finally {
      if (term == null) {
        campaign.candidacy().close();
      }
    }
    if (term == null) {
      throw new NotGrantedException("another leads");
    }
    return new LeaderGrip(campaign, term);
  }

  private Campaign campaign(String name) {
    Terms terms = new Terms();
    return new Campaign(client.election(name).campaign(data, terms), terms);
  }

  @Override
  public void close() {
    client.close();
  }

  /** One term of a leader. */
  private static final class LeaderGrip implements Grip {
    private final Campaign campaign;
    private final Terms.Term term;

    LeaderGrip(Campaign campaign, Terms.Term term) {
      this.campaign = campaign;
      this.term = term;
    }

    @Override
    public long token() {
      return term.lease().token();
    }

    /** A candidate may lead again by now, for a later term. */
    @Override
    public boolean valid() {
      return campaign.candidacy().isLeader() && term.lease().isHeld();
    }

    @Override
    public Duration remaining() {
      return term.lease().remaining();
    }

    @Override
    public void ensure(Duration atLeast) {
      term.lease().ensure(atLeast);
    }

    @Override
    public void onLost(Runnable told) {
      term.onLost(told);
    }

    @Override
    public void release() {
      release(() -> {});
    }

    /** What is claimed ends when the listener has returned: nobody else leads before. */
    @Override
    public void release(Runnable ended) {
      term.onEnd(ended);
      campaign.candidacy().close();
      term.awaitEnd();
    }
  }
}

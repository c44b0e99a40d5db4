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
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Elections of Holdfast's: who asks for a name campaigns for it, and holds it while it leads. A
 * thread that has resigned asks by the same candidacy again if its next request is for the same
 * name.
 */
final class ElectionsUnderTest implements LockUnderTest {
  private static final Duration LOOKS = Duration.ofMillis(100);
  private static final int TOKENS_PER_STAMP = 4096;

  private final Holdfast client;
  private final String data;
  private final Map<Thread, Campaign> resigned = new ConcurrentHashMap<>();

  ElectionsUnderTest(Holdfast client, String data) {
    this.client = client;
    this.data = data;
  }

  /** A candidacy and what it was told. */
  private record Campaign(String name, Candidacy candidacy, Terms terms) {}

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
    Campaign before = resigned.remove(Thread.currentThread());
    if (before != null && before.name().equals(name)) {
      return before;
    }
    if (before != null) {
      before.candidacy().close();
    }
    Terms terms = new Terms();
    return new Campaign(name, client.election(name).campaign(data, terms), terms);
  }

  @Override
  public void close() {
    client.close();
  }

  /** One term of a leader. */
  private final class LeaderGrip implements Grip {
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

    /** Half of the leaders end their candidacy, by their stamps; the others go on with it. */
    private boolean leaves() {
      return term.lease().token() / TOKENS_PER_STAMP % 2 == 0;
    }

    /** What is claimed ends when the listener has returned: nobody else leads before. */
    @Override
    public void release(Runnable ended) {
      term.onEnd(ended);
      if (leaves() || !campaign.candidacy().isLeader()) {
        campaign.candidacy().close();
      } else {
        campaign.candidacy().resign();
        @Nullable Campaign other = resigned.put(Thread.currentThread(), campaign);
        if (other != null) {
          other.candidacy().close();
        }
      }
      term.awaitEnd();
    }
  }
}

package dev.holdfast.spring.integration;

import dev.holdfast.Candidacy;
import dev.holdfast.Election;
import dev.holdfast.Holdfast;
import dev.holdfast.LeadershipListener;
import dev.holdfast.Lease;
import dev.holdfast.Loss;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ApplicationEventPublisherAware;
import org.springframework.context.SmartLifecycle;
import org.springframework.integration.leader.Candidate;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.leader.event.DefaultLeaderEventPublisher;
import org.springframework.integration.leader.event.LeaderEventPublisher;

/**
 * Lets a {@link Candidate} of Spring Integration campaign in an {@link Election} while the context
 * runs, and publishes {@code OnGrantedEvent} and {@code OnRevokedEvent}.
 *
 * <pre>{@code
 * @Bean
 * HoldfastLeaderInitiator leader(Holdfast holdfast) {
 *   return new HoldfastLeaderInitiator(holdfast, new DefaultCandidate("node-1", "cluster"));
 * }
 * }</pre>
 *
 * <p>The election's name is the candidate's role, in the client's namespace; other programs find
 * the candidate's id by {@link Election#leader()}. No thread is bound: a candidate that waits costs
 * nothing, and is told when it is its turn. The contexts are {@link LeaseContext}s, which have the
 * term's token.
 *
 * <p>{@code onGranted} may return at once or do the leader's work itself. Then the end of the term
 * (a loss, {@link Context#yield()}, {@link #stop()}) interrupts it, as the contract of {@link
 * Candidate} says, and {@code onRevoked} is called when it has returned. If {@code onGranted}
 * throws, the candidate yields, and campaigns again.
 *
 * <p>Thread-safe. Its phase lies before that of a client's shutdown, so that the leadership is
 * given up while the store can be reached. It does not close the client. {@code
 * OnFailedToAcquireMutexEvent} is never published: a candidate waits in a queue and does not fail.
 */
public final class HoldfastLeaderInitiator
    implements SmartLifecycle, DisposableBean, ApplicationEventPublisherAware {
  private static final System.Logger LOG =
      System.getLogger(HoldfastLeaderInitiator.class.getName());
  private static final int PHASE = Integer.MAX_VALUE - 1000;
  private static final Context NOT_LEADING = () -> false;

  private final Election election;
  private final Candidate candidate;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Listener running;
  private volatile @Nullable Term term;
  private volatile @Nullable LeaderEventPublisher publisher;
  private volatile @Nullable ApplicationEventPublisher events;
  private volatile boolean autoStartup = true;
  private volatile int phase = PHASE;

  /** For a {@link DefaultCandidate}, which writes into the log when it leads. */
  public HoldfastLeaderInitiator(Holdfast holdfast) {
    this(holdfast, new DefaultCandidate());
  }

  /**
   * For this candidate, with the client's options for the leader's lease.
   *
   * @param candidate its role is 1 to 512 bytes, its id at most 256
   */
  public HoldfastLeaderInitiator(Holdfast holdfast, Candidate candidate) {
    this(holdfast.election(candidate.getRole()), candidate);
  }

  /** For this candidate in an election of any name and options. */
  public HoldfastLeaderInitiator(Election election, Candidate candidate) {
    this.election = Objects.requireNonNull(election, "election");
    this.candidate = Objects.requireNonNull(candidate, "candidate");
  }

  /** What publishes the events; unless set, they are events of the application context. */
  public void setLeaderEventPublisher(LeaderEventPublisher publisher) {
    this.publisher = Objects.requireNonNull(publisher, "publisher");
  }

  @Override
  public void setApplicationEventPublisher(ApplicationEventPublisher events) {
    this.events = events;
  }

  /** Whether it starts with its context; it does. */
  public void setAutoStartup(boolean autoStartup) {
    this.autoStartup = autoStartup;
  }

  @Override
  public boolean isAutoStartup() {
    return autoStartup;
  }

  /** When it starts and stops, as {@link SmartLifecycle#getPhase()} says. */
  public void setPhase(int phase) {
    this.phase = phase;
  }

  @Override
  public int getPhase() {
    return phase;
  }

  /** The present term's context; one that does not lead if there is none. */
  public Context getContext() {
    Term present = term;
    return present == null ? NOT_LEADING : present;
  }

  /**
   * Begins to campaign, and returns at once, also while the store cannot be reached.
   *
   * @throws IllegalArgumentException if the candidate's id is too long
   */
  @Override
  public void start() {
    lock.lock();
    try {
      if (running == null) {
        Listener listener = new Listener();
        listener.candidacy = election.campaign(candidate.getId(), listener);
        running = listener;
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Ends the candidacy. A leader is interrupted if it is at work, told that it does not lead any
   * more, and only then the next one leads. Waits for that, but not for longer than the client's
   * close timeout.
   */
  @Override
  public void stop() {
    Candidacy ended;
    lock.lock();
    try {
      if (running == null) {
        return;
      }
      running.stopped = true;
      ended = running.candidacy;
      running = null;
    } finally {
      lock.unlock();
    }
    Term last = term;
    if (last != null) {
      last.end();
    }
    if (ended != null) {
      ended.close();
    }
  }

  @Override
  public boolean isRunning() {
    lock.lock();
    try {
      return running != null;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void destroy() {
    stop();
  }

  /** One candidacy's. Its calls come one at a time. */
  private final class Listener implements LeadershipListener {
    /** Null within the call that begins it, where callbacks run in the thread that calls. */
    private volatile @Nullable Candidacy candidacy;

    private boolean stopped;
    private @Nullable Term mine;

    @Override
    public void elected(Lease lease) {
      if (isStopped()) {
        return;
      }
      Term begun = new Term(candidate, () -> candidacy, lease);
      mine = begun;
      term = begun;
      if (isStopped()) {
        begun.end(); // By a thread that did not see the term.
      }
      try {
        if (!begun.work()) {
          mine = null; // Nothing was told that would have to be taken back.
          return;
        }
        publish((to, role) -> to.publishOnGranted(HoldfastLeaderInitiator.this, begun, role));
      } catch (InterruptedException end) {
        begun.yield();
      } catch (RuntimeException | Error failed) {
        LOG.log(
            System.Logger.Level.WARNING,
            "the candidate for '"
                + candidate.getRole()
                + "' failed when it was elected, and yields",
            failed);
        begun.yield();
      }
    }

    @Override
    public void ended(Optional<Loss> loss) {
      Term over = mine;
      mine = null;
      term = null;
      if (over == null) {
        return;
      }
      over.end();
      try {
        candidate.onRevoked(over);
      } finally {
        publish((to, role) -> to.publishOnRevoked(HoldfastLeaderInitiator.this, over, role));
      }
    }

    private boolean isStopped() {
      lock.lock();
      try {
        return stopped;
      } finally {
        lock.unlock();
      }
    }
  }

  private interface Event {
    void publish(LeaderEventPublisher to, String role);
  }

  /** What a listener of the application throws does not end a term. */
  private void publish(Event event) {
    LeaderEventPublisher to = publisher;
    ApplicationEventPublisher application = events;
    if (to == null && application != null) {
      to = new DefaultLeaderEventPublisher(application);
    }
    if (to == null) {
      return;
    }
    try {
      event.publish(to, candidate.getRole());
    } catch (RuntimeException failed) {
      LOG.log(
          System.Logger.Level.WARNING,
          "a listener to the leader of '" + candidate.getRole() + "' failed",
          failed);
    }
  }
}

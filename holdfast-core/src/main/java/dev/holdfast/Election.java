package dev.holdfast;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * An election: of all candidates for a name, one leads at a time. It is the exclusive lock of that
 * name, kept for as long as it goes well, by a candidate that is told when it leads and when it
 * does not, and that campaigns again by itself after a loss.
 *
 * <pre>{@code
 * Election election = holdfast.election("scheduler");
 * Candidacy candidacy = election.campaign("http://10.0.0.7:8080", new LeadershipListener() {
 *   public void elected(Lease lease) { scheduler.start(lease.token()); }
 *   public void ended(Optional<Loss> loss) { scheduler.stop(); }
 * });
 * …
 * election.leader().ifPresent(leader -> call(leader.data()));    // here or in any other process
 * }</pre>
 *
 * <p>The term is the lease's {@linkplain Lease#token() token}: it grows with every election, and a
 * resource that checks it refuses a leader that does not know yet that its time is over. Nothing
 * else can: see {@link Lease}.
 *
 * <p>Immutable and thread-safe; every election object of a name is the same election, in all
 * processes.
 */
public interface Election {
  /** What is campaigned for. */
  String name();

  /**
   * Campaigns, from now until the candidacy or the client is closed: waits for its turn, leads, and
   * campaigns again when the leadership is lost or resigned. Nothing is thrown for a store that
   * cannot be reached; it is asked again.
   *
   * @param data what others see of this candidate while it leads or waits: an address, say; up to
   *     256 UTF-8 bytes, or empty
   * @param listener is told when this candidate leads and when it does not
   * @throws IllegalArgumentException if the data is too long
   */
  Candidacy campaign(String data, LeadershipListener listener);

  /**
   * The present leader, as the store's record says. Old when it arrives, like all that is asked:
   * for finding the leader, never for deciding whether oneself leads.
   *
   * @throws StoreException if the store does not answer
   */
  Optional<Leader> leader();

  /** {@link #observe(Duration, Consumer)}, with a look each second. */
  Observation observe(Consumer<Optional<Leader>> observer);

  /**
   * Tells of the leader: once when it is first known, and after each change that a look finds, one
   * at a time and on the callback executor. A leader that came and went between two looks is not
   * told of. While the store does not answer, nothing is told.
   *
   * @param period the time from look to look; 50 ms to an hour
   */
  Observation observe(Duration period, Consumer<Optional<Leader>> observer);

  /** What {@link Election#observe} began. */
  interface Observation extends AutoCloseable {
    /** Ends it; nothing more is told, but for what is being told. Idempotent. */
    @Override
    void close();
  }
}

package dev.holdfast.spi;

import dev.holdfast.StoreException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * What a store is asked when it is to be looked at: for whom, and with which clocks. It measures
 * what every store on another machine has: round trips and a clock. Used by one thread at a time.
 */
public final class Examination {
  private static final int ROUND_TRIPS = 40;
  private static final int LOOKS_AT_CLOCK = 5;

  /** A store's own timeout is shorter. */
  private static final Duration ANSWER = Duration.ofMinutes(1);

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long FAR_OFF_MILLIS = 1_000;
  private static final long SLOW_MILLIS = 100;
  private static final long TRIAL_MILLIS = 10_000;

  private final String namespace;
  private final Duration lease;
  private final LongSupplier nanos;
  private final LongSupplier wallMillis;
  private String server = "";
  private String address = "";
  private long offset;
  private long doubt = Long.MAX_VALUE;

  /**
   * A checkup.
   *
   * @param namespace the namespace that the locks would be in
   * @param lease the lease that they would have
   * @param nanos monotonic time
   * @param wallMillis this machine's clock, in milliseconds since 1970
   */
  public Examination(
      String namespace, Duration lease, LongSupplier nanos, LongSupplier wallMillis) {
    this.namespace = Objects.requireNonNull(namespace, "namespace");
    this.lease = Objects.requireNonNull(lease, "lease");
    this.nanos = Objects.requireNonNull(nanos, "nanos");
    this.wallMillis = Objects.requireNonNull(wallMillis, "wallMillis");
  }

  /** The namespace that the locks would be in. */
  public String namespace() {
    return namespace;
  }

  /** The lease that they would have. */
  public Duration lease() {
    return lease;
  }

  /** The same checkup for one of several stores, which has met no server yet. */
  public Examination another() {
    return new Examination(namespace, lease, nanos, wallMillis);
  }

  /**
   * The store says which server it has looked at, so that two stores on one server, and two servers
   * on one machine, are noticed where that matters.
   *
   * @param server what no other server says of itself
   * @param address of the machine that it was reached at; empty if that is not known
   */
  public void met(String server, String address) {
    this.server = Objects.requireNonNull(server, "server");
    this.address = Objects.requireNonNull(address, "address");
  }

  /** Which server was looked at; empty if the store did not say. */
  public String server() {
    return server;
  }

  /** The address of its machine; empty if the store did not say. */
  public String address() {
    return address;
  }

  /** How far the store's clock is ahead of this machine's, in milliseconds, if it was asked for. */
  public OptionalLong aheadMillis() {
    return doubt == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(offset);
  }

  /** How exact that is, in milliseconds. */
  public long withinMillis() {
    return doubt;
  }

  /** Something that the store answers with a number. */
  @FunctionalInterface
  public interface Question<E extends Exception> {
    /** Asks, and waits for the answer. */
    long ask() throws E;
  }

  /**
   * Asks some dozens of times, and says what the time that it takes means.
   *
   * @param subject what the finding is about
   */
  public <E extends Exception> Finding latency(String subject, Question<E> question) throws E {
    long[] took = new long[ROUND_TRIPS];
    for (int i = 0; i < ROUND_TRIPS; i++) {
      long before = nanos.getAsLong();
      question.ask();
      took[i] = nanos.getAsLong() - before;
    }
    Arrays.sort(took);
    return latency(subject, took[ROUND_TRIPS / 2], took[ROUND_TRIPS - 1]);
  }

  private Finding latency(String subject, long median, long longest) {
    String seen =
        millis(median) + " (the longest of " + ROUND_TRIPS + " took " + millis(longest) + ")";
    // A lease is renewed after a third of it, and what is left has to be enough for several tries.
    if (longest > lease.toNanos() / 10) {
      return Finding.warning(
          subject,
          seen,
          "that is much for a lease of "
              + shown(lease)
              + ": a renewal that takes as long a few times comes too late",
          "use a longer lease, or a store that is nearer");
    }
    if (median > SLOW_MILLIS * NANOS_PER_MILLI) {
      return Finding.note(
          subject, seen, "safe with this lease, but each acquire and each release takes as long");
    }
    return Finding.ok(subject, seen, "nothing against a lease of " + shown(lease));
  }

  /**
   * Takes a free lock and gives it back, some dozens of times, and says what the time that it takes
   * means.
   *
   * @param session is to be used for nothing else
   * @param clientId the identity that it was opened with
   * @param name of which the store is to remember nothing afterwards; that is the caller's affair
   * @throws StoreException if the store does not answer, or refuses
   */
  public Finding lock(StoreSession session, String clientId, String name) {
    long[] attempts = {0};
    Finding took =
        latency("a lock", () -> takeAndGiveBack(session, name, clientId + "/" + ++attempts[0]));
    return new Finding(
        took.level(),
        took.subject(),
        "taken and released in " + took.seen() + " under a name that is gone again",
        took.meaning(),
        took.advice(),
        took.limits());
  }

  private static long takeAndGiveBack(StoreSession session, String name, String attempt) {
    Standing standing =
        answer(
            session.acquire(
                new AcquireRequest(
                    name, attempt, Mode.EXCLUSIVE, false, TRIAL_MILLIS, TRIAL_MILLIS, 0, 0)));
    boolean found = answer(session.release(new ReleaseRequest(name, attempt, 0, false, 0)));
    if (!(standing instanceof Standing.Holding) || !found) {
      throw new StoreException("a free name was answered with " + standing, null, false);
    }
    return 1;
  }

  private static <T> T answer(CompletionStage<T> stage) {
    try {
      return Futures.get(stage, ANSWER);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted while a lock was tried; it ends by itself", stop, true);
    } catch (ExecutionException | TimeoutException failed) {
      throw failed.getCause() instanceof StoreException known
          ? known
          : new StoreException("a lock was tried, and the store failed unexpectedly", failed, true);
    }
  }

  private static String shown(Duration lease) {
    return lease.toMillisPart() == 0 ? lease.toSeconds() + " s" : lease.toMillis() + " ms";
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.1f ms", nanos / (double) NANOS_PER_MILLI);
  }

  /**
   * Compares the store's clock with this machine's.
   *
   * @param storeMillis asks the store for its time, in milliseconds since 1970
   */
  public <E extends Exception> Finding clock(Question<E> storeMillis) throws E {
    doubt = Long.MAX_VALUE;
    for (int i = 0; i < LOOKS_AT_CLOCK; i++) {
      long start = nanos.getAsLong();
      long before = wallMillis.getAsLong();
      long there = storeMillis.ask();
      long roundTrip = (nanos.getAsLong() - start) / NANOS_PER_MILLI;
      // Each of the times is rounded down to a millisecond.
      long within = (roundTrip + 1) / 2 + 1;
      if (within < doubt) {
        doubt = within;
        offset = there - (before + roundTrip / 2);
      }
    }
    return clock();
  }

  private Finding clock() {
    String seen =
        Math.abs(offset) <= doubt
            ? "the server's and this machine's are the same, to " + doubt + " ms"
            : "the server's is "
                + Math.abs(offset)
                + " ms "
                + (offset > 0 ? "ahead of" : "behind")
                + " this machine's, to "
                + doubt
                + " ms";
    String meaning = "only the server's clock decides, so a difference does not matter by itself";
    Finding finding =
        Math.abs(offset) - doubt < FAR_OFF_MILLIS
            ? Finding.ok("clock", seen, meaning)
            : Finding.note(
                    "clock",
                    seen,
                    meaning
                        + "; but one of the two is wrong, and if it is the server's, correcting it"
                        + " by a step breaks C2 at that moment")
                .advise("let the server's clock be slewed, as chronyd and ntpd do, not stepped");
    return finding
        .limit(Guarantee.C2, "the server's clock steps")
        .limit(Guarantee.C1, "the server loses data and its clock steps back");
  }
}

package dev.holdfast.lab.score;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastListener;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import dev.holdfast.StoreException;
import dev.holdfast.lab.proxy.Proxy;
import dev.holdfast.lab.proxy.Trouble;
import dev.holdfast.servers.RedisServer;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A client whose network can be made bad, and a witness whose network stays good. */
final class Scene implements AutoCloseable {
  /** What a busy machine may add to a time that is documented. */
  static final Duration SLACK = Duration.ofMillis(700);

  /** In this time a healed client must be granted what is free. */
  private static final Duration RECOVERY = Duration.ofSeconds(3);

  private static final long MOST_NANOS = 60_000_000_000L;

  private final String client;
  private final String namespace;
  private final Reply reply;
  private final Proxy proxy;
  private final Holdfast subject;
  private final Holdfast witness;
  private final AtomicInteger losses = new AtomicInteger();
  private long highest;

  Scene(RedisServer server, String client, Reply reply, String namespace) {
    this.client = client;
    this.namespace = namespace;
    this.reply = reply;
    this.proxy = new Proxy(server.port());
    this.subject = open(proxy.port(), Duration.ofSeconds(5));
    this.witness =
        Holdfast.builder(Stand.url("jedis", server.port()))
            .namespace(namespace)
            .name("witness")
            .build();
  }

  /** Another client in the same trouble. */
  Holdfast another() {
    return open(proxy.port(), Duration.ofSeconds(1));
  }

  private Holdfast open(int port, Duration closeTimeout) {
    return Holdfast.builder(Stand.url(client, port))
        .namespace(namespace)
        .closeTimeout(closeTimeout)
        .listener(
            new HoldfastListener() {
              @Override
              public void lost(String name, long token, Loss loss) {
                losses.incrementAndGet();
              }
            })
        .build();
  }

  Holdfast subject() {
    return subject;
  }

  Holdfast witness() {
    return witness;
  }

  /** How often the subject was told of a loss. */
  int losses() {
    return losses.get();
  }

  /** Whether it is told of so many, now or soon: the listener and the lease's own callback race. */
  boolean losses(int many) {
    for (int i = 0; i < 100 && losses.get() < many; i++) {
      pause(10);
    }
    return losses.get() == many;
  }

  /** The longest that one call to the store may take. */
  Duration request() {
    return Duration.ofMillis(client.equals("jedis") ? 4_010 : 2_000);
  }

  static LockOptions lease(long millis) {
    return LockOptions.defaults().lease(Duration.ofMillis(millis));
  }

  /** A lease that the subject got while all was well. */
  Lease held(String name, long leaseMillis) throws InterruptedException {
    return seen(subject.mutex(name, lease(leaseMillis)).acquire(RECOVERY));
  }

  /** Takes note of the token: the next must be larger. */
  Lease seen(Lease lease) {
    require(lease.token() > highest, "token " + lease.token() + " is not above " + highest);
    highest = lease.token();
    return lease;
  }

  void harm() {
    proxy.set(reply.trouble());
  }

  /** Ends the trouble; connections in which answers are missing end, as after a partition. */
  void heal() {
    proxy.set(Trouble.NONE);
    if (reply.leavesGaps()) {
      proxy.reset();
    }
  }

  /** Ends the trouble when so much time is over. */
  Thread healIn(long millis) {
    Thread healer =
        new Thread(
            () -> {
              pause(millis);
              heal();
            },
            "lab-healer");
    healer.start();
    return healer;
  }

  static void pause(long millis) {
    long end = System.nanoTime() + millis * 1_000_000;
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /** Waits until something is so, and looks often: that may be what is timed. */
  static void until(BooleanSupplier fact, String words) throws IOException {
    long end = System.nanoTime() + MOST_NANOS;
    while (!fact.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new IOException("it did not come to be that " + words);
      }
      pause(2);
    }
  }

  /** Does something that must be over in time; what it came to. */
  Operation.Result within(Duration limit, Callable<Outcome> action) throws Exception {
    long start = System.nanoTime();
    Outcome outcome;
    try {
      outcome = action.call();
    } catch (StoreException failed) {
      String says = String.valueOf(failed.getMessage());
      require(says.contains("; "), "the exception does not say what is now true: " + says);
      outcome = failed.isTransient() ? Outcome.FAILED : Outcome.REFUSED;
    }
    long millis = (System.nanoTime() - start) / 1_000_000;
    require(
        millis <= limit.plus(SLACK).toMillis(),
        outcome.word() + " after " + millis + " ms, later than " + limit.toMillis() + " ms");
    return new Operation.Result(outcome, millis);
  }

  /** All is well again: how the name that was given back in the trouble comes to another. */
  Outcome freed(String name, long leaseMillis) throws InterruptedException {
    heal();
    long start = System.nanoTime();
    Optional<Lease> lease = witness.mutex(name).tryAcquire(SLACK.plusMillis(leaseMillis));
    if (lease.isEmpty()) {
      return Outcome.UNKNOWN;
    }
    long millis = (System.nanoTime() - start) / 1_000_000;
    granted(lease.get());
    return millis < 1_000 ? Outcome.FREED : Outcome.EXPIRED;
  }

  /** A granted lease is held and can be given back; none is none. */
  Outcome granted(Optional<Lease> lease) {
    return lease.isEmpty() ? Outcome.LATE : granted(lease.get());
  }

  Outcome granted(Lease lease) {
    require(seen(lease).isHeld(), "the lease that was granted is not held");
    lease.release();
    require(!lease.isHeld(), "the lease that was given back is held");
    return Outcome.GRANTED;
  }

  /** All is well again: the name is free for others, then for the subject, with larger tokens. */
  void recovered(String name) throws InterruptedException {
    heal();
    next(witness, "another client", name);
    next(subject, "the client itself", name);
  }

  private void next(Holdfast who, String words, String name) throws InterruptedException {
    Optional<Lease> lease;
    try {
      lease = who.mutex(name, lease(5_000)).tryAcquire(RECOVERY);
    } catch (StoreException failed) {
      throw new IllegalStateException(
          words + " fails after healing: " + failed.getMessage(), failed);
    }
    require(lease.isPresent(), words + " is not granted the name after healing");
    lease.ifPresent(this::granted);
  }

  static void require(boolean fact, String otherwise) {
    if (!fact) {
      throw new IllegalStateException(otherwise);
    }
  }

  @Override
  public void close() {
    heal();
    subject.close();
    witness.close();
    proxy.close();
  }
}

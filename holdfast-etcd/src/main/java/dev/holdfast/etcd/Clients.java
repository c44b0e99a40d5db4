package dev.holdfast.etcd;

import dev.holdfast.StoreException;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.ClientBuilder;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The jetcd client of one session. Thread-safe. */
final class Clients implements AutoCloseable {
  /*
   * A client of our own speaks with one member at a time, so that keep-alives prove something (see
   * LeaseDeadline); with another one when that does not answer twice running.
   */
  private static final int PATIENCE = 2;
  private static final Duration PING = Duration.ofSeconds(10);
  private static final Duration PONG = Duration.ofSeconds(3);

  private final @Nullable EtcdUrl url;
  private final List<URI> members;
  private final AtomicInteger failures = new AtomicInteger();
  private final ReentrantLock lock = new ReentrantLock();
  private volatile Client present;
  private boolean closed;

  private Clients(@Nullable EtcdUrl url, @Nullable Client given, List<URI> members) {
    this.url = url;
    this.members = members;
    this.present = given == null ? connect(Objects.requireNonNull(url), members) : given;
  }

  /** The user's client, which stays the user's. */
  static Clients given(Client client) {
    return new Clients(null, client, List.of());
  }

  /** A client of its own, that begins with any of the members. */
  static Clients own(EtcdUrl url) {
    List<URI> members = new ArrayList<>(url.members());
    Collections.rotate(members, ThreadLocalRandom.current().nextInt(members.size()));
    return new Clients(url, null, members);
  }

  private static Client connect(EtcdUrl url, List<URI> members) {
    ClientBuilder builder =
        Client.builder()
            .endpoints(members)
            .loadBalancerPolicy("pick_first")
            .keepaliveTime(PING)
            .keepaliveTimeout(PONG)
            .keepaliveWithoutCalls(true)
            .connectTimeout(PONG)
            // Of what was refused before anything was done, for want of a token that is not too
            // old.
            .retryDelay(100)
            .retryMaxDelay(500)
            .retryMaxAttempts(2);
    url.user()
        .ifPresent(user -> builder.user(Keys.bytes(user)).password(Keys.bytes(url.password())));
    url.tls().ifPresent(tls -> secure(builder, tls));
    return builder.build();
  }

  private static void secure(ClientBuilder builder, EtcdTls tls) {
    try {
      builder.sslContext(tls::configure);
    } catch (SSLException | IllegalArgumentException unusable) {
      throw new StoreException(
          "The files that the URL names for TLS are of no use: " + unusable.getMessage() + ".",
          unusable,
          false);
    }
  }

  /** The present client for one session; it stays open when that ends. */
  Clients lent() {
    return given(present);
  }

  Client present() {
    return present;
  }

  void answered() {
    failures.set(0);
  }

  /** Takes in that a client has had no answer; the next one may be had from another member. */
  void failed(Client by) {
    if (url == null || by != present || failures.incrementAndGet() < PATIENCE) {
      return;
    }
    Client left;
    lock.lock();
    try {
      if (closed || by != present) {
        return;
      }
      left = present;
      failures.set(0);
      Collections.rotate(members, -1);
      present = connect(url, members);
    } finally {
      lock.unlock();
    }
    left.close();
  }

  @Override
  public void close() {
    Client left;
    lock.lock();
    try {
      if (closed || url == null) {
        return;
      }
      closed = true;
      left = present;
    } finally {
      lock.unlock();
    }
    left.close();
  }
}

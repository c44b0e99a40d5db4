package dev.holdfast.internal.session;

import dev.holdfast.StoreException;
import dev.holdfast.internal.runtime.Isolated;
import dev.holdfast.internal.runtime.Parking;
import dev.holdfast.spi.EngineHost;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Calls a store whose session is opened in the background: what is asked before that waits. */
public final class LazyStoreInvoker extends StoreInvoker {
  // Made beforehand: there may be no memory when they are told.
  private final StoreException whenUnknown =
      new StoreException(
          "a request could not be made when the store was reached; the outcome is unknown",
          null,
          true);
  private final StoreException whenUnsent =
      new StoreException(
          "a request was not sent, as the store was not reached; nothing was locked", null, true);

  private final BackgroundOpening opening;
  private final StoreCapabilities unknown;
  private final EngineHost host;
  private final Duration closeTimeout;

  public LazyStoreInvoker(
      BackgroundOpening opening, Set<Mode> modes, EngineHost host, Duration closeTimeout) {
    this(
        opening,
        new StoreCapabilities(false, false, HoldKind.LEASE, opening.longestWait(), modes),
        host,
        closeTimeout);
  }

  /**
   * Calls a store when it was opened.
   *
   * @param unknown what is assumed of it before
   */
  private LazyStoreInvoker(
      BackgroundOpening opening,
      StoreCapabilities unknown,
      EngineHost host,
      Duration closeTimeout) {
    super(opening.unreached(), unknown, host);
    this.opening = opening;
    this.unknown = unknown;
    this.host = host;
    this.closeTimeout = closeTimeout;
  }

  @Override
  public StoreCapabilities capabilities() {
    StoreInvoker opened = opening.opened();
    return opened == null ? unknown : opened.capabilities();
  }

  @Override
  public int nodes(String name, String attempt) {
    StoreInvoker opened = opening.opened();
    return opened == null ? 1 : opened.nodes(name, attempt);
  }

  @Override
  public int part(String name) {
    StoreInvoker opened = opening.opened();
    return opened == null ? 0 : opened.part(name);
  }

  /** Whether it can be asked is not known yet; a store that cannot refuses it then. */
  @Override
  public boolean acknowledges() {
    StoreInvoker opened = opening.opened();
    return opened == null || opened.acknowledges();
  }

  @Override
  public boolean reduces() {
    StoreInvoker opened = opening.opened();
    return opened != null && opened.reduces();
  }

  @Override
  public boolean isReached() {
    return opening.isReached();
  }

  @Override
  public @Nullable StoreException unreached(String name) {
    return opening.isReached() ? null : opening.unreached().failure(UnreachedSession.acquire(name));
  }

  @Override
  public <T> void call(boolean inline, Executor elsewhere, Verb<T> verb, Reply<T> reply) {
    StoreInvoker opened = opening.opened();
    if (opened == null) {
      opening.enter(new Waiting<>(inline ? host.io() : elsewhere, verb, reply));
    } else if (reply.isToBeSent()) {
      opened.call(inline, elsewhere, verb, reply);
    }
  }

  @Override
  public void giveUp() {
    opening.giveUp();
  }

  @Override
  public void close() {
    giveUp();
    StoreInvoker opened = opening.opened();
    if (opened != null) {
      opened.close();
    }
    Parking.await(opening.over(), closeTimeout.toNanos());
    opening.closeSpares();
  }

  @Override
  public CompletableFuture<Void> over() {
    return opening.over();
  }

  /** A call that is made later. */
  private final class Waiting<T> implements OpeningCall {
    private final Executor elsewhere;
    private final Verb<T> verb;
    private final Reply<T> reply;

    Waiting(Executor elsewhere, Verb<T> verb, Reply<T> reply) {
      this.elsewhere = elsewhere;
      this.verb = verb;
      this.reply = reply;
    }

    @Override
    public void made(StoreInvoker opened) {
      try {
        if (reply.isToBeSent()) {
          opened.call(false, elsewhere, verb, reply);
        }
      } catch (Throwable thrown) {
        Isolated.note("a request that waited for its store could not be made", thrown);
        StoreInvoker.fail(reply::unknown, whenUnknown);
      }
    }

    @Override
    public void failed(StoreException why) {
      try {
        new StoreInvoker(opening.unreached(why), unknown, host)
            .call(true, elsewhere, verb, new NotSent<>(reply));
      } catch (Throwable thrown) {
        Isolated.note("a request that waited for its store was not told why it failed", thrown);
        StoreInvoker.fail(reply::notSent, whenUnsent);
      }
    }

    @Override
    public boolean isAwaited() {
      return reply.isAwaited();
    }
  }

  /** Tells a request that fails that it was not sent. */
  private record NotSent<T>(Reply<T> reply) implements Reply<T> {
    @Override
    public void known(T answer, long sentAt) {
      reply.known(answer, sentAt);
    }

    @Override
    public void unknown(StoreException error) {
      reply.notSent(error);
    }
  }
}

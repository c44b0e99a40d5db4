package dev.holdfast.quorum;

import dev.holdfast.StoreException;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client as the engine is one, in short: it asks, waits and looks, holds and renews, and lets go;
 * one attempt after another. For one thread.
 */
final class StormClient implements StoreListener {
  private static final long LEASE_MILLIS = 3_000;
  private static final int NAMES = 2;

  private final ClientIdentity identity;
  private final StormTime time;
  private final SplittableRandom dice;
  private final StormBook book;
  private @Nullable StoreSession session;
  private boolean stopped;
  private int number;
  private @Nullable Try now;

  /** One attempt. */
  private final class Try {
    final String name = "n" + dice.nextInt(NAMES);
    final String attempt = identity.id() + "/" + number++;
    final Mode mode = dice.nextInt(4) == 0 ? Mode.SHARED : Mode.EXCLUSIVE;
    final boolean waits = dice.nextInt(8) > 0;
    boolean holds;
    long validUntil;
    Mode heldIn = mode;
    long stamp;
  }

  StormClient(int place, StormTime time, SplittableRandom dice, StormBook book) {
    this.identity = new ClientIdentity("c" + place + "/h/1/x", "");
    this.time = time;
    this.dice = dice;
    this.book = book;
  }

  ClientIdentity identity() {
    return identity;
  }

  void begin(StoreSession opened) {
    session = opened;
    time.soon(1, 100_000, this::next);
  }

  /** Begins nothing more. */
  void stop() {
    stopped = true;
  }

  boolean isIdle() {
    return now == null;
  }

  private StoreSession session() {
    if (session == null) {
      throw new IllegalStateException("not begun");
    }
    return session;
  }

  private void next() {
    if (stopped) {
      return;
    }
    Try one = new Try();
    now = one;
    ask(one);
    time.soon(100_000, 8_000_000, () -> giveUp(one));
  }

  private void ask(Try one) {
    long sentAt = time.nanos();
    CompletionStage<Standing> unused =
        session()
            .acquire(
                new AcquireRequest(
                    one.name,
                    one.attempt,
                    one.mode,
                    one.waits,
                    LEASE_MILLIS,
                    LEASE_MILLIS,
                    LEASE_MILLIS,
                    sentAt))
            .whenComplete((standing, error) -> stands(one, standing, sentAt));
  }

  private void stands(Try one, @Nullable Standing standing, long sentAt) {
    if (now != one || one.holds) {
      return;
    }
    if (standing instanceof Standing.Holding holding) {
      hold(one, holding, sentAt);
    } else if (standing instanceof Standing.Queued || standing instanceof Standing.Unknown) {
      time.soon(50_000, 1_000_000, () -> look(one));
    } else if (standing instanceof Standing.Absent) {
      end(one);
    } else {
      time.soon(10_000, 100_000, () -> askAgain(one));
    }
  }

  private void askAgain(Try one) {
    if (now == one && !one.holds) {
      ask(one);
    }
  }

  private void look(Try one) {
    if (now != one || one.holds) {
      return;
    }
    long sentAt = time.nanos();
    keep(
        new KeepAlive.Place(one.name, one.attempt, LEASE_MILLIS, sentAt),
        standing -> stands(one, standing, sentAt));
  }

  /** Asks for one, and passes on where it stands: unknown if there is no answer. */
  private void keep(KeepAlive asked, Consumer<Standing> taker) {
    CompletionStage<Standing> unused =
        session()
            .keepAlive(List.of(asked))
            .thenApply(standings -> standings.get(0))
            .exceptionally(error -> new Standing.Unknown(new StoreException("failed", error, true)))
            .whenComplete((standing, never) -> taker.accept(standing));
  }

  private void hold(Try one, Standing.Holding holding, long sentAt) {
    one.holds = true;
    one.validUntil = sentAt + holding.remainingMillis() * 1_000_000;
    if (one.validUntil <= time.nanos()) {
      letGo(one);
      return;
    }
    one.stamp = holding.stamp();
    book.granted(one.name, one.attempt, one.mode, holding.stamp(), one.validUntil);
    time.soon(900_000, 1_000_000, () -> renew(one));
    if (dice.nextBoolean()) {
      letGo(one);
    } else {
      time.soon(1, 6_000_000, () -> letGo(one));
    }
  }

  private void renew(Try one) {
    if (now != one || time.nanos() >= one.validUntil) {
      letGo(one);
      return;
    }
    long sentAt = time.nanos();
    KeepAlive asked = new KeepAlive.Hold(one.name, one.attempt, LEASE_MILLIS, false);
    if (dice.nextInt(4) == 0) {
      Mode to = one.heldIn == Mode.SHARED ? Mode.EXCLUSIVE : Mode.SHARED;
      asked = new KeepAlive.Change(one.name, one.attempt, LEASE_MILLIS, one.stamp, to);
      if (to == Mode.SHARED) {
        // From now on the others may be let in.
        book.shared(one.name, one.attempt);
      }
    }
    keep(asked, standing -> renewed(one, standing, sentAt));
  }

  private void renewed(Try one, Standing standing, long sentAt) {
    if (now != one) {
      return;
    }
    if (standing instanceof Standing.Absent || time.nanos() >= one.validUntil) {
      letGo(one);
      return;
    }
    if (standing instanceof Standing.Holding holding) {
      one.validUntil = Math.max(one.validUntil, sentAt + holding.remainingMillis() * 1_000_000);
      book.renewed(one.name, one.attempt, one.validUntil);
      if (holding.mode() != one.heldIn) {
        one.heldIn = holding.mode();
        one.stamp = holding.stamp();
        book.granted(one.name, one.attempt, one.heldIn, one.stamp, one.validUntil);
      }
    }
    boolean well = standing instanceof Standing.Holding;
    time.soon(well ? 900_000 : 50_000, well ? 1_000_000 : 300_000, () -> renew(one));
  }

  private void giveUp(Try one) {
    if (!one.holds) {
      letGo(one);
    }
  }

  private void end(Try one) {
    if (now == one) {
      now = null;
      time.soon(1, 500_000, this::next);
    }
  }

  private void letGo(Try one) {
    if (now != one) {
      return;
    }
    boolean mustBeFound = book.ended(one.name, one.attempt);
    now = null;
    release(one, mustBeFound);
  }

  private void release(Try one, boolean mustBeFound) {
    CompletionStage<Boolean> unused =
        session()
            .release(new ReleaseRequest(one.name, one.attempt, 0, !one.holds, 60_000))
            .whenComplete(
                (found, error) -> {
                  if (error != null) {
                    // What the first one did is not found again.
                    time.soon(100_000, 500_000, () -> release(one, false));
                    return;
                  }
                  if (mustBeFound && !found && time.nanos() < one.validUntil) {
                    book.fail(one.attempt + " held " + one.name + ", but was not found there");
                  }
                  time.soon(1, 500_000, this::next);
                });
  }

  @Override
  public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {
    Try one = now;
    if (one != null && one.attempt.equals(attempt)) {
      stands(one, standing, sentAt);
    }
  }

  @Override
  public void recalled(String name, String attempt) {}

  @Override
  public void broken(String name, String attempt) {}

  @Override
  public void changed() {}
}

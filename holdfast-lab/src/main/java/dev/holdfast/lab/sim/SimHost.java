package dev.holdfast.lab.sim;

import dev.holdfast.lab.sim.VirtualTime.Event;
import dev.holdfast.spi.EngineHost;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** The machine of one client: its executors and its alarm are events of the run. */
final class SimHost implements EngineHost {
  private final Actor actor;
  private final Weather weather;
  private Runnable tick = () -> {};
  private long alarmAt = Long.MAX_VALUE;
  private @Nullable Event alarm;
  private boolean closed;

  SimHost(Actor actor, Weather weather) {
    this.actor = actor;
    this.weather = weather;
  }

  @Override
  public long nanos() {
    return actor.localNow();
  }

  @Override
  public void onAlarm(Runnable newTick) {
    this.tick = newTick;
  }

  /** Like the real one it remembers the earliest instant only: each tick must ask anew. */
  @Override
  public void alarm(long atNanos) {
    if (closed || atNanos >= alarmAt) {
      return;
    }
    alarmAt = atNanos;
    Event present = alarm;
    if (present != null) {
      present.cancel();
    }
    long due = Math.max(actor.now(), actor.whenLocal(atNanos));
    alarm = actor.at(weather.late(actor, due, 500), this::ring);
  }

  private void ring() {
    alarmAt = Long.MAX_VALUE;
    alarm = null;
    if (!closed) {
      tick.run();
    }
  }

  @Override
  public Executor io() {
    return this::execute;
  }

  @Override
  public Executor renewals() {
    return this::execute;
  }

  /** Like an executor of the user's own it goes on when the client is closed. */
  @Override
  public Executor callbacks() {
    return this::plan;
  }

  private void execute(Runnable task) {
    if (closed) {
      throw new RejectedExecutionException("this host is closed");
    }
    plan(task);
  }

  private void plan(Runnable task) {
    Event unused = actor.at(weather.late(actor, actor.now(), 200), task);
  }

  @Override
  public int random(int bound) {
    return actor.dice.below(bound);
  }

  @Override
  public String nonce() {
    return actor.name;
  }

  @Override
  public void close() {
    closed = true;
    Event present = alarm;
    if (present != null) {
      present.cancel();
    }
  }
}

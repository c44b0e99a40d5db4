package dev.holdfast.spring;

import dev.holdfast.Holdfast;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Ends the leases of all clients of a context while their stores can still be reached: after web
 * servers, schedulers and listeners have stopped, before connection factories and pools do. When
 * the context is started again, as after a checkpoint, it opens them again.
 */
final class ClientLifecycle implements SmartLifecycle {
  /** Web servers and schedulers are above two thousand millions, connection factories at 0. */
  static final int PHASE = 1_000;

  private static final System.Logger LOG = System.getLogger(ClientLifecycle.class.getName());

  private final ConfigurableListableBeanFactory beanFactory;
  private final Supplier<HoldfastSettings> settings;
  private final List<Holdfast> stopped = new CopyOnWriteArrayList<>();
  private volatile boolean running;

  ClientLifecycle(
      ConfigurableListableBeanFactory beanFactory, Supplier<HoldfastSettings> settings) {
    this.beanFactory = beanFactory;
    this.settings = settings;
  }

  @Override
  public void start() {
    running = true; // first: if one cannot be opened again, the others are to be stopped
    for (Holdfast client : List.copyOf(stopped)) {
      client.reopen();
      stopped.remove(client);
    }
  }

  @Override
  public void stop() {
    for (Holdfast client : clients()) {
      stopped.add(client);
      // What is left open by then ends, too: a later stop of what it is reached through would lose
      // it.
      if (!client.quiesce(settings.get().shutdownWait())) {
        for (String method : SharedLease.working(client)) {
          LOG.log(
              System.Logger.Level.WARNING,
              "the shutdown has ended the lease of "
                  + method
                  + ", which still runs and goes on without its lock: let the shutdown wait longer"
                  + " (holdfast.shutdown.wait)");
        }
      }
    }
    running = false;
  }

  /** Those that were made; a shutdown makes none. */
  private List<Holdfast> clients() {
    List<Holdfast> made = new ArrayList<>();
    for (String name : beanFactory.getBeanNamesForType(Holdfast.class, false, false)) {
      if (beanFactory.getSingleton(name) instanceof Holdfast client) {
        made.add(client);
      }
    }
    return made;
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }

  /**
   * A context that is paused goes on with the same client afterwards. From Spring Framework 7 on
   * this overrides a method of {@link SmartLifecycle}.
   */
  public boolean isPauseable() {
    return false;
  }
}

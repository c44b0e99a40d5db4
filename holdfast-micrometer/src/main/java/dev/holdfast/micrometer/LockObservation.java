package dev.holdfast.micrometer;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.docs.ObservationDocumentation;
import java.util.Locale;

/**
 * The observations of a client: one for an acquire, one for a hold. Their names and their keys of
 * low cardinality are those of the timers of {@link HoldfastMetricsListener}.
 *
 * <p>While the call of an acquire is made, its observation is the current one of the thread, so
 * that what a client library of the store observes on that thread is a part of it. The observation
 * of a hold has the parent that the acquire had, and is never the current one: what a section does
 * is not a part of it.
 */
public enum LockObservation implements ObservationDocumentation {
  /** From a request to its end: a lease, or none. */
  ACQUIRE("holdfast.lock.acquire", "lock acquire") {
    @Override
    public KeyName[] getLowCardinalityKeyNames() {
      return new KeyName[] {Tag.OUTCOME, Tag.HOW, Tag.MODE, Tag.GROUP};
    }

    @Override
    public KeyName[] getHighCardinalityKeyNames() {
      return new KeyName[] {Attribute.NAME};
    }
  },

  /**
   * From the end of the acquire to the end of the last lease that it brought. It has an error, a
   * {@link dev.holdfast.LeaseLostException}, if one was lost.
   */
  HOLD("holdfast.lock.hold", "lock hold") {
    @Override
    public KeyName[] getLowCardinalityKeyNames() {
      return new KeyName[] {Tag.OUTCOME, Tag.MODE, Tag.GROUP};
    }

    @Override
    public KeyName[] getHighCardinalityKeyNames() {
      return Attribute.values();
    }
  };

  private final String name;
  private final String contextualName;

  LockObservation(String name, String contextualName) {
    this.name = name;
    this.contextualName = contextualName;
  }

  @Override
  public String getName() {
    return name;
  }

  @Override
  public String getContextualName() {
    return contextualName;
  }

  /** Keys with few values, which meters have, too. */
  public enum Tag implements KeyName {
    /**
     * Of an acquire {@code acquired}, or why there is no lease, as {@link
     * dev.holdfast.HoldfastListener.WhyNot}; of a hold {@code released} or {@code lost}.
     */
    OUTCOME,
    /** How the lease was had, as {@link dev.holdfast.HoldfastListener.How}; or {@code none}. */
    HOW,
    /** How the name is locked, as {@link dev.holdfast.spi.Mode}. */
    MODE,
    /** The group of the name. */
    GROUP;

    @Override
    public String asString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Keys with many values, which spans alone have. */
  public enum Attribute implements KeyName {
    /** The name of the lock; of several names, all of them. */
    NAME("holdfast.name"),
    /** The fencing token; of several names that of the first. */
    TOKEN("holdfast.token");

    private final String key;

    Attribute(String key) {
      this.key = key;
    }

    @Override
    public String asString() {
      return key;
    }
  }
}

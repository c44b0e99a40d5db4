package dev.holdfast.lab.nemesis;

import java.util.List;

/** All kinds of faults. */
public final class Faults {
  private Faults() {}

  /** Every fault that can be made on one Redis server. */
  public static List<Fault> all() {
    return List.of(
        new Fault("calm", "none", "nothing happens", true, Calm::new),
        new Fault(
            "kill-client", "clients", "a client's process is killed", true, KilledClient::new));
  }

  /** The fault of this id. */
  public static Fault named(String id) {
    return all().stream()
        .filter(fault -> fault.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no fault '"
                        + id
                        + "'; there are "
                        + all().stream().map(Fault::id).toList()));
  }
}

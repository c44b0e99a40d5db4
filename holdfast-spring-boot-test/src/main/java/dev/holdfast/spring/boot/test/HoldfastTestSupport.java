package dev.holdfast.spring.boot.test;

import dev.holdfast.Holdfast;
import dev.holdfast.LeaseInfo;
import java.util.List;

/**
 * Loses and frees locks of the application under test; a bean in the context of a test with {@link
 * AutoConfigureHoldfast}. Thread-safe.
 */
public final class HoldfastTestSupport {
  private final Holdfast client;
  private final Losses losses;

  HoldfastTestSupport(Holdfast client, Losses losses) {
    this.client = client;
    this.losses = losses;
  }

  /**
   * Takes the leases of a name away from the application, as a long pause or an operator could.
   * When this returns they are lost ({@code Loss.Kind.BROKEN}): {@code isHeld()} says false, {@code
   * onLost} callbacks have run, and a {@code @Locked} method that had one of them throws {@link
   * dev.holdfast.LeaseLostException} at its end. The name is free.
   *
   * <p>Do not call it in an {@code onLost} callback, which it would wait for.
   *
   * @param name what the method locked, with its expressions evaluated
   * @throws IllegalStateException if the application has no lease of this name; or if callbacks
   *     have not ended after 10 seconds, or the thread is interrupted meanwhile
   */
  public void lose(String name) {
    List<LeaseInfo> leases =
        client.leases().stream().filter(lease -> lease.name().equals(name)).toList();
    if (leases.isEmpty()) {
      throw new IllegalStateException(
          "asked to lose the lease of '"
              + name
              + "', but the application has none; it has leases of "
              + leased()
              + ": call it while the locked method runs");
    }
    losses.cause(leases, () -> client.breakHold(name));
  }

  /**
   * Frees a name that may be taken, by a lease or for the rest of {@code atLeast}: for a test that
   * begins after others in the same context. A lease of it is lost.
   *
   * @return whether it was taken
   */
  public boolean free(String name) {
    return client.breakHold(name);
  }

  /** The names of which the application has leases now, in order, each once. */
  public List<String> leased() {
    return client.leases().stream().map(LeaseInfo::name).distinct().sorted().toList();
  }
}

package dev.holdfast.test;

import dev.holdfast.LeadershipListener;
import dev.holdfast.Lease;
import dev.holdfast.Loss;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes down what a candidate is told, in a list that several may share. */
class Told implements LeadershipListener {
  private final String name;
  private final List<String> events;
  @Nullable Lease lease;

  Told(String name, List<String> events) {
    this.name = name;
    this.events = events;
  }

  @Override
  public void elected(Lease granted) {
    lease = granted;
    events.add(name + " leads");
  }

  @Override
  public void ended(Optional<Loss> loss) {
    events.add(name + loss.map(how -> " lost: " + how.kind()).orElse(" gave up"));
  }
}

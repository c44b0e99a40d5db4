package dev.holdfast.tck.internal.clients;

import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The pushes one client was sent, in the order of their arrival. */
public final class Pushes implements StoreListener {
  private final List<Grant> grants = new CopyOnWriteArrayList<>();
  private final List<String> recalls = new CopyOnWriteArrayList<>();
  private final List<String> breaks = new CopyOnWriteArrayList<>();

  @Override
  public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {
    grants.add(new Grant(name, attempt, standing, sentAt));
  }

  @Override
  public void recalled(String name, String attempt) {
    recalls.add(attempt);
  }

  @Override
  public void broken(String name, String attempt) {
    breaks.add(attempt);
  }

  @Override
  public void changed() {}

  public List<Grant> grants() {
    return grants;
  }

  /** The attempts that were recalled. */
  public List<String> recalls() {
    return recalls;
  }

  /** The attempts whose hold an operator ended. */
  public List<String> breaks() {
    return breaks;
  }

  public record Grant(String name, String attempt, Standing.Holding standing, long sentAt) {}
}

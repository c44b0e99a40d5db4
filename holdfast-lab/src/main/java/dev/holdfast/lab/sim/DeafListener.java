package dev.holdfast.lab.sim;

import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;

/** Hears nothing. */
final class DeafListener implements StoreListener {
  @Override
  public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {}

  @Override
  public void recalled(String name, String attempt) {}

  @Override
  public void broken(String name, String attempt) {}

  @Override
  public void changed() {}
}

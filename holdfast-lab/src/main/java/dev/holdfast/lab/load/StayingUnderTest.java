package dev.holdfast.lab.load;

import dev.holdfast.Holdfast;
import dev.holdfast.LockOptions;
import dev.holdfast.lab.check.Stays;
import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.LockUnderTest;
import dev.holdfast.lab.episode.Way;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/** Mutexes of Holdfast, of which most stay taken for a while from each grant on. */
final class StayingUnderTest implements LockUnderTest {
  private final Holdfast client;
  private final LockOptions options;

  /**
   * @param options those of the client
   */
  StayingUnderTest(Holdfast client, LockOptions options) {
    this.client = client;
    this.options = options;
  }

  @Override
  public Set<Way> ways() {
    return EnumSet.allOf(Way.class);
  }

  @Override
  public Duration stay() {
    return Stays.TIME;
  }

  @Override
  public Grip acquire(String name, Duration wait) throws Exception {
    return acquire(name, wait, Way.BLOCKING);
  }

  @Override
  public Grip acquire(String name, Duration wait, Way way) throws Exception {
    boolean stays = Stays.has(Section.number(name));
    return HoldfastUnderTest.ask(
        client.mutex(name, stays ? options.holdAtLeast(stay()) : options), wait, way);
  }

  @Override
  public void close() {
    client.close();
  }
}

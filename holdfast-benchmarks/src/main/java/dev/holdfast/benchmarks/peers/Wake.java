package dev.holdfast.benchmarks.peers;

import dev.holdfast.benchmarks.contender.Contender;
import dev.holdfast.benchmarks.contender.CountedJedis;
import dev.holdfast.benchmarks.contender.Section;
import dev.holdfast.benchmarks.run.Place;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The parties take fixed turns, and each wakes the next with one message that Redis passes on: what
 * no lock can be faster than that is handed from one client to another by a push. Not a lock: a
 * party that nobody comes before takes no turn.
 */
final class Wake implements Contender {
  /*
   * A party that hears nothing for a while takes its turn unasked, for at the end of a measurement
   * one party stops before the other and would leave it waiting for ever. Turns are numbered, so
   * that this makes no second turn go round.
   */
  private final CountedJedis client;
  private final int threads;
  private final AtomicInteger asked = new AtomicInteger();
  private final ConcurrentHashMap<String, Turns> parties = new ConcurrentHashMap<>();

  Wake(CountedJedis client, int threads) {
    this.client = client;
    this.threads = threads;
  }

  @Override
  public Section section(String name) {
    int party = Place.number() * threads + asked.getAndIncrement() % threads;
    int count = Place.count() * threads;
    return parties.computeIfAbsent(
        name + ':' + party, key -> new Turns(client.client(), name, party, count));
  }

  @Override
  public long commands() {
    return client.sent();
  }

  @Override
  public void close() {
    parties.values().forEach(Turns::close);
    client.close();
  }
}

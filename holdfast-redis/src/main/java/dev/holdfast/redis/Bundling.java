package dev.holdfast.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;

/**
 * Carries parcels to a server; those that only acquire share a script, and so do those that only
 * release. That is one message instead of many, and about half the server's time; each is answered
 * as if it had gone alone. The order does not matter, as calls of one attempt go together only
 * where one takes back the other. On a cluster each goes alone, and so it does once a server has
 * said that names of several slots may not go together. For one thread.
 */
final class Bundling {
  /** More would keep others from the server for long: a name takes it some 10 µs. */
  static final int MOST = 32;

  private final ScriptSender port;
  private boolean apart;
  private final LongSupplier numbers;
  private boolean left;

  /**
   * Over a server.
   *
   * @param apart whether each goes alone
   */
  Bundling(ScriptSender port, boolean apart) {
    this(port, apart, new AtomicLong()::incrementAndGet);
  }

  /**
   * Over a server.
   *
   * @param numbers numbers the shared scripts: on one connection no two alike
   */
  Bundling(ScriptSender port, boolean apart, LongSupplier numbers) {
    this.port = port;
    this.apart = apart;
    this.numbers = numbers;
  }

  void carry(List<Parcel> parcels) {
    try {
      send(bundles(parcels));
    } catch (RuntimeException | Error broken) {
      parcels.forEach(parcel -> parcel.settle(broken)); // else nobody would ever hear of them
    }
  }

  /** Whether a name was taken that was asked for together with others, and so cost two scripts. */
  boolean hasLeftSome() {
    return left;
  }

  /** Whether each goes alone. */
  boolean isApart() {
    return apart;
  }

  private List<Bundle> bundles(List<Parcel> parcels) {
    List<Parcel> releases = new ArrayList<>(parcels.size());
    List<Parcel> acquires = new ArrayList<>(parcels.size());
    List<Parcel> aged = new ArrayList<>(parcels.size()); // at a member of a quorum
    List<Bundle> others = new ArrayList<>();
    for (Parcel parcel : parcels) {
      if (!apart && Bundle.mayRelease(parcel.call())) {
        releases.add(parcel);
      } else if (!apart && Bundle.mayAcquire(parcel.call())) {
        acquires.add(parcel);
      } else if (!apart && Bundle.mayAcquireAged(parcel.call())) {
        aged.add(parcel);
      } else {
        others.add(Bundle.alone(parcel));
      }
    }
    List<Bundle> bundles = new ArrayList<>();
    // What is released may be what is asked for.
    bundle(releases, Bundle::releases, bundles);
    bundle(acquires, Bundle::acquires, bundles);
    bundle(aged, Bundle::agedAcquires, bundles);
    bundles.addAll(others);
    return bundles;
  }

  private void bundle(
      List<Parcel> parcels,
      BiFunction<List<Parcel>, byte[], Bundle> together,
      List<Bundle> bundles) {
    for (List<Parcel> group : SlotGroups.ofNeighbours(parcels, MOST).groups()) {
      bundles.add(
          group.size() == 1
              ? Bundle.alone(group.get(0))
              : together.apply(group, Bytes.of(numbers.getAsLong())));
    }
  }

  private void send(List<Bundle> bundles) {
    CompletionStage<List<Object>> unused =
        Scripts.runEach(port, bundles.stream().map(Bundle::call).toList())
            .whenComplete(
                (replies, error) -> {
                  if (error == null) {
                    open(bundles, replies);
                  } else {
                    bundles.forEach(bundle -> bundle.fail(cause(error)));
                  }
                });
  }

  private void open(List<Bundle> bundles, List<Object> replies) {
    List<Bundle> again = new ArrayList<>();
    for (int i = 0; i < bundles.size(); i++) {
      try {
        apart |= SlotRule.isCrossSlot(replies.get(i));
        bundles.get(i).open(replies.get(i)).forEach(parcel -> again.add(Bundle.alone(parcel)));
      } catch (RuntimeException | Error malformed) {
        bundles.get(i).fail(malformed);
      }
    }
    if (!again.isEmpty()) {
      left = true;
      try {
        send(again);
      } catch (RuntimeException | Error broken) {
        again.forEach(bundle -> bundle.fail(broken)); // else nobody would ever hear of them
      }
    }
  }

  private static Throwable cause(Throwable error) {
    return error instanceof CompletionException && error.getCause() != null
        ? error.getCause()
        : error;
  }
}

package dev.holdfast.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Carries errands to a member of a quorum; those that only acquire share a script, and so do those
 * that only release. That is one message instead of many, and about half the server's time; each is
 * answered as if it had gone alone. The order does not matter, as calls of one attempt go together
 * only where one takes back the other. On a cluster each goes alone. For one thread.
 */
final class Together {
  /** More would keep others from the server for long: a name takes it some 10 µs. */
  static final int MOST = 32;

  private final RedisPort port;
  private long lastNumber;

  Together(RedisPort port) {
    this.port = port;
  }

  void carry(List<Errand> errands) {
    List<Load> loads = new ArrayList<>();
    List<Errand> rest = new ArrayList<>(errands);
    if (!port.isSharded()) {
      // What is released may be what is asked for.
      load(take(rest, Load::mayRelease), group -> Load.releases(group, number()), loads);
      load(take(rest, Load::mayAcquire), group -> Load.acquires(group, number()), loads);
    }
    rest.forEach(errand -> loads.add(Load.alone(errand)));
    send(loads);
  }

  private static List<Errand> take(List<Errand> from, Predicate<ScriptCall> which) {
    List<Errand> taken = from.stream().filter(errand -> which.test(errand.call())).toList();
    from.removeIf(errand -> which.test(errand.call()));
    return taken;
  }

  private static void load(
      List<Errand> errands, Function<List<Errand>, Load> together, List<Load> loads) {
    for (List<Errand> group : SlotGroups.ofNeighbours(errands, MOST).groups()) {
      loads.add(group.size() == 1 ? Load.alone(group.get(0)) : together.apply(group));
    }
  }

  private byte[] number() {
    return Bytes.of(++lastNumber);
  }

  private void send(List<Load> loads) {
    CompletionStage<List<Object>> unused =
        Scripts.runEach(port, loads.stream().map(Load::call).toList())
            .whenComplete(
                (replies, error) -> {
                  if (error == null) {
                    unload(loads, replies);
                  } else {
                    loads.forEach(load -> load.fail(cause(error)));
                  }
                });
  }

  private void unload(List<Load> loads, List<Object> replies) {
    List<Load> again = new ArrayList<>();
    for (int i = 0; i < loads.size(); i++) {
      try {
        loads.get(i).unload(replies.get(i)).forEach(errand -> again.add(Load.alone(errand)));
      } catch (RuntimeException malformed) {
        loads.get(i).fail(malformed);
      }
    }
    if (!again.isEmpty()) {
      send(again);
    }
  }

  private static Throwable cause(Throwable error) {
    return error instanceof CompletionException && error.getCause() != null
        ? error.getCause()
        : error;
  }
}

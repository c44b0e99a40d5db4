package dev.holdfast.etcd;

import dev.holdfast.consensus.AttemptNode;
import dev.holdfast.consensus.NameSnapshot;
import io.etcd.jetcd.ByteSequence;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Which of a session's keys below a name its attempts have. Thread-safe. */
final class AttemptKeys {
  /*
   * The same few keys are used again and again. With a key for each attempt, a look at a name would
   * take longer with every attempt that there ever was: until its history is compacted, etcd walks
   * over keys that are gone, too.
   *
   * An attempt has its slot from before anything is sent that makes its key, until it is certain that
   * the key is gone and that nothing under way can make it. That the key is gone shows in a look at
   * the name, once its making was answered. Where an answer is missing, a refusal alone is certain.
   */
  private final long lease;
  private final Map<String, Map<String, Slot>> byName = new ConcurrentHashMap<>();

  AttemptKeys(long lease) {
    this.lease = lease;
  }

  /** The slot of an attempt for which something is about to be sent; the first that is free. */
  Slot take(String name, String attempt, ByteSequence value) {
    Map<String, Slot> slots =
        change(
            name,
            all -> {
              Slot own = all.get(attempt);
              Slot sent =
                  own == null
                      ? new Slot(firstFree(all), value, 1, 0)
                      : new Slot(own.number, value, own.unsure + 1, own.madeAt);
              all.put(attempt, sent);
              return all;
            });
    return Objects.requireNonNull(slots.get(attempt), "just taken");
  }

  private static int firstFree(Map<String, Slot> slots) {
    int number = 0;
    while (holds(slots, number)) {
      number++;
    }
    return number;
  }

  private static boolean holds(Map<String, Slot> slots, int number) {
    return slots.values().stream().anyMatch(slot -> slot.number == number);
  }

  /**
   * What was sent has made the attempt's key at this revision, or will not make it if that is 0.
   */
  void answered(String name, String attempt, long revision) {
    change(
        name,
        all -> {
          Slot own = all.get(attempt);
          if (own != null) {
            Slot now =
                new Slot(own.number, own.value, own.unsure - 1, Math.max(own.madeAt, revision));
            if (now.unsure == 0 && now.madeAt == 0) {
              all.remove(attempt);
            } else {
              all.put(attempt, now);
            }
          }
          return all;
        });
  }

  /** The slot of an attempt whose key may be there, or be made yet. */
  @Nullable Slot of(String name, String attempt) {
    return byName.getOrDefault(name, Map.of()).get(attempt);
  }

  /** The attempt's key is gone, and is not made any more. */
  void refused(String name, String attempt) {
    change(
        name,
        all -> {
          all.remove(attempt);
          return all;
        });
  }

  /** Takes in which keys there are at a revision. */
  void saw(String name, NameSnapshot snapshot, long revision) {
    boolean anyOwn =
        snapshot.children().stream().anyMatch(child -> Keys.leaseOf(child.node()) == lease);
    if (!anyOwn && !byName.containsKey(name)) {
      return;
    }
    change(
        name,
        all -> {
          all.entrySet()
              .removeIf(
                  slot ->
                      slot.getValue().isGone(revision) && snapshot.child(slot.getKey()) == null);
          for (AttemptNode child : snapshot.children()) {
            if (Keys.leaseOf(child.node()) == lease) {
              all.putIfAbsent(
                  child.attempt(),
                  new Slot(Keys.slotOf(child.node()), ByteSequence.EMPTY, 0, child.order()));
            }
          }
          return all;
        });
  }

  private Map<String, Slot> change(String name, UnaryOperator<Map<String, Slot>> how) {
    Map<String, Slot> now =
        byName.compute(
            name,
            (key, known) -> {
              Map<String, Slot> next =
                  how.apply(known == null ? new HashMap<>() : new HashMap<>(known));
              return next.isEmpty() ? null : Map.copyOf(next);
            });
    return now == null ? Map.of() : now;
  }

  /**
   * What an attempt has.
   *
   * @param number which of the session's keys
   * @param value what the key says of the attempt, and of no other
   * @param unsure how many requests that could make the key are unanswered
   * @param madeAt the revision that made the key, 0 if none is known to have done so
   */
  record Slot(int number, ByteSequence value, int unsure, long madeAt) {
    private boolean isGone(long revision) {
      return unsure == 0 && madeAt > 0 && madeAt <= revision;
    }
  }
}

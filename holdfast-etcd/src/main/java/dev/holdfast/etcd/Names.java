package dev.holdfast.etcd;

import dev.holdfast.consensus.AttemptNode;
import dev.holdfast.consensus.Encoded;
import dev.holdfast.consensus.NameSnapshot;
import dev.holdfast.consensus.Register;
import dev.holdfast.consensus.Register.Hold;
import dev.holdfast.consensus.StampFloor;
import dev.holdfast.spi.AcquireRequest;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.GetOption;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What the keys of names say. Thread-safe. */
final class Names {
  private static final GetOption ALL = GetOption.builder().isPrefix(true).build();

  private final Keys keys;
  private final WallTicker clock;

  Names(Keys keys, WallTicker clock) {
    this.keys = keys;
    this.clock = clock;
  }

  long nowMicros() {
    return clock.micros();
  }

  /** What reads all of a name; its answers are for {@link #snapshot}. */
  Op[] look(String name) {
    return new Op[] {
      Op.get(Keys.bytes(keys.register(name)), ALL), Op.get(keys.floor(), GetOption.DEFAULT)
    };
  }

  /** What was read by {@link #look}, the last two answers of a transaction, at this revision. */
  NameSnapshot snapshot(String name, List<GetResponse> answers, long revision) {
    GetResponse all = answers.get(answers.size() - 2);
    List<KeyValue> floor = answers.get(answers.size() - 1).getKvs();
    return snapshot(
        keys.register(name),
        all.getKvs(),
        floor.isEmpty() ? 0 : StampFloor.decode(floor.get(0).getValue().getBytes()),
        revision);
  }

  /** Of a name whose register was not there, its version is 0. */
  private NameSnapshot snapshot(String prefix, List<KeyValue> all, long floor, long revision) {
    Register register = Register.fresh(floor);
    long version = 0;
    List<AttemptNode> children = new ArrayList<>(all.size());
    Set<String> kept = new HashSet<>();
    for (KeyValue one : all) {
      String node = Keys.text(one.getKey()).substring(prefix.length());
      if (node.isEmpty()) {
        register = Register.decode(one.getValue().getBytes());
        version = one.getModRevision();
        continue;
      }
      String keptFor = Keys.keptFor(node);
      if (keptFor != null) {
        kept.add(keptFor);
        continue;
      }
      AttemptNode child = child(node, one);
      if (child != null) {
        children.add(child);
      }
    }
    children.sort(AttemptNode.BY_ORDER);
    long now = clock.micros();
    return new NameSnapshot(keeping(register, kept, now), version, children, now, revision);
  }

  /** A kept hold lasts as long as its key; the time in the register is for people to look at. */
  private static Register keeping(Register register, Set<String> kept, long nowMicros) {
    if (!register.keepsAny()) {
      return register;
    }
    long soon = TimeUnit.MICROSECONDS.toMillis(nowMicros) + 1;
    List<Hold> holds = new ArrayList<>();
    for (Hold hold : register.holds()) {
      if (!hold.isKept()) {
        holds.add(hold);
      } else if (kept.contains(hold.attempt())) {
        long until = Math.max(hold.keptUntil(), soon);
        holds.add(new Hold(hold.attempt(), hold.mode(), hold.permits(), hold.stamp(), until));
      }
    }
    return new Register(register.lastStamp(), register.size(), register.seen(), holds);
  }

  /** What an attempt's key says. */
  static ByteSequence value(AcquireRequest request) {
    return ByteSequence.from(AttemptNode.prefix(request), StandardCharsets.US_ASCII);
  }

  /** The node that a request makes. */
  static AttemptNode made(AcquireRequest request, String node, long revision) {
    return new AttemptNode(
        node, request.attempt(), request.mode(), request.permits(), request.size(), revision);
  }

  private static @Nullable AttemptNode child(String key, KeyValue one) {
    String node = Keys.node(key, one.getCreateRevision());
    if (Keys.leaseOf(node) == 0) {
      return null;
    }
    String value = one.getValue().toString(StandardCharsets.US_ASCII);
    AttemptNode parsed = AttemptNode.parse(value, one.getCreateRevision());
    return parsed == null
        ? null
        : new AttemptNode(
            node, parsed.attempt(), parsed.mode(), parsed.permits(), parsed.size(), parsed.order());
  }

  /**
   * Which names of all that were read are held or waited for; and those whose data no lock has
   * written: a look at one of them tells why.
   */
  List<String> inUse(List<KeyValue> all, int limit) {
    Map<String, List<KeyValue>> byName = new LinkedHashMap<>();
    int from = keys.names().length();
    for (KeyValue one : all) {
      String key = Keys.text(one.getKey());
      int end = key.indexOf('/', from);
      if (end > from) {
        byName.computeIfAbsent(key.substring(from, end), name -> new ArrayList<>()).add(one);
      }
    }
    List<String> used = new ArrayList<>();
    for (Map.Entry<String, List<KeyValue>> name : byName.entrySet()) {
      String prefix = keys.names() + name.getKey() + "/";
      if (used.size() < limit && isUsedOrForeign(prefix, name.getValue())) {
        Encoded.decoded(name.getKey()).ifPresent(used::add);
      }
    }
    return used;
  }

  private boolean isUsedOrForeign(String prefix, List<KeyValue> all) {
    try {
      return snapshot(prefix, all, 0, 0).isUsed();
    } catch (IllegalArgumentException foreign) {
      return true;
    }
  }
}

package dev.holdfast.etcd;

import dev.holdfast.consensus.Register;
import dev.holdfast.consensus.SessionTicker;
import dev.holdfast.consensus.StampFloor;
import dev.holdfast.consensus.Stamps;
import dev.holdfast.consensus.Throttle;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.OptionsUtil;
import io.etcd.jetcd.options.PutOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Takes away the registers of names that were not used for a while, some at a time, beside what the
 * client does anyway. The newest of their stamps stays as the floor, so that the stamps of a name
 * that comes back are above those it had. Thread-safe.
 */
final class NameCleanup {
  /*
   * etcd tells no times, but it numbers all writes. Once in ten minutes the number of the newest is
   * noted; what was not written since it was noted the time before has been unused for that long.
   */
  private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(10);
  private static final int PAGE = 1000;
  private static final int MOST_AT_ONCE = 50;

  private final EtcdCoordination service;
  private final Keys keys;
  private final WallTicker clock;
  private final Throttle turns;
  private final AtomicLong noted = new AtomicLong();

  NameCleanup(EtcdCoordination service, Keys keys, SessionTicker ticker, WallTicker clock) {
    this.service = service;
    this.keys = keys;
    this.clock = clock;
    this.turns = new Throttle(ticker, PAUSE_NANOS, 0);
  }

  /** Looks at the registers if it is time. */
  void now() {
    if (turns.isDue()) {
      CompletableFuture<Integer> unused =
          service
              .ask(client -> client.getKVClient().get(keys.floor()))
              .thenCompose(
                  floor -> {
                    long unusedSince = noted.getAndSet(floor.getHeader().getRevision());
                    return unusedSince == 0
                        ? CompletableFuture.completedFuture(0)
                        : forget(unusedSince);
                  });
    }
  }

  /** Forgets what was not written after this revision; how many names that were. */
  CompletableFuture<Integer> forget(long revision) {
    return all(keys.names(), new ArrayList<>())
        .thenCompose(
            all -> {
              List<KeyValue> registers = unused(all, revision);
              return forget(registers, leastStamp(registers), 0, 0);
            });
  }

  private List<KeyValue> unused(List<KeyValue> all, long revision) {
    Set<String> used = new HashSet<>();
    List<KeyValue> registers = new ArrayList<>();
    for (KeyValue one : all) {
      String key = Keys.text(one.getKey());
      if (!key.endsWith("/")) {
        used.add(key.substring(0, key.lastIndexOf('/') + 1));
      } else if (one.getModRevision() <= revision) {
        registers.add(one);
      }
    }
    // What no lock has written is another program's, and no reason to keep the others.
    registers.removeIf(
        one ->
            used.contains(Keys.text(one.getKey()))
                || Register.decoded(one.getValue().getBytes()).isEmpty());
    return registers;
  }

  private CompletableFuture<Integer> forget(
      List<KeyValue> registers, long leastStamp, int from, int done) {
    if (from >= registers.size()) {
      return CompletableFuture.completedFuture(done);
    }
    List<KeyValue> some = registers.subList(from, Math.min(registers.size(), from + MOST_AT_ONCE));
    return service
        .ask(client -> client.getKVClient().get(keys.floor()))
        .thenCompose(floor -> forgetSome(some, floor, leastStamp))
        .thenCompose(gone -> forget(registers, leastStamp, from + some.size(), done + gone));
  }

  private static long leastStamp(List<KeyValue> registers) {
    return registers.stream().mapToLong(NameCleanup::lastStamp).min().orElse(0);
  }

  private static long lastStamp(KeyValue register) {
    return Register.decode(register.getValue().getBytes()).lastStamp();
  }

  /** Those of these that may be forgotten, unless one was used just now: then none. */
  private CompletableFuture<Integer> forgetSome(
      List<KeyValue> registers, GetResponse found, long leastStamp) {
    long floor = floor(found);
    long least = floor > 0 ? floor : leastStamp;
    List<KeyValue> some = new ArrayList<>(registers);
    some.removeIf(one -> !Stamps.mayBeFloor(lastStamp(one), least, clock.micros()));
    return some.isEmpty()
        ? CompletableFuture.completedFuture(0)
        : forget(some, found).thenApply(gone -> gone ? some.size() : 0);
  }

  private static long floor(GetResponse found) {
    return found.getKvs().isEmpty()
        ? 0
        : StampFloor.decode(found.getKvs().get(0).getValue().getBytes());
  }

  private CompletableFuture<Boolean> forget(List<KeyValue> registers, GetResponse found) {
    KeyValue old = found.getKvs().isEmpty() ? null : found.getKvs().get(0);
    long floor = floor(found);
    List<Cmp> ifs = new ArrayList<>();
    List<Op> then = new ArrayList<>();
    long version = old == null ? 0 : old.getModRevision();
    ifs.add(new Cmp(keys.floor(), Cmp.Op.EQUAL, CmpTarget.modRevision(version)));
    for (KeyValue one : registers) {
      floor = Math.max(floor, lastStamp(one));
      CmpTarget<?> seen = CmpTarget.modRevision(one.getModRevision());
      ifs.add(new Cmp(one.getKey(), Cmp.Op.EQUAL, seen));
      then.add(Op.delete(one.getKey(), DeleteOption.DEFAULT));
    }
    then.add(Op.put(keys.floor(), ByteSequence.from(StampFloor.encode(floor)), PutOption.DEFAULT));
    return service
        .ask(
            client ->
                client
                    .getKVClient()
                    .txn()
                    .If(ifs.toArray(Cmp[]::new))
                    .Then(then.toArray(Op[]::new))
                    .commit())
        .thenApply(answer -> answer.isSucceeded());
  }

  /** Lowers a floor from which no name could go on; whether it was one. */
  CompletableFuture<Boolean> mendFloor() {
    return service
        .ask(client -> client.getKVClient().get(keys.floor()))
        .thenCompose(
            found -> {
              long floor = floor(found);
              if (Stamps.mayFollow(floor)) {
                return CompletableFuture.completedFuture(false);
              }
              long version = found.getKvs().get(0).getModRevision();
              Cmp same = new Cmp(keys.floor(), Cmp.Op.EQUAL, CmpTarget.modRevision(version));
              byte[] mended = StampFloor.encode(Stamps.mended(floor, clock.micros()));
              Op put = Op.put(keys.floor(), ByteSequence.from(mended), PutOption.DEFAULT);
              return service
                  .ask(client -> client.getKVClient().txn().If(same).Then(put).commit())
                  .thenApply(answer -> answer.isSucceeded());
            });
  }

  /** All keys of all names, a page after the other. */
  CompletableFuture<List<KeyValue>> all(String from, List<KeyValue> found) {
    ByteSequence end = OptionsUtil.prefixEndOf(Keys.bytes(keys.names()));
    GetOption page = GetOption.builder().withRange(end).withLimit(PAGE).build();
    return service
        .ask(client -> client.getKVClient().get(Keys.bytes(from), page))
        .thenCompose(
            answer -> {
              found.addAll(answer.getKvs());
              if (!answer.isMore()) {
                return CompletableFuture.completedFuture(found);
              }
              String last = Keys.text(found.get(found.size() - 1).getKey());
              return all(last + "\0", found);
            });
  }
}

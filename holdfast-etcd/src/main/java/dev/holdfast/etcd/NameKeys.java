package dev.holdfast.etcd;

import dev.holdfast.consensus.AttemptNode;
import dev.holdfast.consensus.CoordinationSession.Left;
import dev.holdfast.consensus.CoordinationSession.Written;
import dev.holdfast.consensus.Decision;
import dev.holdfast.consensus.Decision.Kept;
import dev.holdfast.consensus.NameSnapshot;
import dev.holdfast.consensus.StageErrors;
import dev.holdfast.etcd.AttemptKeys.Slot;
import dev.holdfast.spi.AcquireRequest;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.PutOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The keys of names, as a session looks at them and writes them. Thread-safe. */
final class NameKeys {
  /*
   * Whatever makes an attempt's key asks in the same transaction that it was not there, and that its
   * attempt was not refused. Calls of one client overtake one another on their way to etcd, unlike
   * ZooKeeper's; so a release that cannot know whether something is still under way leaves a refusal,
   * which lives as long as the lease does that whatever comes later would need.
   *
   * An attempt's key may be another attempt's later. So whatever takes one away asks in the same
   * transaction that it is still the one which was made at that revision; or that it says whose it
   * is, where the revision is not known.
   */
  private static final Cmp[] NOTHING = {};
  private static final Op[] NONE = {};
  private static final int MOST_AT_ONCE = 100;

  private final EtcdCoordination service;
  private final Keys keys;
  private final Names names;
  private final long lease;
  private final Transactions transactions;
  private final PutOption leased;
  private final AttemptKeys slots;
  private final Stays stays;

  NameKeys(
      EtcdCoordination service, Keys keys, Names names, long lease, Transactions transactions) {
    this.service = service;
    this.keys = keys;
    this.names = names;
    this.lease = lease;
    this.transactions = transactions;
    leased = PutOption.builder().withLeaseId(lease).build();
    slots = new AttemptKeys(lease);
    stays = new Stays(service);
  }

  private CompletableFuture<TxnResponse> txn(Cmp[] ifs, List<Op> then, Op[] otherwise) {
    return transactions.ask(ifs, then, otherwise);
  }

  private NameSnapshot snapshot(String name, TxnResponse answer) {
    long revision = answer.getHeader().getRevision();
    NameSnapshot snapshot = names.snapshot(name, answer.getGetResponses(), revision);
    slots.saw(name, snapshot, revision);
    return snapshot;
  }

  CompletableFuture<NameSnapshot> read(String name) {
    return txn(NOTHING, List.of(names.look(name)), NONE)
        .thenApply(answer -> snapshot(name, answer));
  }

  CompletableFuture<Written> write(String name, NameSnapshot seen, Decision<?> change) {
    List<AttemptNode> ends = change.ends();
    if (ends.size() > MOST_AT_ONCE) {
      // One transaction has room for some hundred; what is to end may end before the others.
      List<AttemptNode> some = ends.subList(0, MOST_AT_ONCE);
      List<Op> then = some.stream().map(end -> deleteIfThere(name, end.node())).toList();
      return txn(NOTHING, then, NONE)
          .thenApply(
              answer -> {
                tell(name, some);
                return Written.conflict(null);
              });
    }
    Kept kept = change.kept();
    return kept == null
        ? write(name, seen, change, 0)
        : stays
            .grant(kept, ends.isEmpty())
            .thenCompose(staying -> write(name, seen, change, staying));
  }

  /**
   * The same.
   *
   * @param staying the etcd lease of what is kept, if anything is
   */
  private CompletableFuture<Written> write(
      String name, NameSnapshot seen, Decision<?> change, long staying) {
    List<Cmp> ifs = new ArrayList<>();
    List<Op> then = new ArrayList<>();
    ByteSequence register = Keys.bytes(keys.register(name));
    if (change.next() != null) {
      ifs.add(new Cmp(register, Cmp.Op.EQUAL, CmpTarget.modRevision(seen.version())));
      if (seen.version() == 0) {
        // The name must not have been used and forgotten since the look.
        ifs.add(new Cmp(keys.floor(), Cmp.Op.LESS, CmpTarget.modRevision(seen.guard() + 1)));
      }
      then.add(Op.put(register, ByteSequence.from(change.next().encode()), PutOption.DEFAULT));
    }
    AcquireRequest makes = change.makes();
    Slot slot = makes == null ? null : make(makes, ifs, then);
    for (AttemptNode end : change.ends()) {
      ifs.add(isThere(name, end.node()));
      then.add(delete(keys.attempt(name, end.node())));
    }
    Kept kept = change.kept();
    if (kept != null) {
      PutOption with = PutOption.builder().withLeaseId(staying).build();
      then.add(Op.put(keys.kept(name, kept.attempt()), ByteSequence.EMPTY, with));
    }
    return txn(ifs.toArray(Cmp[]::new), then, names.look(name))
        .thenApply(
            answer -> {
              long revision = answer.getHeader().getRevision();
              AttemptNode made =
                  makes == null || slot == null ? null : made(makes, slot, answer, revision);
              List<String> ended = change.ends().stream().map(AttemptNode::attempt).toList();
              stays.answered(answer.isSucceeded(), kept, staying, ended);
              if (!answer.isSucceeded()) {
                return Written.conflict(snapshot(name, answer));
              }
              tell(name, change.ends());
              return new Written(
                  true, made, change.next() == null ? seen.version() : revision, null);
            });
  }

  private Slot make(AcquireRequest request, List<Cmp> ifs, List<Op> then) {
    ByteSequence value = Names.value(request);
    Slot slot = slots.take(request.name(), request.attempt(), value);
    ByteSequence key = keys.attempt(request.name(), slot.number(), lease);
    ifs.add(new Cmp(key, Cmp.Op.EQUAL, CmpTarget.createRevision(0)));
    ifs.add(
        new Cmp(keys.refused(request.attempt(), lease), Cmp.Op.EQUAL, CmpTarget.createRevision(0)));
    then.add(Op.put(key, value, leased));
    return slot;
  }

  /** The node that was made, if it was. */
  private @Nullable AttemptNode made(
      AcquireRequest request, Slot slot, TxnResponse answer, long revision) {
    slots.answered(request.name(), request.attempt(), answer.isSucceeded() ? revision : 0);
    return answer.isSucceeded()
        ? Names.made(request, Keys.node(slot.number(), lease, revision), revision)
        : null;
  }

  private Cmp isThere(String name, String node) {
    return new Cmp(
        keys.attempt(name, node), Cmp.Op.EQUAL, CmpTarget.createRevision(Keys.revisionOf(node)));
  }

  private Op deleteIfThere(String name, String node) {
    return Op.txn(
        new Cmp[] {isThere(name, node)}, new Op[] {delete(keys.attempt(name, node))}, NONE);
  }

  private static Op delete(ByteSequence key) {
    return Op.delete(key, DeleteOption.DEFAULT);
  }

  CompletableFuture<Written> queue(AcquireRequest request) {
    String name = request.name();
    List<Cmp> ifs = new ArrayList<>();
    List<Op> then = new ArrayList<>();
    Slot slot = make(request, ifs, then);
    then.addAll(List.of(names.look(name)));
    return txn(ifs.toArray(Cmp[]::new), then, names.look(name))
        .thenApply(
            answer -> {
              slots.answered(
                  name,
                  request.attempt(),
                  answer.isSucceeded() ? answer.getHeader().getRevision() : 0);
              NameSnapshot snapshot = snapshot(name, answer);
              AttemptNode own = snapshot.child(request.attempt());
              if (own != null) {
                return new Written(true, own, snapshot.version(), snapshot);
              }
              if (isTaken(slot, snapshot)) {
                return Written.conflict(snapshot);
              }
              throw StageErrors.of(
                  new IllegalStateException("the attempt was refused before it came"));
            });
  }

  /** Whether another attempt has the key; the next try finds another one. */
  private boolean isTaken(Slot slot, NameSnapshot snapshot) {
    return snapshot.children().stream()
        .map(AttemptNode::node)
        .anyMatch(node -> Keys.leaseOf(node) == lease && Keys.slotOf(node) == slot.number());
  }

  CompletableFuture<Boolean> refuse(String name, String attempt) {
    Op refusal = Op.put(keys.refused(attempt, lease), ByteSequence.EMPTY, leased);
    Slot slot = slots.of(name, attempt);
    CompletableFuture<TxnResponse> asked;
    if (slot == null) {
      asked = txn(NOTHING, List.of(refusal), NONE);
    } else {
      ByteSequence key = keys.attempt(name, slot.number(), lease);
      Cmp isOwn = new Cmp(key, Cmp.Op.EQUAL, CmpTarget.value(slot.value()));
      asked = txn(new Cmp[] {isOwn}, List.of(refusal, delete(key)), new Op[] {refusal});
    }
    return asked
        .thenApply(
            answer -> {
              slots.refused(name, attempt);
              return slot != null && answer.isSucceeded();
            })
        .exceptionally(
            error -> {
              if (Failures.saysLeaseIsGone(error)) {
                return false;
              }
              throw StageErrors.of(error);
            });
  }

  CompletableFuture<Boolean> delete(String name, String node) {
    return txn(new Cmp[] {isThere(name, node)}, List.of(delete(keys.attempt(name, node))), NONE)
        .thenApply(TxnResponse::isSucceeded);
  }

  CompletableFuture<Left> leave(String name, String node) {
    Op[] look = names.look(name);
    List<Op> then = List.of(delete(keys.attempt(name, node)), look[0], look[1]);
    return txn(new Cmp[] {isThere(name, node)}, then, look)
        .thenApply(
            answer -> {
              NameSnapshot left = snapshot(name, answer);
              boolean isFree = left.children().isEmpty() && !left.isUsed();
              return new Left(answer.isSucceeded(), isFree ? left : null);
            });
  }

  /** Those of others are told; our own know what was asked of us. */
  private void tell(String name, List<AttemptNode> ends) {
    wake(name, ends.stream().filter(end -> Keys.leaseOf(end.node()) != lease).toList());
  }

  void wake(String name, List<AttemptNode> children) {
    for (AttemptNode child : children) {
      SessionInbox.write(
          service, keys, Keys.leaseOf(child.node()), keys.letter(name, child.node()));
    }
  }

  /** Asks etcd for a transaction: what to compare, what to do then, and what otherwise. */
  interface Transactions {
    CompletableFuture<TxnResponse> ask(Cmp[] ifs, List<Op> then, Op[] otherwise);
  }
}

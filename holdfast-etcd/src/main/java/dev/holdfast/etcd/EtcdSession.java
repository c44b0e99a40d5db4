package dev.holdfast.etcd;

import dev.holdfast.consensus.Change;
import dev.holdfast.consensus.Child;
import dev.holdfast.consensus.Rethrow;
import dev.holdfast.consensus.ServiceSession;
import dev.holdfast.consensus.Sight;
import dev.holdfast.spi.AcquireRequest;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Response;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.PutOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One lease of a client, and what is asked of etcd while it lives. Thread-safe. */
final class EtcdSession implements ServiceSession {
  /*
   * Whatever makes a node asks in the same transaction that it was not there, and that its attempt was
   * not refused. Calls of one client overtake one another on their way to etcd, unlike ZooKeeper's; so
   * a release that cannot know whether something is still under way leaves a refusal, which lives as
   * long as the lease does that whatever comes later would need.
   */
  private static final Cmp[] NOTHING = {};
  private static final Op[] NONE = {};
  private static final int MOST_AT_ONCE = 100;
  private static final int TRIES = 6;

  private final EtcdService service;
  private final Keys keys;
  private final Names names;
  private final Forgetting forgetting;
  private final Certainty certainty;
  private final LetterBox letterBox;
  private final Clients clients;
  private final long lease;
  private final long ttlSeconds;
  private final PutOption leased;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicBoolean closed = new AtomicBoolean();

  EtcdSession(
      EtcdService service,
      Clients clients,
      Keys keys,
      Names names,
      Forgetting forgetting,
      long lease,
      long ttlSeconds,
      Certainty certainty) {
    this.service = service;
    this.clients = clients;
    this.keys = keys;
    this.names = names;
    this.forgetting = forgetting;
    this.lease = lease;
    this.ttlSeconds = ttlSeconds;
    this.certainty = certainty;
    leased = PutOption.builder().withLeaseId(lease).build();
    letterBox = new LetterBox(keys.letterBox(lease), this::end, service::changed);
  }

  CompletableFuture<EtcdSession> open() {
    return txn(NOTHING, List.of(Op.put(keys.letterBox(lease), ByteSequence.EMPTY, leased)), NONE)
        .thenApply(
            made -> {
              letterBox.open(clients, made.getHeader().getRevision() + 1);
              keepAliveSoon();
              return this;
            });
  }

  private void keepAliveSoon() {
    CompletableFuture<Void> unused =
        new CompletableFuture<Void>()
            .completeOnTimeout(null, certainty.wholeMillis() / 3, TimeUnit.MILLISECONDS)
            .thenCompose(
                now -> {
                  if (hasEnded() || closed.get()) {
                    return CompletableFuture.completedFuture(null);
                  }
                  return alive()
                      .handle(
                          (done, error) -> {
                            keepAliveSoon();
                            return null;
                          });
                });
  }

  private void end(String why) {
    if (!closed.get() && ended.compareAndSet(false, true)) {
      service.ended(this, "its etcd lease ended: " + why);
    }
  }

  /** Gives the lease up, with all of its keys; whether etcd has said so. */
  CompletableFuture<Boolean> close() {
    if (!closed.compareAndSet(false, true)) {
      return CompletableFuture.completedFuture(true);
    }
    letterBox.close();
    return service
        .ask(client -> client.getLeaseClient().revoke(lease))
        .handle((done, error) -> error == null);
  }

  @Override
  public boolean hasEnded() {
    return ended.get();
  }

  @Override
  public long timeoutMillis() {
    return TimeUnit.SECONDS.toMillis(ttlSeconds);
  }

  @Override
  public long remainingMillis(long sinceNanos) {
    return hasEnded() ? 0 : certainty.remainingMillis(sinceNanos);
  }

  @Override
  public CompletableFuture<Boolean> alive() {
    return alive(1);
  }

  private CompletableFuture<Boolean> alive(int round) {
    ByteSequence own = keys.letterBox(lease);
    return linear(service.ask(client -> client.getKVClient().get(own)))
        .thenCompose(
            found -> {
              if (found.getKvs().isEmpty()) {
                end("somebody gave it up, or its time was over");
                return CompletableFuture.failedFuture(
                    new IllegalStateException("requested lease not found"));
              }
              return keepAlive(round);
            });
  }

  private CompletableFuture<Boolean> keepAlive(int round) {
    Map<Long, Long> before = certainty.before();
    return watchingForItsEnd(service.ask(client -> client.getLeaseClient().keepAliveOnce(lease)))
        .thenCompose(
            kept ->
                certainty.kept(kept.getHeader().getMemberId(), before) || round >= TRIES
                    ? CompletableFuture.completedFuture(true)
                    // A client that speaks with several members has to find one twice.
                    : alive(round + 1));
  }

  @Override
  public long nowMicros() {
    return names.nowMicros();
  }

  @Override
  public CompletableFuture<Boolean> tellTime() {
    return CompletableFuture.completedFuture(true);
  }

  @Override
  public void spareMoment() {
    forgetting.now();
  }

  /** A write, or a read that must be current: either takes a majority. */
  private <T extends Response> CompletableFuture<T> linear(CompletableFuture<T> asked) {
    long sentAt = certainty.nanos();
    return watchingForItsEnd(asked)
        .thenApply(
            answer -> {
              certainty.answered(answer.getHeader().getMemberId(), sentAt);
              return answer;
            });
  }

  private <T> CompletableFuture<T> watchingForItsEnd(CompletableFuture<T> asked) {
    return asked.whenComplete(
        (answer, error) -> {
          if (error != null && Failures.saysLeaseIsGone(error)) {
            end("etcd knows it no more");
          }
        });
  }

  private CompletableFuture<TxnResponse> txn(Cmp[] ifs, List<Op> then, Op[] otherwise) {
    return linear(
        service.ask(
            client ->
                client
                    .getKVClient()
                    .txn()
                    .If(ifs)
                    .Then(then.toArray(Op[]::new))
                    .Else(otherwise)
                    .commit()));
  }

  private Sight sight(String name, TxnResponse answer) {
    return names.sight(name, answer.getGetResponses(), answer.getHeader().getRevision());
  }

  @Override
  public CompletableFuture<Sight> read(String name, boolean fresh) {
    return txn(NOTHING, List.of(names.look(name)), NONE).thenApply(answer -> sight(name, answer));
  }

  @Override
  public CompletableFuture<Written> write(String name, Sight seen, Change<?> change) {
    List<Child> ends = change.ends();
    if (ends.size() > MOST_AT_ONCE) {
      // One transaction has room for some hundred; what is to end may end before the others.
      List<Child> some = ends.subList(0, MOST_AT_ONCE);
      List<Op> then = some.stream().map(end -> delete(key(name, end.node()))).toList();
      return txn(NOTHING, then, NONE)
          .thenApply(
              answer -> {
                tell(name, some);
                return Written.conflict(null);
              });
    }
    if (change.keepMillis() == 0) {
      return write(name, seen, change, null);
    }
    long seconds = TimeUnit.MILLISECONDS.toSeconds(change.keepMillis() + 999);
    return service
        .ask(client -> client.getLeaseClient().grant(seconds))
        .thenCompose(
            kept ->
                write(
                    name,
                    seen,
                    change,
                    Op.put(
                        key(name, Keys.kept(ends.get(0).attempt())),
                        ByteSequence.EMPTY,
                        PutOption.builder().withLeaseId(kept.getID()).build())));
  }

  private CompletableFuture<Written> write(
      String name, Sight seen, Change<?> change, @Nullable Op keeping) {
    List<Cmp> ifs = new ArrayList<>();
    List<Op> then = new ArrayList<>();
    ByteSequence register = Keys.bytes(keys.register(name));
    if (change.next() != null) {
      ifs.add(new Cmp(register, Cmp.Op.EQUAL, CmpTarget.modRevision(seen.version())));
      if (seen.version() == 0) {
        // Nobody may have come and been forgotten since.
        ifs.add(new Cmp(keys.floor(), Cmp.Op.LESS, CmpTarget.modRevision(seen.guard() + 1)));
      }
      then.add(Op.put(register, ByteSequence.from(change.next().encode()), PutOption.DEFAULT));
    }
    AcquireRequest makes = change.makes();
    if (makes != null) {
      then.add(make(makes, ifs));
    }
    for (Child end : change.ends()) {
      ByteSequence key = key(name, end.node());
      ifs.add(new Cmp(key, Cmp.Op.GREATER, CmpTarget.createRevision(0)));
      then.add(delete(key));
    }
    if (keeping != null) {
      then.add(keeping);
    }
    return txn(ifs.toArray(Cmp[]::new), then, names.look(name))
        .thenApply(
            answer -> {
              if (!answer.isSucceeded()) {
                return Written.conflict(sight(name, answer));
              }
              tell(name, change.ends());
              long revision = answer.getHeader().getRevision();
              return new Written(
                  true,
                  makes == null ? null : Names.made(makes, node(makes), revision),
                  change.next() == null ? seen.version() : revision,
                  null);
            });
  }

  private String node(AcquireRequest request) {
    return Keys.node(request.attempt(), lease);
  }

  private ByteSequence key(String name, String node) {
    return Keys.bytes(keys.register(name) + node);
  }

  private Op make(AcquireRequest request, List<Cmp> ifs) {
    ByteSequence key = key(request.name(), node(request));
    ifs.add(new Cmp(key, Cmp.Op.EQUAL, CmpTarget.createRevision(0)));
    ifs.add(
        new Cmp(keys.refused(request.attempt(), lease), Cmp.Op.EQUAL, CmpTarget.createRevision(0)));
    return Op.put(key, Names.value(request), leased);
  }

  private static Op delete(ByteSequence key) {
    return Op.delete(key, DeleteOption.DEFAULT);
  }

  @Override
  public CompletableFuture<Written> queue(AcquireRequest request) {
    String name = request.name();
    List<Cmp> ifs = new ArrayList<>();
    List<Op> then = new ArrayList<>();
    then.add(make(request, ifs));
    then.addAll(List.of(names.look(name)));
    return txn(ifs.toArray(Cmp[]::new), then, names.look(name))
        .thenApply(
            answer -> {
              Sight sight = sight(name, answer);
              Child own = sight.child(request.attempt());
              if (own == null) {
                throw Rethrow.of(
                    new IllegalStateException("the attempt was refused before it came"));
              }
              return new Written(true, own, sight.version(), sight);
            });
  }

  @Override
  public CompletableFuture<Boolean> refuse(String name, String attempt) {
    List<Op> then =
        List.of(
            Op.put(keys.refused(attempt, lease), ByteSequence.EMPTY, leased),
            delete(key(name, Keys.node(attempt, lease))));
    return txn(NOTHING, then, NONE)
        .thenApply(answer -> answer.getDeleteResponses().get(0).getDeleted() > 0)
        .exceptionally(
            error -> {
              if (Failures.saysLeaseIsGone(error)) {
                return false;
              }
              throw Rethrow.of(error);
            });
  }

  @Override
  public CompletableFuture<Boolean> delete(String name, String node) {
    return txn(NOTHING, List.of(delete(key(name, node))), NONE)
        .thenApply(answer -> answer.getDeleteResponses().get(0).getDeleted() > 0);
  }

  @Override
  public CompletableFuture<Left> leave(String name, String node, Sight last) {
    Op[] look = names.look(name);
    List<Op> then = List.of(delete(key(name, node)), look[0], look[1]);
    return txn(NOTHING, then, NONE)
        .thenApply(
            answer -> {
              Sight left = sight(name, answer);
              boolean isFree = left.children().isEmpty() && !left.isUsed();
              return new Left(
                  answer.getDeleteResponses().get(0).getDeleted() > 0, isFree ? left : null);
            });
  }

  /** Those of others are told; our own know what was asked of us. */
  private void tell(String name, List<Child> ends) {
    wake(name, ends.stream().filter(end -> Keys.leaseOf(end.node()) != lease).toList());
  }

  @Override
  public void wake(String name, List<Child> children) {
    for (Child child : children) {
      LetterBox.write(service, keys, Keys.leaseOf(child.node()), key(name, child.node()));
    }
  }

  @Override
  public Watch listen(
      String name, String node, BooleanSupplier isOver, Runnable look, Runnable failed) {
    return letterBox.listen(Keys.text(key(name, node)), look);
  }

  @Override
  public Watch whenGone(String name, String node, Sight seen, Runnable gone, Runnable failed) {
    return Letters.of(clients, key(name, node), seen.guard() + 1, true, event -> gone.run(), gone)
        ::close;
  }

  @Override
  public CompletableFuture<List<String>> names(int limit) {
    return forgetting
        .all(keys.names(), new ArrayList<>())
        .thenApply(all -> names.inUse(all, limit));
  }
}

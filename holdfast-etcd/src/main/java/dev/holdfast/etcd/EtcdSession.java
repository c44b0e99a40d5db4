package dev.holdfast.etcd;

import dev.holdfast.consensus.AttemptNode;
import dev.holdfast.consensus.CoordinationSession;
import dev.holdfast.consensus.Decision;
import dev.holdfast.consensus.LayoutVersion;
import dev.holdfast.consensus.NameSnapshot;
import dev.holdfast.spi.AcquireRequest;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Response;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.PutOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * One etcd lease of a client, and what is asked of etcd while it lives. Thread-safe.
 *
 * <ol>
 *   <li><b>Open</b>: one transaction puts the session's own key, bound to the lease, and writes or
 *       checks the layout's version. Then the session watches that key (its {@link SessionInbox})
 *       and keeps the lease alive by itself.
 *   <li><b>Renew</b>: each third of the certain time, {@link #alive()} reads the own key, which
 *       takes a majority, and sends a keep-alive. The keep-alive counts only if the same member had
 *       answered a read or write before ({@link LeaseDeadline}); else both are repeated, a few
 *       times. All holds of the session live as long as this one lease.
 *   <li><b>Acquire</b>: {@link NameKeys} writes the attempt's key, bound to the lease, and the
 *       name's register, in one transaction that fails if the register has changed since it was
 *       read.
 *   <li><b>Wait</b>: an attempt that waits has its key, too. The client watches the key that stands
 *       in its way ({@link #whenGone}), and listens for letters in the session's inbox ({@link
 *       #listen}).
 *   <li><b>Hand off</b>: {@link #wake} writes a letter into the inboxes of the clients that are to
 *       look again.
 *   <li><b>Release</b>: {@link #leave} and {@link #delete} take the attempt's key away.
 *   <li><b>Loss</b>: the own key is gone, or etcd answers that it does not know the lease. The
 *       service is told once; it tells the client, and revokes the lease, which takes away whatever
 *       is left.
 * </ol>
 */
final class EtcdSession implements CoordinationSession {
  private static final int TRIES = 6;

  private final EtcdCoordination service;
  private final Keys keys;
  private final Names names;
  private final NameKeys nameKeys;
  private final NameCleanup forgetting;
  private final LeaseDeadline deadline;
  private final SessionInbox letterBox;
  private final Clients clients;
  private final long lease;
  private final long ttlSeconds;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicBoolean closed = new AtomicBoolean();

  EtcdSession(
      EtcdCoordination service,
      Clients clients,
      Keys keys,
      Names names,
      NameCleanup forgetting,
      long lease,
      long ttlSeconds,
      LeaseDeadline deadline) {
    this.service = service;
    this.clients = clients;
    this.keys = keys;
    this.names = names;
    this.forgetting = forgetting;
    this.lease = lease;
    this.ttlSeconds = ttlSeconds;
    this.deadline = deadline;
    nameKeys = new NameKeys(service, keys, names, lease, this::txn);
    letterBox = new SessionInbox(keys.letterBox(lease), this::end, service::changed);
  }

  CompletableFuture<EtcdSession> open() {
    PutOption leased = PutOption.builder().withLeaseId(lease).build();
    Op box = Op.put(keys.letterBox(lease), ByteSequence.EMPTY, leased);
    ByteSequence layout = keys.layout();
    Cmp[] isNew = {new Cmp(layout, Cmp.Op.EQUAL, CmpTarget.createRevision(0))};
    Op version = Op.put(layout, ByteSequence.from(LayoutVersion.encode()), PutOption.DEFAULT);
    return txn(isNew, List.of(version, box), new Op[] {box, Op.get(layout, GetOption.DEFAULT)})
        .thenApply(
            made -> {
              for (GetResponse found : made.getGetResponses()) {
                found
                    .getKvs()
                    .forEach(
                        one ->
                            LayoutVersion.require(
                                one.getValue().getBytes(), "the key " + Keys.text(layout)));
              }
              letterBox.open(clients, made.getHeader().getRevision() + 1);
              keepAliveSoon();
              return this;
            });
  }

  /** Again and again, whatever comes of it or is thrown in it, until the session is over. */
  private void keepAliveSoon() {
    CompletableFuture<Void> unused =
        new CompletableFuture<Void>()
            .completeOnTimeout(null, deadline.wholeMillis() / 3, TimeUnit.MILLISECONDS)
            .thenCompose(now -> isOver() ? CompletableFuture.completedFuture(false) : alive())
            .handle(
                (kept, error) -> {
                  if (!isOver()) {
                    keepAliveSoon();
                  }
                  return null;
                });
  }

  private boolean isOver() {
    return hasEnded() || closed.get();
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
  public long certainMillis() {
    return deadline.wholeMillis();
  }

  @Override
  public long remainingMillis(long sinceNanos) {
    return hasEnded() ? 0 : deadline.remainingMillis(sinceNanos);
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
                end("it was revoked, or its time was over");
                return CompletableFuture.failedFuture(new Failures.LeaseGone());
              }
              return keepAlive(round);
            });
  }

  private CompletableFuture<Boolean> keepAlive(int round) {
    Map<Long, Long> before = deadline.before();
    return watchingForItsEnd(service.ask(client -> client.getLeaseClient().keepAliveOnce(lease)))
        .thenCompose(
            kept ->
                deadline.kept(kept.getHeader().getMemberId(), before) || round >= TRIES
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
    long sentAt = deadline.nanos();
    return watchingForItsEnd(asked)
        .thenApply(
            answer -> {
              deadline.answered(answer.getHeader().getMemberId(), sentAt);
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

  @Override
  public CompletableFuture<NameSnapshot> read(String name, boolean fresh) {
    return nameKeys.read(name);
  }

  @Override
  public CompletableFuture<Written> write(String name, NameSnapshot seen, Decision<?> change) {
    return nameKeys.write(name, seen, change);
  }

  @Override
  public CompletableFuture<Written> queue(AcquireRequest request) {
    return nameKeys.queue(request);
  }

  @Override
  public CompletableFuture<Boolean> refuse(String name, String attempt) {
    return nameKeys.refuse(name, attempt);
  }

  @Override
  public CompletableFuture<Boolean> delete(String name, String node) {
    return nameKeys.delete(name, node);
  }

  @Override
  public CompletableFuture<Left> leave(String name, String node, NameSnapshot last) {
    return nameKeys.leave(name, node);
  }

  @Override
  public void wake(String name, List<AttemptNode> children) {
    nameKeys.wake(name, children);
  }

  @Override
  public Watch listen(
      String name, String node, BooleanSupplier isOver, Runnable look, Runnable failed) {
    return letterBox.listen(Keys.text(keys.letter(name, node)), look);
  }

  @Override
  public Watch whenGone(
      String name, String node, NameSnapshot seen, Runnable gone, Runnable failed) {
    return KeyWatch.of(
            clients, keys.attempt(name, node), seen.guard() + 1, true, event -> gone.run(), gone)
        ::close;
  }

  @Override
  public CompletableFuture<Boolean> mendFloor(String name) {
    return forgetting.mendFloor();
  }

  @Override
  public CompletableFuture<List<String>> names(int limit) {
    return forgetting
        .all(keys.names(), new ArrayList<>())
        .thenApply(all -> names.inUse(all, limit));
  }
}

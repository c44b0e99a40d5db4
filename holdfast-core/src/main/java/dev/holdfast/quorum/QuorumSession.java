package dev.holdfast.quorum;

import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Futures;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Puts each request to all members, and answers what a majority says. Thread-safe. */
final class QuorumSession implements StoreSession {
  private final Members panel;
  private final Map<Key, QuorumAttempt> quorumAttempts;
  private final Duration longestLease;

  /** An attempt's name and id. */
  record Key(String name, String attempt) {}

  QuorumSession(Members panel, Map<Key, QuorumAttempt> quorumAttempts, Duration longestLease) {
    this.panel = panel;
    this.quorumAttempts = quorumAttempts;
    this.longestLease = longestLease;
  }

  static Map<Key, QuorumAttempt> noBids() {
    return new ConcurrentHashMap<>();
  }

  private void forget(QuorumAttempt quorumAttempt) {
    quorumAttempts.remove(new Key(quorumAttempt.name(), quorumAttempt.attempt()), quorumAttempt);
  }

  @Override
  public CompletionStage<Standing> acquire(AcquireRequest request) {
    if (request.leaseMillis() > longestLease.toMillis()) {
      return CompletableFuture.failedStage(tooLong(request.name(), request.leaseMillis()));
    }
    return quorumAttempts
        .computeIfAbsent(
            new Key(request.name(), request.attempt()),
            key -> new QuorumAttempt(panel, request, this::forget))
        .acquire(request);
  }

  private StoreException tooLong(String name, long leaseMillis) {
    return new StoreException(
        "'"
            + name
            + "' is asked for a lease of "
            + leaseMillis
            + " ms, but those of this quorum last at most "
            + longestLease.toMillis()
            + " ms, after which a member that was restarted grants again (rejoiningAfter, or"
            + " ?rejoin= in a URL); nothing was asked",
        null,
        false);
  }

  /** Holds are renewed by one request to each member; places are looked at where they are. */
  @Override
  public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
    if (requests.stream().noneMatch(this::isAlone)) {
      return keepTogether(requests);
    }
    CompletionStage<List<Standing>> all = CompletableFuture.completedStage(List.of());
    for (KeepAlive request : requests) {
      all =
          all.thenCompose(
              before -> {
                QuorumAttempt quorumAttempt =
                    quorumAttempts.get(new Key(request.name(), request.attempt()));
                CompletionStage<Standing> one =
                    isTooLong(request)
                        ? CompletableFuture.completedStage(
                            new Standing.Unknown(tooLong(request.name(), request.leaseMillis())))
                        : quorumAttempt == null ? stranger(request) : quorumAttempt.again(request);
                return one.thenApply(
                    standing -> {
                      List<Standing> more = new ArrayList<>(before);
                      more.add(standing);
                      return more;
                    });
              });
    }
    return all;
  }

  /** Whether it is not for a request to each member together with others. */
  private boolean isAlone(KeepAlive request) {
    return request instanceof KeepAlive.Change || isTooLong(request);
  }

  /** An extended lease, for which a member that was restarted would not wait. */
  private boolean isTooLong(KeepAlive request) {
    return request.leaseMillis() > longestLease.toMillis();
  }

  private CompletionStage<List<Standing>> keepTogether(List<KeepAlive> requests) {
    Standing[] standings = new Standing[requests.size()];
    List<CompletableFuture<?>> parts = new ArrayList<>();
    List<Integer> held = new ArrayList<>();
    List<KeepAliveRequest> renewals = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      KeepAlive request = requests.get(i);
      QuorumAttempt quorumAttempt = quorumAttempts.get(new Key(request.name(), request.attempt()));
      int at = i;
      if (quorumAttempt != null && quorumAttempt.isHeld()) {
        held.add(at);
        renewals.add(quorumAttempt.renewal(request));
      } else {
        CompletableFuture<Standing> one =
            quorumAttempt == null ? stranger(request) : quorumAttempt.again(request);
        parts.add(one.thenAccept(standing -> standings[at] = standing));
      }
    }
    if (!held.isEmpty()) {
      parts.add(
          renew(renewals)
              .thenAccept(
                  answers -> {
                    for (int k = 0; k < held.size(); k++) {
                      standings[held.get(k)] = answers.get(k);
                    }
                  }));
    }
    return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new))
        .thenApply(all -> Arrays.asList(standings));
  }

  private CompletableFuture<List<Standing>> renew(List<KeepAliveRequest> renewals) {
    return Round.<List<Standing>>start(
            panel,
            panel.order(),
            new Round.Terms(panel.majority(), -1, false),
            member -> {
              List<KeepAlive> questions =
                  renewals.stream().map(renewal -> renewal.question(member)).toList();
              return panel.member(member).renew(session -> session.keepAlive(questions));
            },
            (member, late) -> {})
        .thenCompose(
            round -> {
              List<CompletableFuture<Standing>> each = new ArrayList<>();
              for (int k = 0; k < renewals.size(); k++) {
                @Nullable Standing[] answers = new Standing[panel.size()];
                for (int member = 0; member < answers.length; member++) {
                  List<Standing> all = round.answer(member);
                  answers[member] = all == null ? null : all.get(k);
                }
                each.add(renewals.get(k).answered(new Tally(panel, answers), round.startedAt()));
              }
              return CompletableFuture.allOf(each.toArray(CompletableFuture[]::new))
                  .thenApply(all -> each.stream().map(Futures::result).toList());
            });
  }

  /** The answer for an attempt that has ended, or was never there: the present holder. */
  private CompletableFuture<Standing> stranger(KeepAlive request) {
    KeepAlive.Place look = new KeepAlive.Place(request.name(), request.attempt(), 1, 0);
    return all(
            panel.order(request.name()),
            session -> session.keepAlive(List.of(look)).thenApply(answers -> answers.get(0)))
        .thenApply(
            round ->
                round.answered() < panel.majority()
                    ? new Standing.Unknown(round.failure("keep '" + request.name() + "' alive"))
                    : Tally.of(panel, round).absent(panel.order(request.name())));
  }

  private <T> CompletableFuture<Round<T>> all(
      List<Integer> order, Function<StoreSession, CompletionStage<T>> verb) {
    return Round.start(
        panel,
        order,
        new Round.Terms(panel.majority(), -1, true),
        member -> panel.member(member).ask(verb),
        (member, late) -> {});
  }

  private <T> CompletableFuture<List<T>> answers(
      String asked, List<Integer> order, Function<StoreSession, CompletionStage<T>> verb) {
    return all(order, verb)
        .thenCompose(
            round -> {
              if (round.answered() < panel.majority()) {
                return CompletableFuture.failedFuture(round.failure(asked));
              }
              List<T> answers = new ArrayList<>();
              for (int member : order) {
                T answer = round.answer(member);
                if (answer != null) {
                  answers.add(answer);
                }
              }
              return CompletableFuture.completedFuture(answers);
            });
  }

  @Override
  public int nodes(String name, String attempt) {
    QuorumAttempt quorumAttempt = quorumAttempts.get(new Key(name, attempt));
    return quorumAttempt == null ? 0 : quorumAttempt.nodes();
  }

  @Override
  public CompletionStage<Boolean> release(ReleaseRequest request) {
    return releaseAll(List.of(request)).thenApply(found -> found.get(0));
  }

  /**
   * By one request to each member. The member with the queue comes last, so that the attempt to
   * which it hands the name finds the others free, as long as messages keep their order.
   */
  @Override
  public CompletionStage<List<Boolean>> releaseAll(List<ReleaseRequest> requests) {
    if (requests.isEmpty()) {
      return CompletableFuture.completedStage(List.of());
    }
    List<@Nullable QuorumAttempt> ended = new ArrayList<>();
    for (ReleaseRequest request : requests) {
      QuorumAttempt quorumAttempt =
          quorumAttempts.remove(new Key(request.name(), request.attempt()));
      if (quorumAttempt != null) {
        quorumAttempt.end();
      }
      ended.add(quorumAttempt);
    }
    String name = requests.get(0).name();
    QuorumAttempt one = ended.get(0);
    int last = one == null || one.head() < 0 ? panel.order(name).get(0) : one.head();
    return Round.<List<Boolean>>start(
            panel,
            panel.orderBefore(last, name),
            new Round.Terms(panel.majority(), -1, true),
            member -> {
              List<ReleaseRequest> there = new ArrayList<>();
              for (int i = 0; i < requests.size(); i++) {
                there.add(at(member, requests.get(i), ended.get(i)));
              }
              return panel.member(member).ask(session -> release(session, there));
            },
            (member, late) -> {})
        .thenCompose(
            round -> {
              if (round.answered() < panel.majority()) {
                return CompletableFuture.failedFuture(round.failure("release '" + name + "'"));
              }
              return CompletableFuture.completedFuture(found(round, requests.size()));
            });
  }

  private static CompletionStage<List<Boolean>> release(
      StoreSession session, List<ReleaseRequest> requests) {
    return requests.size() == 1
        ? session.release(requests.get(0)).thenApply(List::of)
        : session.releaseAll(requests);
  }

  /** A member that has not answered may still be about to grant the attempt. */
  private static ReleaseRequest at(
      int member, ReleaseRequest request, @Nullable QuorumAttempt quorumAttempt) {
    return new ReleaseRequest(
        request.name(),
        request.attempt(),
        request.keepMillis(),
        request.overtaking()
            || (quorumAttempt != null && quorumAttempt.memberHolds().isUnsure(member)),
        request.markMillis());
  }

  private List<Boolean> found(Round<List<Boolean>> round, int size) {
    List<Boolean> found = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      boolean any = false;
      for (int member : panel.order()) {
        List<Boolean> answer = round.answer(member);
        any |= answer != null && answer.get(i);
      }
      found.add(any);
    }
    return found;
  }

  /** A quorum has no semaphores, so there is nothing to change. */
  @Override
  public CompletionStage<Integer> resize(String name, int expected, int size) {
    return CompletableFuture.completedStage(0);
  }

  @Override
  public CompletionStage<LockInfo> inspect(String name) {
    return answers("inspect '" + name + "'", panel.order(name), session -> session.inspect(name))
        .thenApply(infos -> new LockInfoMerger(name, panel.majority()).of(infos));
  }

  @Override
  public CompletionStage<List<String>> names(int limit) {
    return answers("list the names", panel.order(), session -> session.names(limit))
        .thenApply(
            lists -> {
              Set<String> names = new LinkedHashSet<>();
              lists.forEach(names::addAll);
              return names.stream().limit(limit).toList();
            });
  }

  @Override
  public CompletionStage<Boolean> breakHold(String name) {
    return answers(
            "break the hold on '" + name + "'",
            panel.orderBefore(panel.order(name).get(0), name),
            session -> session.breakHold(name))
        .thenApply(broken -> broken.contains(true));
  }

  @Override
  public void close() {
    panel.members().forEach(Member::close);
    panel.pace().close();
  }

  @Override
  public String toString() {
    return "session of a quorum of " + panel.members();
  }
}

package dev.holdfast.quorum;

import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLongArray;

/** One run of some clients on three or five members over bad wires, decided by its seed alone. */
final class QuorumStorm {
  private static final long PATIENCE_NANOS = 250_000_000;
  private static final long WILD_MILLIS = 60_000;
  private static final long CALM_MILLIS = 60_000;
  private static final Duration LONGEST = Duration.ofSeconds(4);

  /** Less is not seen for certain: a message takes half of that. */
  private static final long LEAST_STEP_MICROS = 1_500_000;

  private final SplittableRandom dice;
  private final StormTime time;
  private final StormBook book;
  private final int need;
  private final List<MemoryStore> members = new ArrayList<>();
  private final AtomicLongArray ahead; // of true time in microseconds, by member
  private final List<List<StormLink>> links = new ArrayList<>(); // by member
  private final List<StormClient> clients = new ArrayList<>();
  private final List<Map<QuorumSession.Key, QuorumAttempt>> quorumAttempts = new ArrayList<>();

  QuorumStorm(long seed) {
    dice = new SplittableRandom(seed);
    time = new StormTime(dice);
    book = new StormBook(time);
    int size = dice.nextInt(4) == 0 ? 5 : 3;
    need = size / 2 + 1 + dice.nextInt(3) / 2;
    ahead = new AtomicLongArray(size);
    long apart = dice.nextBoolean() ? 1_000_000 : 30_000; // the same stamp is hardly had, or mostly
    for (int i = 0; i < size; i++) {
      int member = i;
      ahead.set(i, 1_000_000_000_000L + dice.nextLong(-apart, apart));
      long slower = dice.nextLong(200, 1_000); // at most one in 200
      members.add(
          MemoryStore.create(
              () -> ahead.get(member) + time.nanos() / 1_000 * slower / (slower + 1)));
      links.add(new ArrayList<>());
    }
    for (int i = 0; i < 3; i++) {
      join(new StormClient(i, time, dice, book));
    }
  }

  private void join(StormClient client) {
    Pace pace = time.pace();
    Map<QuorumSession.Key, QuorumAttempt> mine = QuorumSession.noBids();
    List<Member> seen = new ArrayList<>();
    Steps steps = ClockWatch.steps(members.size(), LONGEST.toMillis());
    for (int i = 0; i < members.size(); i++) {
      StormLink link = new StormLink(members.get(i), time, dice);
      links.get(i).add(link);
      Member member =
          new Member(
              link,
              client.identity(),
              new MemberListener(i, client, mine),
              pace,
              PATIENCE_NANOS,
              LONGEST.toMillis(),
              steps);
      CompletableFuture<StoreSession> unused = member.open();
      seen.add(member);
    }
    Members panel =
        new Members(
            seen,
            new MemberOrder(List.of("a", "b", "c", "d", "e").subList(0, members.size())),
            need,
            pace,
            PATIENCE_NANOS,
            client,
            steps);
    clients.add(client);
    quorumAttempts.add(mine);
    client.begin(new QuorumSession(panel, mine, LONGEST));
  }

  /** Runs it; returns what was wrong. */
  List<String> run() {
    time.soon(1_000_000, 3_000_000, this::disturb);
    time.soon(1_000_000, 10_000_000, this::step);
    time.pass(WILD_MILLIS);
    links.forEach(each -> each.forEach(StormLink::calm));
    time.pass(CALM_MILLIS);
    clients.forEach(StormClient::stop);
    time.pass(CALM_MILLIS);
    for (int i = 0; i < clients.size(); i++) {
      if (!clients.get(i).isIdle()) {
        book.fail(clients.get(i).identity().id() + " has not come to an end");
      }
      if (!quorumAttempts.get(i).isEmpty()) {
        book.fail("attempts that are not forgotten: " + quorumAttempts.get(i).keySet());
      }
    }
    return book.wrongs();
  }

  int grants() {
    return book.grants();
  }

  /** Cuts off a member, or a member from one client, for a time; until all is calm. */
  private void disturb() {
    if (time.millis() >= WILD_MILLIS) {
      return;
    }
    List<StormLink> some = links.get(dice.nextInt(links.size()));
    List<StormLink> cut = dice.nextBoolean() ? some : List.of(some.get(dice.nextInt(3)));
    cut.forEach(link -> link.cut(true));
    time.soon(
        100_000,
        6_000_000,
        () -> {
          cut.forEach(link -> link.cut(false));
          time.soon(1, 4_000_000, this::disturb);
        });
  }

  /** Steps the clock of one member, when what the last step made doubtful is certain again. */
  private void step() {
    if (time.millis() >= WILD_MILLIS) {
      return;
    }
    long micros = dice.nextLong(LEAST_STEP_MICROS, 10_000_000);
    book.stepped(LONGEST);
    ahead.getAndAdd(dice.nextInt(ahead.length()), dice.nextInt(4) == 0 ? -micros : micros);
    time.soon(2_000 * LONGEST.toMillis(), 20_000_000, this::step);
  }
}

package dev.holdfast.lab.sim;

import static dev.holdfast.lab.sim.VirtualTime.MICRO;
import static dev.holdfast.lab.sim.VirtualTime.MILLI;
import static dev.holdfast.lab.sim.VirtualTime.SECOND;

import dev.holdfast.LockOptions;
import dev.holdfast.lab.sim.Fault.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** Makes a plan from a seed. */
final class PlanMaker {
  /** Longer than any retry pause, so that what was left behind by mistake is seen as left. */
  static final long LONGEST_LEASE_MILLIS = 10_000;

  static final long LONGEST_LINGER_MILLIS = 1_500;
  static final long LONGEST_HOLD_AT_LEAST_MILLIS = 1_500;

  /** Threads are slow to simulate, so they take part in some seeds only. */
  private static final int THREADED_PERCENT = 40;

  private static final List<String> NAMES = List.of("a", "b", "ü {}\n\\");
  private static final List<Kind> NETWORK =
      List.of(
          Kind.SLOW,
          Kind.SLOW,
          Kind.LOSS,
          Kind.LOSS,
          Kind.DUPLICATE,
          Kind.ERRORS,
          Kind.NO_PUSH,
          Kind.CUT);
  private static final List<Kind> PROCESSES =
      List.of(Kind.PAUSE, Kind.PAUSE, Kind.CRASH, Kind.STARVE, Kind.RESTART);

  /** What permits are for; never a lock. */
  private static final String SEMAPHORE = "p";

  /** In how many seeds there are permits. */
  private static final int PERMITS_PERCENT = 40;

  /** In how many seeds with several names some requests are for all of several. */
  private static final int SEVERAL_PERCENT = 50;

  /** In how many seeds there are candidates. */
  private static final int CANDIDATES_PERCENT = 30;

  /** In how many seeds there are readers. */
  private static final int READERS_PERCENT = 50;

  private final long seed;
  private final Dice dice;

  /** Of its own, so that what else a seed does is the same with and without threads. */
  private final Dice threads;

  /** Likewise with and without readers. */
  private final Dice sides;

  /** Likewise with and without permits. */
  private final Dice permits;

  /** Likewise with and without requests for several names. */
  private final Dice several;

  /** Likewise with and without candidates. */
  private final Dice candidates;

  private final int size;
  private final int counted;
  private final int clients;
  private final List<String> names;
  private final int driftPpm;

  private PlanMaker(long seed) {
    this.seed = seed;
    this.dice = new Dice(seed, 1);
    this.threads = new Dice(seed, 2);
    this.sides = new Dice(seed, 3);
    this.permits = new Dice(seed, 4);
    this.several = new Dice(seed, 5);
    this.candidates = new Dice(seed, 6);
    this.size = 1 + permits.below(4);
    this.counted = permits.chance(PERMITS_PERCENT) ? permits.oneOf(List.of(20, 60, 100)) : 0;
    this.clients = 2 + dice.below(3);
    this.names = NAMES.subList(0, 1 + dice.below(NAMES.size()));
    this.driftPpm = dice.oneOf(List.of(0, 0, 200, 5_000));
  }

  /** The plan of this seed with about so many steps. */
  static Plan plan(long seed, int steps) {
    return new PlanMaker(seed).make(steps);
  }

  private Plan make(int count) {
    int kind = dice.below(100);
    List<Fault> faults = new ArrayList<>();
    long gap = dice.oneOf(List.of(MILLI, 10 * MILLI, 50 * MILLI, 150 * MILLI));
    long span = gap * count;
    boolean closes = false;
    if (kind >= 15) {
      List<Kind> kinds = new ArrayList<>(NETWORK);
      if (kind >= 20 && kind < 30) {
        kinds = List.of(Kind.NO_PUSH);
      } else if (kind >= 45) {
        kinds.addAll(PROCESSES);
        closes = true;
      }
      if (kind >= 80) {
        // Data loss and a clock that steps back are not claimed to be safe together.
        kinds.addAll(
            dice.chance(50)
                ? List.of(Kind.WIPE, Kind.WIPE, Kind.BREAK)
                : List.of(Kind.CLOCK, Kind.CLOCK, Kind.BREAK));
      }
      int howMany = 1 + dice.below(2 + count / 12);
      for (int i = 0; i < howMany; i++) {
        faults.add(fault(dice.oneOf(kinds), span));
      }
    }
    faults.sort(Comparator.comparingLong(Fault::atNanos));
    return new Plan(seed, shape(), steps(count, gap, closes), faults);
  }

  private Plan.Shape shape() {
    int manner = dice.below(100);
    boolean blocking = manner >= 70;
    boolean pushes = manner < 50 || manner >= 85;
    boolean instant = !blocking && dice.chance(12);
    long timeout = dice.oneOf(List.of(100 * MILLI, 500 * MILLI, SECOND));
    List<String> all = new ArrayList<>(names);
    if (counted > 0) {
      all.add(SEMAPHORE);
    }
    return new Plan.Shape(clients, List.copyOf(all), pushes, blocking, instant, driftPpm, timeout);
  }

  private Fault fault(Kind kind, long span) {
    long at = dice.between(0, span);
    int slot = dice.chance(30) ? Fault.ALL : dice.below(clients);
    int one = dice.below(clients);
    return switch (kind) {
      case SLOW -> new Fault(kind, at, lasting(), slot, (int) dice.mostlySmall(2, 1_500));
      case LOSS -> new Fault(kind, at, lasting(), slot, (int) dice.between(5, 60));
      case DUPLICATE -> new Fault(kind, at, lasting(), slot, (int) dice.between(5, 60));
      case ERRORS -> new Fault(kind, at, lasting(), slot, (int) dice.between(10, 100));
      case NO_PUSH -> new Fault(kind, at, lasting(), slot, dice.chance(50) ? 100 : 50);
      case CUT -> new Fault(kind, at, lasting(), slot, 100);
      case STARVE -> new Fault(kind, at, lasting(), one, (int) dice.between(5, 400));
      case PAUSE -> new Fault(kind, at, lasting(), one, 0);
      case CRASH -> new Fault(kind, at, dice.between(10, 2_000) * MILLI, one, 0);
      case RESTART, WIPE -> new Fault(kind, at, dice.between(10, 1_500) * MILLI, Fault.ALL, 0);
      case CLOCK -> new Fault(kind, at, 0, Fault.ALL, (int) dice.between(-5_000, 5_000));
      case BREAK -> new Fault(kind, at, 0, Fault.ALL, dice.below(names.size()));
    };
  }

  private long lasting() {
    return dice.mostlySmall(20, 5_000) * MILLI;
  }

  private List<Step> steps(int count, long gap, boolean closes) {
    List<LockOptions> options = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      options.add(options());
    }
    List<Step> steps = new ArrayList<>(count);
    long at = 0;
    boolean bursts = dice.chance(30);
    int blocks = threads.chance(THREADED_PERCENT) ? threads.oneOf(List.of(30, 60, 100)) : 0;
    int shared = sides.chance(READERS_PERCENT) ? sides.oneOf(List.of(40, 90, 100)) : 0;
    int reading = sides.oneOf(List.of(50, 75, 90));
    int changing = sides.oneOf(List.of(10, 20, 70));
    int all =
        names.size() > 1 && several.chance(SEVERAL_PERCENT)
            ? several.oneOf(List.of(20, 50, 90))
            : 0;
    int campaigning = candidates.chance(CANDIDATES_PERCENT) ? candidates.oneOf(List.of(5, 20)) : 0;
    for (int i = 0; i < count; i++) {
      at += bursts && dice.chance(70) ? dice.between(0, 20 * MICRO) : dice.between(0, 2 * gap);
      Step step = step(i, at, dice.oneOf(options), closes);
      Step asked = threads.chance(blocks) ? blocking(step) : step;
      if (candidates.chance(campaigning)) {
        steps.add(step.asCandidate(leaving()));
      } else if (permits.chance(counted)) {
        int wanted = permits.chance(60) ? 1 : 1 + permits.below(size);
        steps.add(asked.forPermits(SEMAPHORE, wanted, size));
      } else if (several.chance(all)) {
        steps.add(asked.forAll(someNames()));
      } else {
        steps.add(sides.chance(shared) ? onASide(asked, reading, changing) : asked);
      }
    }
    return steps;
  }

  /** After how long a candidate leaves. */
  private long leaving() {
    return candidates.chance(50) ? candidates.mostlySmall(0, 10 * SECOND) : Step.FOR_EVER;
  }

  /** Two or more of the names, in any order. */
  private List<String> someNames() {
    List<String> some = new ArrayList<>(names);
    while (some.size() > 2 && several.chance(50)) {
      some.remove(several.below(some.size()));
    }
    if (several.chance(50)) {
      Collections.reverse(some);
    }
    return List.copyOf(some);
  }

  /** The same as a reader or a writer. */
  private Step onASide(Step step, int reading, int changing) {
    // Who changes sides does so by methods that block.
    boolean changes = sides.chance(changing);
    Step asked = changes && !step.blocks() ? step.by(Step.Call.ACQUIRE, step.giveUpNanos()) : step;
    long change = changes ? sides.mostlySmall(0, 100 * MILLI) : Step.FOR_EVER;
    return sides.chance(reading)
        ? asked.as(Step.Side.READER, Step.readable(asked.options()), change)
        : asked.as(Step.Side.WRITER, asked.options(), change);
  }

  /** The same by a thread that waits, and is perhaps interrupted. */
  private Step blocking(Step step) {
    long interrupt = step.giveUpNanos();
    if (interrupt == Step.FOR_EVER && threads.chance(25)) {
      // In the first message, soon, or when it holds; 0 is before it asks.
      interrupt = threads.between(0, threads.oneOf(List.of(0L, 2L, 50L, 1_000L)) * MILLI);
    }
    Step.Call call =
        threads.oneOf(List.of(Step.Call.ACQUIRE, Step.Call.TRY, Step.Call.UNINTERRUPTIBLY));
    return step.by(call, interrupt);
  }

  private Step step(int number, long at, LockOptions options, boolean closes) {
    int slot = dice.below(clients);
    String name = names.get(dice.chance(60) ? 0 : dice.below(names.size()));
    Step.Kind kind = Step.Kind.ACQUIRE;
    int manner = dice.below(100);
    if (manner < 5) {
      kind = Step.Kind.RELEASE_TWICE;
    } else if (manner < 8) {
      kind = Step.Kind.COMPLETE;
    } else if (closes && manner < 10) {
      kind = Step.Kind.CLOSE;
    }
    int patience = dice.below(100);
    long wait =
        patience < 60 ? Step.FOR_EVER : patience < 80 ? 0 : dice.mostlySmall(MILLI, 3_000 * MILLI);
    long giveUp = wait != 0 && dice.chance(18) ? dice.mostlySmall(0, 400 * MILLI) : Step.FOR_EVER;
    return new Step(
        number,
        kind,
        at,
        slot,
        name,
        options,
        wait,
        hold(),
        giveUp,
        Step.Call.ASYNC,
        Step.Side.MUTEX,
        Step.FOR_EVER,
        0,
        0,
        List.of(name));
  }

  private long hold() {
    int manner = dice.below(100);
    if (manner < 20) {
      return 0;
    }
    if (manner < 70) {
      return dice.between(0, 5 * MILLI);
    }
    if (manner < 90) {
      return dice.between(0, 200 * MILLI);
    }
    return manner < 98 ? dice.between(0, 3_000 * MILLI) : Step.FOR_EVER;
  }

  private LockOptions options() {
    Duration lease =
        Duration.ofMillis(dice.oneOf(List.of(300L, 500L, 1_000L, 2_000L, LONGEST_LEASE_MILLIS)));
    LockOptions options =
        LockOptions.defaults()
            .lease(lease)
            .renew(dice.chance(85))
            .patience(Duration.ofSeconds(dice.oneOf(List.of(2, 30))))
            .pollInterval(Duration.ofMillis(dice.oneOf(List.of(5, 50, 200))));
    if (dice.chance(12)) {
      options = options.holdAtLeast(millis(10, LONGEST_HOLD_AT_LEAST_MILLIS));
    }
    if (dice.chance(30)) {
      options = options.linger(millis(10, LONGEST_LINGER_MILLIS));
    }
    if (dice.chance(12)) {
      options = options.maxHold(millis(60, 1_500));
    }
    if (dice.chance(20) && driftPpm < 1_000) {
      options = options.margin(lease.dividedBy(dice.between(3, 10)));
    }
    return switch (dice.below(4)) {
      case 0 -> options.lendingBudget(0, Duration.ZERO);
      case 1 -> options.lendingBudget(2, Duration.ofMillis(1));
      case 2 -> options.lendingBudget(1_000, Duration.ofMillis(500));
      default -> options;
    };
  }

  private Duration millis(long least, long most) {
    return Duration.ofMillis(dice.mostlySmall(least, most));
  }
}

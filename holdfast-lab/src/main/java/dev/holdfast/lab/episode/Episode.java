package dev.holdfast.lab.episode;

import dev.holdfast.lab.check.Check;
import dev.holdfast.lab.check.Event;
import dev.holdfast.lab.check.Exclusion;
import dev.holdfast.lab.check.FencedWrites;
import dev.holdfast.lab.check.GrantOrder;
import dev.holdfast.lab.check.Happening;
import dev.holdfast.lab.check.History;
import dev.holdfast.lab.check.Journal;
import dev.holdfast.lab.check.Liveness;
import dev.holdfast.lab.check.Register;
import dev.holdfast.lab.check.Tally;
import dev.holdfast.lab.check.Violation;
import dev.holdfast.lab.load.Load;
import dev.holdfast.lab.nemesis.Nemesis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Plays one episode: load, a fault, its end, more load, and then the checks. */
public final class Episode {
  private static final AtomicInteger NUMBERS = new AtomicInteger();
  private static final int THREADS = 3;
  private static final Duration BEFORE = Duration.ofMillis(1_300);
  private static final Duration AFTER = Duration.ofMillis(1_300);
  private static final Duration LONGEST = Duration.ofSeconds(8);
  private static final int ENOUGH = 200;

  private final Rig rig;
  private final Plan plan;
  private final Path folder;
  private final String namespace;

  public Episode(Rig rig, Plan plan) {
    this.rig = rig;
    this.plan = plan;
    int number = NUMBERS.incrementAndGet();
    this.folder = rig.folder().resolve("episode" + number);
    this.namespace = "e" + number;
  }

  /** Plays it. */
  public Verdict play() throws IOException {
    Files.createDirectories(folder);
    SplittableRandom dice = plan.dice();
    Nemesis nemesis = plan.fault().make().get();
    nemesis.prepare(rig, dice);
    List<String> left;
    Register register = Register.at(folder.resolve("register"), plan.names());
    rig.begin(loads());
    goOn(register, BEFORE);
    try {
      rig.happened(Happening.Type.INJECT, -1, plan.fault().sentence());
      nemesis.inject(rig, dice);
      pause(plan.lasting());
    } finally {
      nemesis.heal(rig);
      rig.happened(Happening.Type.HEAL, -1, "all is well again");
    }
    goOn(register, AFTER);
    left = rig.end();
    nemesis.restore(rig);
    return judge(register, left);
  }

  private List<Load> loads() {
    List<Load> loads = new ArrayList<>();
    for (int i = 0; i < Rig.CLIENTS; i++) {
      loads.add(
          new Load(
              plan.lock(),
              i,
              0,
              plan.seed(),
              rig.proxy(i).port(),
              namespace,
              plan.lease(),
              THREADS,
              plan.names(),
              folder));
    }
    return loads;
  }

  private static void pause(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /** Waits this long, and longer if there was too little load, but not for ever. */
  private static void goOn(Register register, Duration least) {
    long from = register.size();
    long end = System.nanoTime() + LONGEST.toNanos();
    pause(least);
    while (register.size() - from < ENOUGH && System.nanoTime() < end) {
      pause(Duration.ofMillis(20));
    }
  }

  private Verdict judge(Register register, List<String> left) {
    History history = history(register);
    List<Check> checks = new ArrayList<>();
    boolean exclusive = plan.fault().exclusive();
    if (exclusive) {
      checks.add(new Exclusion());
    }
    checks.add(new GrantOrder(exclusive));
    checks.add(new FencedWrites());
    checks.add(new Liveness());
    List<Violation> violations = new ArrayList<>();
    checks.forEach(check -> violations.addAll(check.violations(history)));
    left.forEach(
        what ->
            violations.add(
                new Violation("RESIDUE", what, -1, history.first(Happening.Type.END), List.of())));
    Tally tally = new Tally(history);
    return new Verdict(
        plan,
        tally.sections(),
        tally.before(),
        tally.after(),
        tally.recovery(),
        tally.overrun(),
        violations,
        history);
  }

  private History history(Register register) {
    List<Event> events = new ArrayList<>();
    for (Load load : rig.lives()) {
      events.addAll(Journal.at(load.journal()).events());
    }
    Map<Integer, List<Register.Entry>> entries = new HashMap<>();
    for (int name = 0; name < plan.names(); name++) {
      entries.put(name, register.entries(name));
    }
    return History.of(events, entries, rig.happenings(), plan.lease());
  }
}

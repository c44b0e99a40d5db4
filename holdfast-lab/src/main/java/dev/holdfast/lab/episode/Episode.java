package dev.holdfast.lab.episode;

import dev.holdfast.StoreException;
import dev.holdfast.lab.check.Bounded;
import dev.holdfast.lab.check.Check;
import dev.holdfast.lab.check.Event;
import dev.holdfast.lab.check.Exclusion;
import dev.holdfast.lab.check.FencedWrites;
import dev.holdfast.lab.check.GrantOrder;
import dev.holdfast.lab.check.Happening;
import dev.holdfast.lab.check.History;
import dev.holdfast.lab.check.Journal;
import dev.holdfast.lab.check.Linearizable;
import dev.holdfast.lab.check.Liveness;
import dev.holdfast.lab.check.Observers;
import dev.holdfast.lab.check.Ops;
import dev.holdfast.lab.check.PermitOrder;
import dev.holdfast.lab.check.PermitsOut;
import dev.holdfast.lab.check.Promises;
import dev.holdfast.lab.check.QueueOrder;
import dev.holdfast.lab.check.Register;
import dev.holdfast.lab.check.Served;
import dev.holdfast.lab.check.Stays;
import dev.holdfast.lab.check.Tally;
import dev.holdfast.lab.check.Told;
import dev.holdfast.lab.check.Violation;
import dev.holdfast.lab.cluster.Service;
import dev.holdfast.lab.database.Database;
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
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Plays one episode: load, a fault, its end, more load, and then the checks. */
public final class Episode {
  private static final AtomicInteger NUMBERS = new AtomicInteger();
  private static final int THREADS = 3;
  private static final Duration BEFORE = Duration.ofMillis(1_300);
  private static final Duration LONGEST = Duration.ofSeconds(8);
  private static final int ENOUGH = 200;

  private final Rig rig;
  private final Plan plan;
  private final Path folder;
  private final String namespace;
  private final List<String> left = new ArrayList<>();

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
    empty(); // An earlier run with the same folder may have left a violation there.
    rig.goTo(plan.lock());
    SplittableRandom dice = plan.dice();
    Nemesis nemesis = plan.fault().make().get();
    nemesis.prepare(rig, dice);
    Register register = Register.at(folder.resolve("register"), plan.names());
    String before = rig.constellation();
    try (Samplers sampler = new Samplers(rig.servers())) {
      rig.begin(loads());
      goOn(register, BEFORE);
      harm(nemesis, dice);
      goOn(register, plan.after());
      left.addAll(rig.end());
      sampler.found().forEach(key -> left.add("no time to live: " + key));
    }
    if (isOurs()) {
      try {
        left.addAll(leftInTheStore());
      } catch (StoreException broken) {
        left.add("the store cannot be looked at: " + broken.getMessage());
      }
    }
    // C2 is claimed as long as no replica was promoted, of which nobody knows what it has missed.
    boolean exclusive = plan.isExclusive() && before.equals(rig.constellation());
    nemesis.restore(rig);
    Verdict verdict = judge(register, exclusive);
    if (verdict.violations().isEmpty()) {
      // A long run would fill the disk; what a violation left behind is kept.
      empty();
      Files.delete(folder);
    }
    return verdict;
  }

  private boolean isOurs() {
    return plan.lock().startsWith("holdfast-");
  }

  private List<String> leftInTheStore() throws IOException {
    boolean killed = rig.happenings().stream().anyMatch(h -> h.type() == Happening.Type.KILL);
    if (plan.lock().endsWith("-sqlite")) {
      String url = "sqlite:" + folder.resolve(namespace + ".db").toAbsolutePath();
      return new LeftInTables(url, namespace, List::of).after(plan.outlasting(), killed);
    }
    Optional<Service> service = Service.of(plan.lock());
    if (service.isPresent()) {
      String url = service.get().url("127.0.0.1", rig.cluster().ports(), "4s");
      return new LeftInTables(url, namespace, rig::connections).after(plan.outlasting(), killed);
    }
    if (Database.of(plan.lock()).isPresent()) {
      String url = rig.database().kind().url("127.0.0.1", rig.database().port());
      String strategy = plan.isOfDatabaseSession() ? "&locks=session" : "";
      return new LeftInTables(url + strategy, namespace, rig::connections)
          .after(plan.outlasting(), killed);
    }
    return new Leftovers(rig, namespace).after(plan.outlasting(), killed);
  }

  private void empty() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
  }

  private void harm(Nemesis nemesis, SplittableRandom dice) throws IOException {
    try {
      rig.happened(Happening.Type.INJECT, -1, plan.fault().sentence());
      nemesis.inject(rig, dice);
      pause(plan.lasting());
    } finally {
      nemesis.heal(rig);
      rig.happened(Happening.Type.HEAL, -1, "all is well again");
    }
  }

  private List<Load> loads() {
    List<Load> loads = new ArrayList<>();
    for (int i = 0; i < rig.clients(); i++) {
      loads.add(
          new Load(
              plan.lock(),
              i,
              0,
              plan.seed(),
              rig.ports(i),
              namespace,
              plan.lease(),
              plan.isCrowded() ? 1 : THREADS,
              plan.names(),
              plan.overlong(),
              plan.interrupts(),
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

  private Verdict judge(Register register, boolean exclusive) throws IOException {
    History history = history(register);
    List<Check> checks = new ArrayList<>();
    if (exclusive) {
      checks.addAll(List.of(new Exclusion(), new PermitsOut(), new Linearizable()));
    } else {
      checks.add(Exclusion.again());
    }
    checks.add(new Bounded(plan.stays()));
    if (plan.isCrowded()) {
      checks.add(new Served());
    }
    if (exclusive && plan.stays()) {
      checks.add(new Stays());
    }
    if (exclusive && plan.keepsPromises()) {
      checks.add(new Promises());
    }
    checks.add(new QueueOrder(plan.fault().isHarmless()));
    checks.add(new GrantOrder(exclusive));
    checks.add(new PermitOrder());
    checks.add(new FencedWrites());
    if (isOurs()) {
      checks.add(new Told());
      checks.add(new Observers(exclusive, plan.fault().isHarmless()));
    }
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
        exclusive,
        tally.sections(),
        tally.before(),
        tally.after(),
        tally.recovery(),
        tally.overrun(),
        violations,
        history);
  }

  private History history(Register register) throws IOException {
    List<Event> events = new ArrayList<>();
    Map<Long, List<String>> texts = new HashMap<>();
    for (Load load : rig.lives()) {
      events.addAll(Journal.at(load.journal()).events());
      texts.put(Ops.of(load.client(), load.life(), 0, 0), Files.readAllLines(load.texts()));
    }
    Map<Integer, List<Register.Entry>> entries = new HashMap<>();
    for (int name = 0; name < plan.names(); name++) {
      entries.put(name, register.entries(name));
    }
    return History.of(events, entries, rig.happenings(), texts, plan.lease());
  }
}

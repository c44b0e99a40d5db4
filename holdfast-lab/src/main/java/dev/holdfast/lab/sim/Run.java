package dev.holdfast.lab.sim;

import dev.holdfast.Holdfast;
import dev.holdfast.lab.sim.Fault.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One run of a plan: clients and server are built, steps and faults happen, everything heals, and
 * what must be true in the end is looked at. Single-threaded; the plan decides everything.
 */
final class Run {
  /** More events than any sound run has: a client that never comes to rest. */
  private static final long MOST_EVENTS = 2_000_000;

  final Plan plan;
  final VirtualTime time = new VirtualTime();
  final Trace trace;
  final Findings findings;
  final Checks checks;
  final Ledger ledger;

  final Callers callers;

  private final Weather weather = new Weather();
  private final Server server;
  private final Network network;
  private final Backend backend;
  private final List<User> present = new ArrayList<>();
  private final List<User> all = new ArrayList<>();
  private final int[] lives;
  private final Ending ending;
  private final Set<String> published = new HashSet<>();
  private long activeAt;

  /** Makes the store that a run is over. */
  @FunctionalInterface
  interface BackendMaker {
    Backend make(Network network, Plan.Shape shape, Server server, Findings findings);
  }

  Run(Plan plan, BackendMaker maker, boolean traced) {
    this.plan = plan;
    this.callers = new Callers(weather);
    this.trace = new Trace(time, traced);
    this.findings = new Findings(time, trace);
    this.checks = new Checks(plan, time, findings, trace);
    this.server = new Server(time, this::ledger);
    this.network = new Network(time, weather, server, trace, plan.shape());
    this.backend = maker.make(network, plan.shape(), server, findings);
    this.ledger = new Ledger(time, backend, plan.shape().names(), findings, checks);
    this.lives = new int[plan.shape().clients()];
    this.ending = new Ending(this);
  }

  private Ledger ledger() {
    return ledger;
  }

  /** What a run came to: the first rule that was broken, if one was. */
  record Outcome(Optional<Findings.Finding> finding, List<String> timeline, long events) {}

  Outcome go() {
    try {
      return toTheEnd();
    } finally {
      callers.end();
    }
  }

  private Outcome toTheEnd() {
    for (int slot = 0; slot < lives.length; slot++) {
      present.add(born(slot));
    }
    for (Step step : plan.steps()) {
      var unused = time.at(step.atNanos(), () -> take(step));
    }
    for (Fault fault : plan.faults()) {
      var unused = time.at(fault.atNanos(), () -> begin(fault));
    }
    var unusedHeal = time.at(plan.healAt(), network::heal);
    passUntil(plan.endsAt());
    ending.look();
    return new Outcome(findings.first(), trace.lines(), time.happened());
  }

  /** Lets everything happen until then, or until a rule is broken. */
  void passUntil(long nanos) {
    while (goesOn() && time.nextAt() <= nanos) {
      boolean unused = time.step();
      checks.look();
    }
    if (goesOn()) {
      time.passTo(nanos);
    }
  }

  boolean goesOn() {
    if (findings.isEmpty() && time.happened() > MOST_EVENTS) {
      findings.add("REST", "it does not come to rest: " + MOST_EVENTS + " events");
    }
    return findings.isEmpty();
  }

  /** Notes that a user saw something happen. */
  void active() {
    activeAt = time.now();
  }

  long activeAt() {
    return activeAt;
  }

  /** A candidate lets others see this. */
  void publish(String data) {
    boolean unused = published.add(data);
  }

  boolean isPublished(String data) {
    return published.contains(data);
  }

  /** The users of all clients that ever lived. */
  List<User> users() {
    return all;
  }

  Backend backend() {
    return backend;
  }

  // ---- clients ----

  private User born(int slot) {
    Actor actor = new Actor(plan, slot, lives[slot]++, time);
    trace.add(actor.name, () -> "begins");
    Map<String, Integer> told = new HashMap<>();
    SimHost host = new SimHost(actor, weather);
    actor.onDeath(host::close);
    Holdfast holdfast =
        Holdfast.builder(new AskedStore(backend.storeFor(actor), ledger.notes()))
            .name("sim")
            .host(host)
            .closeTimeout(Duration.ZERO)
            .listener(new LossListener(findings, told))
            .build();
    User user = new User(this, actor, holdfast);
    all.add(user);
    return user;
  }

  private void replace(int slot, long afterNanos) {
    var unused = time.at(time.now() + afterNanos, () -> present.set(slot, born(slot)));
  }

  private void take(Step step) {
    User user = present.get(step.slot());
    if (step.kind() != Step.Kind.CLOSE) {
      var unused = user.actor().after(0, () -> user.ask(step));
    } else if (user.actor().isLive()) {
      var unused = user.actor().after(0, user::close);
      replace(step.slot(), 100 * VirtualTime.MILLI);
    }
  }

  // ---- faults ----

  private void begin(Fault fault) {
    trace.add("FAULT", () -> "begins: " + fault);
    switch (fault.kind()) {
      case SLOW, LOSS, DUPLICATE, ERRORS, NO_PUSH, CUT, STARVE -> {
        weather.begin(fault);
        var unusedEnd =
            time.at(
                time.now() + fault.forNanos(),
                () -> {
                  trace.add("FAULT", () -> "ends: " + fault.kind());
                  weather.end(fault);
                });
      }
      case PAUSE -> present.get(fault.slot()).actor().pauseUntil(time.now() + fault.forNanos());
      case CRASH -> {
        Actor actor = present.get(fault.slot()).actor();
        if (actor.isLive()) {
          actor.die();
          replace(fault.slot(), fault.forNanos());
        }
      }
      case RESTART, WIPE -> restart(fault);
      case CLOCK -> {
        ledger.look();
        ledger.breakPromises();
        server.jump(fault.strength());
        ledger.look();
      }
      case BREAK -> {
        String name = plan.shape().names().get(fault.strength());
        if (server.isUp()) {
          ledger.look();
          ledger.breakPromises(name);
          boolean unused = Stages.join(backend.admin().breakHold(name));
          ledger.look();
        }
      }
    }
  }

  private void restart(Fault fault) {
    boolean wiped = fault.kind() == Kind.WIPE;
    ledger.look();
    if (wiped) {
      ledger.breakPromises();
    }
    server.down();
    var unused =
        time.at(
            time.now() + fault.forNanos(),
            () -> {
              trace.add("server", () -> "is back" + (wiped ? " without its data" : ""));
              if (wiped) {
                ledger.look();
                ledger.breakPromises();
              }
              backend.restart(wiped);
              server.up();
              for (User user : present) {
                Actor actor = user.actor();
                long subscribed = time.now() + actor.dice.between(1, 200) * VirtualTime.MILLI;
                server.subscribedFrom(actor, subscribed);
                var unusedBack = actor.at(subscribed, () -> backend.reconnected(actor));
              }
            });
  }
}

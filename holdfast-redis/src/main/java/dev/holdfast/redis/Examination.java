package dev.holdfast.redis;

import dev.holdfast.spi.Checkup;
import dev.holdfast.spi.Claim;
import dev.holdfast.spi.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Looks at one server, on the calling thread. */
final class Examination {
  private final Asking asking;
  private final Granting granting;

  /**
   * Looks at a server.
   *
   * @param granting how it grants, which says whether it is a member of a quorum
   */
  Examination(Asking asking, Granting granting) {
    this.asking = asking;
    this.granting = granting;
  }

  /**
   * Looks at everything.
   *
   * @param machine the address of its machine, if that is known
   * @throws dev.holdfast.StoreException if the server does not answer
   */
  List<Finding> run(Checkup checkup, String machine) {
    greet(asking);
    ServerFacts facts = asking.facts();
    checkup.met(facts.info("run_id").orElse(""), machine);
    List<Finding> findings = new ArrayList<>();
    findings.add(ServerKind.version(facts));
    findings.add(ServerKind.role(facts));
    if (facts.says("role", "master") && facts.number("connected_slaves").orElse(0L) > 0) {
      findings.addAll(Replicas.of(facts, 0));
      findings.addAll(Replicas.leastForWrites(facts));
    }
    findings.addAll(MemoryLimits.of(facts));
    findings.addAll(granting.isAged() ? Membership.of(facts, granting) : Persistence.of(facts));
    findings.addAll(times(checkup));
    findings.addAll(ServerLimits.of(facts));
    findings.addAll(tries(checkup, asking.port(), nonce()));
    return findings;
  }

  /** How it is set up, whatever its part among others. */
  static List<Finding> settings(ServerFacts facts) {
    List<Finding> findings = new ArrayList<>();
    findings.add(ServerKind.version(facts));
    findings.addAll(MemoryLimits.of(facts));
    findings.addAll(Persistence.ofReplicated(facts));
    findings.addAll(ServerLimits.of(facts));
    return findings;
  }

  /**
   * Makes sure that the server is not loading, and not in need of a password.
   *
   * @throws dev.holdfast.StoreException if it is
   */
  static void greet(Asking asking) {
    Object pong = asking.ask("PING");
    if (pong instanceof RedisReplyException refusal && !Failures.isMissingRight(refusal)) {
      throw Failures.of(asking.site(), "look at the server", refusal, Outcome.READ);
    }
  }

  /** Its clock, and how far away it is. */
  List<Finding> times(Checkup checkup) {
    return List.of(
        clock(checkup), checkup.latency("latency", () -> asking.ask("PING") == null ? 0 : 1));
  }

  /**
   * What can only be found out by trying.
   *
   * @param listening hears what is published
   * @param nonce makes the names that are tried unlike all others
   */
  List<Finding> tries(Checkup checkup, RedisPort listening, String nonce) {
    Keys keys = asking.site().keys(checkup.namespace());
    List<Finding> findings =
        new ArrayList<>(new Tries(asking, listening, granting, keys, nonce).run());
    findings.add(new StoredKeys(asking, checkup.namespace()).look());
    return findings;
  }

  static String nonce() {
    return Long.toHexString(ThreadLocalRandom.current().nextLong());
  }

  private Finding clock(Checkup checkup) {
    try {
      return checkup.clock(this::millis);
    } catch (ClockUnseenException forbidden) {
      return Finding.note(
              "clock", "cannot be seen (this user may not ask TIME)", "only the server's decides")
          .limit(Claim.C2, "the server's clock steps");
    }
  }

  private long millis() {
    Object reply = asking.ask("TIME");
    if (reply instanceof List<?> time
        && time.size() == 2
        && time.get(0) instanceof byte[] seconds
        && time.get(1) instanceof byte[] micros) {
      return Long.parseLong(Bytes.text(seconds)) * 1_000
          + Long.parseLong(Bytes.text(micros)) / 1_000;
    }
    throw new ClockUnseenException();
  }

  /** The user may not ask for the time. */
  static final class ClockUnseenException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}

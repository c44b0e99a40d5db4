package dev.holdfast.redis.internal.doctor;

import dev.holdfast.redis.internal.port.Bytes;
import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.port.RedisReplyException;
import dev.holdfast.redis.internal.protocol.FailureTexts;
import dev.holdfast.redis.internal.protocol.Keys;
import dev.holdfast.redis.internal.protocol.RedisExceptions;
import dev.holdfast.redis.internal.protocol.UptimePolicy;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Guarantee;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Looks at one server, on the calling thread. */
public final class ServerDiagnosis {
  private final BlockingPort asking;
  private final UptimePolicy granting;

  /**
   * Looks at a server.
   *
   * @param granting how it grants, which says whether it is a member of a quorum
   */
  public ServerDiagnosis(BlockingPort asking, UptimePolicy granting) {
    this.asking = asking;
    this.granting = granting;
  }

  /**
   * Looks at everything.
   *
   * @param machine the address of its machine, if that is known
   * @throws dev.holdfast.StoreException if the server does not answer
   */
  public List<Finding> run(Examination examination, String machine) {
    greet(asking);
    ServerFacts facts = asking.facts();
    examination.met(facts.info("run_id").orElse(""), machine);
    List<Finding> findings = new ArrayList<>();
    findings.add(ServerKindCheck.version(facts));
    findings.add(ServerKindCheck.role(facts));
    if (facts.says("role", "master") && facts.number("connected_slaves").orElse(0L) > 0) {
      findings.addAll(ReplicaCheck.of(facts, 0));
      findings.addAll(ReplicaCheck.leastForWrites(facts));
    }
    findings.addAll(MemoryCheck.of(facts));
    findings.addAll(
        granting.isAged() ? QuorumMemberCheck.of(facts, granting) : PersistenceCheck.of(facts));
    findings.addAll(times(examination));
    findings.addAll(ConnectionLimitCheck.of(facts));
    findings.addAll(tries(examination, asking.port(), nonce()));
    return findings;
  }

  /** How it is set up, whatever its part among others. */
  static List<Finding> settings(ServerFacts facts) {
    List<Finding> findings = new ArrayList<>();
    findings.add(ServerKindCheck.version(facts));
    findings.addAll(MemoryCheck.of(facts));
    findings.addAll(PersistenceCheck.ofReplicated(facts));
    findings.addAll(ConnectionLimitCheck.of(facts));
    return findings;
  }

  /**
   * Makes sure that the server is not loading, and not in need of a password.
   *
   * @throws dev.holdfast.StoreException if it is
   */
  static void greet(BlockingPort asking) {
    Object pong = asking.ask("PING");
    if (pong instanceof RedisReplyException refusal && !RedisExceptions.isMissingRight(refusal)) {
      throw RedisExceptions.of(asking.site(), "look at the server", refusal, FailureTexts.READ);
    }
  }

  /** Its clock, and how far away it is. */
  List<Finding> times(Examination examination) {
    return List.of(
        clock(examination),
        examination.latency("latency", () -> asking.ask("PING") == null ? 0 : 1));
  }

  /**
   * What can only be found out by trying.
   *
   * @param listening hears what is published
   * @param nonce makes the names that are tried unlike all others
   */
  List<Finding> tries(Examination examination, RedisPort listening, String nonce) {
    Keys keys = asking.site().keys(examination.namespace());
    List<Finding> findings =
        new ArrayList<>(new LockProbe(asking, listening, granting, keys, nonce).run());
    findings.add(new StoredKeysCheck(asking, examination.namespace()).look());
    return findings;
  }

  static String nonce() {
    return Long.toHexString(ThreadLocalRandom.current().nextLong());
  }

  private Finding clock(Examination examination) {
    try {
      return examination.clock(this::millis);
    } catch (ClockUnseenException forbidden) {
      return Finding.note(
              "clock", "cannot be seen (this user may not ask TIME)", "only the server's decides")
          .limit(Guarantee.C2, "the server's clock steps");
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

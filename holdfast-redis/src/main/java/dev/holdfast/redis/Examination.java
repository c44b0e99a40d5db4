package dev.holdfast.redis;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.holdfast.StoreException;
import dev.holdfast.spi.Checkup;
import dev.holdfast.spi.Claim;
import dev.holdfast.spi.Finding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;

/** Looks at a server through a port, on the calling thread. */
final class Examination {
  private final String store;
  private final RedisPort port;
  private final Duration timeout;

  Examination(String store, RedisPort port, Duration timeout) {
    this.store = store;
    this.port = port;
    this.timeout = timeout;
  }

  /**
   * Looks at everything.
   *
   * @throws StoreException if the server does not answer
   */
  List<Finding> run(Checkup checkup) {
    Object pong = ask("PING");
    if (pong instanceof RedisReplyException refusal && !Failures.isMissingRight(refusal)) {
      // Not loading, and not in need of a password.
      throw Failures.of(store, "look at the server", refusal, Outcome.READ);
    }
    ServerFacts facts = new ServerFacts(askAll(ServerFacts.questions()));
    Keys keys = new Keys(checkup.namespace());
    List<Finding> findings = new ArrayList<>();
    findings.add(ServerKind.version(facts));
    findings.addAll(port.isSharded() ? ServerKind.cluster(facts) : List.of(ServerKind.role(facts)));
    findings.addAll(MemoryLimits.of(facts));
    findings.addAll(Persistence.of(facts));
    findings.add(clock(checkup));
    findings.add(checkup.latency("latency", () -> ask("PING") == null ? 0 : 1));
    findings.addAll(ServerLimits.of(facts));
    findings.addAll(new Tries(this, keys, nonce()).run());
    findings.add(new StoredKeys(this, checkup.namespace()).look());
    return findings;
  }

  private static String nonce() {
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
    Object reply = ask("TIME");
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

  RedisPort port() {
    return port;
  }

  String store() {
    return store;
  }

  /** One command's reply; an error reply is a {@link RedisReplyException}. */
  Object ask(String... command) {
    return askAll(List.of(List.of(command))).get(0);
  }

  List<Object> askAll(List<List<String>> commands) {
    return wait(port.ask(commands));
  }

  /** Waits for an answer as long as it may take. */
  <T> T wait(CompletionStage<T> answer) {
    try {
      return answer.toCompletableFuture().get(timeout.toMillis(), MILLISECONDS);
    } catch (ExecutionException | TimeoutException error) {
      throw Failures.of(store, "look at the server", error, Outcome.READ);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new StoreException(
          "look at " + store + ": interrupted; nothing was changed", interrupted, true);
    }
  }
}

package dev.holdfast.redis.internal.doctor;

import dev.holdfast.StoreException;
import dev.holdfast.redis.internal.port.NodeAddress;
import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.port.RedisReplyException;
import dev.holdfast.redis.internal.protocol.FailureTexts;
import dev.holdfast.redis.internal.protocol.RedisExceptions;
import dev.holdfast.redis.internal.protocol.RedisSite;
import dev.holdfast.spi.Futures;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** Asks through a port and waits for the answer, on the calling thread. */
public final class BlockingPort {
  private final RedisSite site;
  private final RedisPort port;
  private final Duration timeout;

  /**
   * Asks through this port.
   *
   * @param site what is asked
   * @param timeout how long an answer may take
   */
  public BlockingPort(RedisSite site, RedisPort port, Duration timeout) {
    this.site = site;
    this.port = port;
    this.timeout = timeout;
  }

  /** The same of another server. */
  BlockingPort of(NodeAddress node, RedisPort its) {
    return new BlockingPort(site.named(node + " of " + site.store()), its, timeout);
  }

  RedisPort port() {
    return port;
  }

  RedisSite site() {
    return site;
  }

  /** One command's reply; an error reply is a {@link RedisReplyException}. */
  Object ask(String... command) {
    return askAll(List.of(List.of(command))).get(0);
  }

  /**
   * The replies to several commands.
   *
   * @throws StoreException if they do not arrive
   */
  List<Object> askAll(List<List<String>> commands) {
    return wait(port.ask(commands));
  }

  /** What the server says of itself. */
  ServerFacts facts() {
    return new ServerFacts(askAll(ServerFacts.questions()));
  }

  /** Waits for an answer as long as it may take. */
  <T> T wait(CompletionStage<T> answer) {
    try {
      return Futures.get(answer, timeout);
    } catch (ExecutionException | TimeoutException error) {
      throw RedisExceptions.of(site, "look at the server", error, FailureTexts.READ);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new StoreException(
          "look at " + site.store() + ": interrupted; nothing was changed", interrupted, true);
    }
  }
}

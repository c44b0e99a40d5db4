package dev.holdfast.redis.internal.port;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What the protocol asks of a Redis client: a few calls, asynchronous in shape. A blocking client
 * answers with stages that are complete already.
 *
 * <p>A stage that completes exceptionally with a {@link RedisReplyException} says that the server
 * answered with an error; any other exception says that the answer did not arrive (connection,
 * timeout, pool), so that the outcome is unknown. Calls never throw.
 *
 * <p>Replies are {@code null}, {@link Long}, {@code byte[]} or a {@link List} of replies.
 * Implementations are thread-safe.
 *
 * <p>To add a client library:
 *
 * <ol>
 *   <li>A module like {@code holdfast-redis-lettuce} (a client that does not block) or {@code
 *       holdfast-redis-jedis} (one that does), to whose name {@code module-info} of this module
 *       exports its packages. The pages README and CONTRIBUTING list the modules, as do the poms of
 *       the tree, of {@code holdfast-bom} and {@code holdfast-published}.
 *   <li>This interface over the library: {@code call}, {@code callAll}, {@code scan}, {@code ping},
 *       {@code subscribe}, {@code unsubscribe} and {@code close} are all that locks on one server
 *       need. The others have a default, and each adds something: {@code greet} and {@code ask} the
 *       checks when a store is opened and by the doctor, {@code distrust} and {@code doubtServer}
 *       safety after odd answers and failovers, {@code callAndWait} replicas, {@code openPipelined}
 *       quorums without a thread for each call, {@code servers} clusters ({@code ClusterPort} of
 *       the package {@code cluster} does the rest).
 *   <li>A public store that delegates to {@code RedisStore}, as {@code LettuceStore} does, and says
 *       in its {@code StoreCapabilities} whether it blocks; a guard over {@code RedisFence}.
 *   <li>A {@code StoreProvider} for the same URLs, by {@code RedisUrl.fits} with the name that
 *       stands in {@code ?client=…}; in the core {@code UnknownStore} lists those names.
 *   <li>Tests: this module's test jar has all of them; a class like {@code LettuceTckTest} for the
 *       kit, and a subclass of each of the {@code Redis*Tests}, {@code Redlock*Tests} and others
 *       that extend {@code AdapterTests}. {@code holdfast-redis/versions} runs the kit on all
 *       servers.
 *   <li>By choice: {@code Drivers} of the module for Spring Data Redis, {@code ClientStore} of the
 *       one for Spring Boot.
 * </ol>
 */
public interface RedisPort extends AutoCloseable, ScriptSender {
  /** Runs one script: one command, and one round trip, which calls at the same time may share. */
  CompletionStage<Object> call(ScriptCall call);

  /**
   * Runs several scripts, sent together without waiting in between. They never wait behind other
   * calls: renewals come this way.
   *
   * @return the replies in the order of the calls; where the server answered one of them with an
   *     error, a {@link RedisReplyException} stands in its place; and on a cluster, some other
   *     exception where the server that has its keys did not answer
   */
  @Override
  CompletionStage<List<Object>> callAll(List<ScriptCall> calls);

  /**
   * Opens a connection to the server, for as long as the client waits for one; throws what the
   * client throws where it cannot. The caller closes it.
   *
   * @return null where the client does not offer that, or there are several servers
   */
  default @Nullable PipelinedConnection openPipelined() {
    return null;
  }

  /** Whether {@link #callAndWait} can be asked. */
  default boolean isAbleToWait() {
    return false;
  }

  /**
   * Runs one script, and then WAIT. That takes a connection on which no other call waits; the
   * calling thread is not blocked, even by a blocking client.
   *
   * @return the replies to the script and to WAIT, with a {@link RedisReplyException} in the place
   *     of an error
   */
  default CompletionStage<List<Object>> callAndWait(ScriptCall call, ReplicaWaits.Kind kind) {
    return CompletableFuture.failedStage(
        new UnsupportedOperationException("this port has no connection to wait on"));
  }

  /** Whether the keys of one script must share a slot, because there are several servers. */
  default boolean isSharded() {
    return false;
  }

  /**
   * A number that stands for the server that answers for a key: calls to one may be slow or fail
   * while those to others do not. The same for keys of the same server, as far as that is known.
   */
  default int part(byte[] key) {
    return 0;
  }

  /** One step of a walk over the keys that match a pattern; the first step has cursor "0". */
  CompletionStage<ScanPage> scan(byte[] cursor, byte[] pattern);

  /** Completes when the server has answered, so that its address and credentials are right. */
  CompletionStage<Void> ping();

  /**
   * PING as above, and in the same round trip, where the port can: this script and INFO memory.
   *
   * @param look whether to ask for INFO too
   * @return the replies to the script and to INFO, with a {@link RedisReplyException} in the place
   *     of an error; empty from a port that only pings
   */
  default CompletionStage<List<Object>> greet(ScriptCall check, boolean look) {
    return ping().thenApply(pong -> List.of());
  }

  /**
   * Sends commands that are no scripts together, to look at a server; never part of a verb.
   *
   * @param commands each a command's name in upper case and its words
   * @return the replies in the order of the commands, with a {@link RedisReplyException} in the
   *     place of an error
   */
  default CompletionStage<List<Object>> ask(List<List<String>> commands) {
    return CompletableFuture.failedStage(
        new UnsupportedOperationException("this port sends nothing but scripts"));
  }

  /**
   * Hears that an answer made no sense, perhaps because it belongs to another call. Whatever else
   * comes on that connection may be out of step too, so it is given up where the client lets us, in
   * the background; what is under way on it becomes unknown.
   */
  default void distrust() {}

  /**
   * Hears that the server takes no writes, as it is not the master any more. Connections to it are
   * given up where the client lets us, that for pushes too, a few times a second at most: behind
   * the same address may stand another server. Nothing to do where servers are told by name.
   */
  default void doubtServer() {}

  /** The servers among which calls are divided; null from a port to one server. */
  default @Nullable RedisNodes servers() {
    return null;
  }

  /**
   * Begins to listen to a channel, in the background, on a connection that all channels of this
   * port share and that is restored by itself when it is lost.
   */
  void subscribe(String channel, PushSink sink);

  /** Ends what {@link #subscribe} began; the connection ends with the last channel. */
  void unsubscribe(String channel);

  /** Frees what this port opened itself. Idempotent. */
  @Override
  void close();
}

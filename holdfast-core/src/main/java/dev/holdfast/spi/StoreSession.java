package dev.holdfast.spi;

import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * One client's verbs on a store.
 *
 * <p>Every verb is idempotent in its attempt id and may be repeated, duplicated or overtaken.
 * <b>Normal completion is knowledge; exceptional completion means that the outcome is unknown</b>
 * (with a {@link dev.holdfast.StoreException}, whose {@code isTransient()} says whether asking
 * again can help). A client library that may have sent an acquire twice must call its outcome
 * unknown, whatever the reply: only then does the release leave a mark that refuses the late copy.
 * A verb never throws: what goes wrong completes the stage. A blocking store returns completed
 * stages.
 *
 * <p>The life of an attempt:
 *
 * <ol>
 *   <li>{@link #acquire} grants the name, or puts the attempt into the name's queue.
 *   <li>{@link #keepAlive} keeps the place in the queue while the attempt waits.
 *   <li>Handoff: a verb that finds room, mostly a {@link #release}, grants the name to the first
 *       place, for the claim window. {@link StoreListener#granted} tells its client; so does the
 *       answer to the next keep-alive, should that push be lost.
 *   <li>{@link #keepAlive} lengthens the hold to a whole lease, and renews it from then on.
 *   <li>{@link #release} ends the attempt, wherever it stands, and hands the name on.
 *   <li>Loss: a hold that is not renewed expires. A later keep-alive answers {@code Absent}.
 * </ol>
 *
 * <p>Times are decided by the store's own clock alone. Implementations are thread-safe.
 */
public interface StoreSession extends AutoCloseable {
  /**
   * Grants the name if its queue is empty and there is room (or if this attempt holds it already:
   * the same answer again, with the time that is left), else joins the queue if the request waits,
   * and recalls each holding client that has not been told yet that another attempt waits. There is
   * room if the name is free; beside shared holds for one more; beside counted holds for one whose
   * permits and theirs are not more than the name has.
   *
   * <p>While a name is held or waited for, it is either a lock or a semaphore of one size; the
   * first request for it says which. Kept holds count, with their permits.
   *
   * @return {@link Standing.Holding}, {@link Standing.Queued}, or {@link Standing.Absent} if the
   *     name is taken and the request does not wait, or if the attempt has ended already: it was
   *     released with a mark, or its own grant has expired; or {@link Standing.Mismatched}, which
   *     changes nothing for other attempts
   */
  CompletionStage<Standing> acquire(AcquireRequest request);

  /**
   * Acquires several names, each of them once, in one operation as far as there is room: in the
   * order of the requests, up to the first of which a try would not be granted. If the first
   * request does not wait, it is all of them or none. Only the first may join a queue; it is
   * answered as by {@link #acquire}. Holds that one operation grants have one stamp, above all that
   * any of their names had.
   *
   * <p>A store may grant fewer than there is room for, as if it had looked no further: this one
   * does not look at any but the first.
   *
   * @return the standings, in the order of the requests: of all but the first {@code Holding},
   *     {@code Absent}, which says nothing of a name that was not looked at, or {@code Mismatched}
   */
  default CompletionStage<List<Standing>> acquireAll(List<AcquireRequest> requests) {
    return acquire(requests.get(0))
        .thenApply(
            first -> {
              List<Standing> standings =
                  new ArrayList<>(
                      Collections.nCopies(requests.size(), new Standing.Absent(0, null, false)));
              standings.set(0, first);
              return standings;
            });
  }

  /**
   * Renews and changes holds and keeps queue places, in one batch.
   *
   * <ul>
   *   <li>A hold that is live is renewed (never shortened): {@code Holding}. One that is not, is
   *       not revived: {@code Absent}.
   *   <li>A hold that is to have a stamp with others: {@code Holding}, with the stamp it has now;
   *       see {@link KeepAlive.Raise}.
   *   <li>A hold that is to change: {@code Holding}, in the mode it has now; see {@link
   *       KeepAlive.Change}. The queue moves on if that makes room.
   *   <li>A place that is still queued is kept for longer: {@code Queued}; the queue moves on past
   *       a dead holder or dead waiters first. A place that was granted meanwhile: {@code Holding}
   *       with the time that is left, and nothing is lengthened. A place that is not found: {@code
   *       Absent}, and nothing is created.
   * </ul>
   *
   * @return the standings, in the order of the requests; where a part of the store did not answer,
   *     {@link Standing.Unknown} for that part alone
   */
  CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests);

  /** Whether {@link #acknowledge} can be asked. */
  default boolean acknowledges() {
    return false;
  }

  /**
   * Renews a hold, as {@link #keepAlive} does, and waits until this number of replicas of the
   * server that has it are known to have it too, or the time is over. No other request waits for
   * that, and the calling thread does not, even if the store blocks.
   *
   * @param replicas at least 1
   * @param timeoutMillis at least 1; the answer, or the exception, comes within that and a few
   *     times what any verb may take
   * @return {@link Standing.Holding} and how many of them have the hold, which may be fewer or
   *     more; or {@link Standing.Absent}
   */
  default CompletionStage<ReplicaAck> acknowledge(
      KeepAlive.Hold hold, int replicas, long timeoutMillis) {
    return CompletableFuture.failedStage(
        new StoreException("this store does not know which replicas have a hold", null, false));
  }

  /**
   * Which part of the store a name is in now. Parts answer independently of one another: the engine
   * keeps the names of each alive by requests of their own, so that one that is slow or dead delays
   * no other part's names. A batch may have names of several parts all the same.
   *
   * @return any number; the same for names of the same part
   */
  default int part(String name) {
    return 0;
  }

  /**
   * On how many independent servers the hold of an attempt is known to stand; asks none of them.
   *
   * @return one, but for a store over several that all have the hold
   */
  default int nodes(String name, String attempt) {
    return 1;
  }

  /**
   * The clock that decides when holds of this name end: of the server that has it, when it is
   * asked. A quorum asks for it after every grant, as a clock that is stepped forward ends holds
   * before their time.
   *
   * @return milliseconds since the epoch; empty if the store does not say, as this one
   */
  default CompletionStage<OptionalLong> clock(String name) {
    return CompletableFuture.completedStage(OptionalLong.empty());
  }

  /**
   * Ends an attempt wherever it stands: holding, queued, or not yet arrived. A name that becomes
   * free is handed to the queue's next live waiter in the same operation, or to a run of them that
   * ask for shared or counted holds. An attempt that does not hold any more changes nothing for the
   * next holder, and one of several holds ends alone.
   *
   * @return whether the attempt was found: with a live hold or queued. A store may also say so of a
   *     hold that has expired while nothing has happened to the name since
   */
  CompletionStage<Boolean> release(ReleaseRequest request);

  /**
   * Ends several attempts, each as {@link #release} does; in one operation if the store can.
   *
   * @return whether each was found, in the order of the requests
   */
  default CompletionStage<List<Boolean>> releaseAll(List<ReleaseRequest> requests) {
    List<CompletableFuture<Boolean>> each =
        requests.stream().map(request -> release(request).toCompletableFuture()).toList();
    return CompletableFuture.allOf(each.toArray(CompletableFuture[]::new))
        .thenApply(done -> each.stream().map(Futures::result).toList());
  }

  /** Whether {@link #reduce} can be asked. */
  default boolean reduces() {
    return false;
  }

  /**
   * Leaves a counted hold with at most this number of permits, and with all else that it has: its
   * stamp, its end, and its place among the holds. The queue moves on if that makes room, in the
   * same operation. A hold that has as many or fewer stays as it is: so a copy of the request that
   * comes late changes nothing. No other request gives a hold permits that it has given up.
   *
   * @param permits at least 1
   * @return whether the attempt has a live counted hold
   */
  default CompletionStage<Boolean> reduce(String name, String attempt, int permits) {
    return CompletableFuture.failedStage(
        new StoreException(
            "this store takes the permits of a lease back together only", null, false));
  }

  /**
   * Gives a semaphore that is held or waited for another size. Holds stay as they are, even if they
   * have more permits together then: no request is granted until there is room. The queue moves on
   * if that makes room, and past places that ask for more permits than there are now.
   *
   * @param expected the size that it must have now for anything to change; 0 if any will do. A
   *     request with a size that is expected is not to be sent twice: the copy would find another
   * @return the size it had, whether it was changed or not; 0 if no permits of this name are held
   *     or waited for now, so that there is nothing to change
   */
  CompletionStage<Integer> resize(String name, int expected, int size);

  /** What the store knows of a name now; changes nothing. */
  CompletionStage<LockInfo> inspect(String name);

  /**
   * The names that are held or waited for now, at most {@code limit} of them, in no order. A name
   * with data that is not the store's own is no reason to fail: it is among them if it may be held,
   * and {@link #inspect} of it fails.
   */
  CompletionStage<List<String>> names(int limit);

  /**
   * Ends the hold on a name by force, or all of several, tells their clients, and hands the name
   * on.
   *
   * @return whether there was a hold
   */
  CompletionStage<Boolean> breakHold(String name);

  /** Ends the session and its pushes. Holds are not touched. Idempotent. */
  @Override
  void close();
}

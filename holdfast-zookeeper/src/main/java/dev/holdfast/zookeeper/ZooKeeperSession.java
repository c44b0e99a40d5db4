package dev.holdfast.zookeeper;

import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.apache.curator.framework.CuratorFramework;

/** The verbs of one client on ZooKeeper. */
final class ZooKeeperSession implements StoreSession {
  private static final CompletableFuture<?> NOTHING = CompletableFuture.completedFuture(null);

  private final String store;
  private final Duration timeout;
  private final Clients.Lent lent;
  private final SessionTicker ticker = new SessionTicker();
  private final NameNodes names;
  private final Attempts attempts;
  private final Link link;
  private final Acquiring acquiring;
  private final Standings standings;
  private final Keeping keeping;
  private final Ending ending;
  private final Looking looking;
  private final Forgetting forgetting;
  private final AtomicBoolean closed = new AtomicBoolean();

  ZooKeeperSession(
      String store, Clients.Lent lent, Layout layout, Duration timeout, StoreListener listener) {
    this.store = store;
    this.timeout = timeout;
    this.lent = lent;
    ServerClock clock = new ServerClock(ticker);
    names = new NameNodes(layout, lent.acl(), clock);
    attempts = new Attempts(listener, ticker);
    link = new Link(lent.client(), ticker, clock, listener::changed, this::sessionEnded);
    standings = new Standings(names, attempts, listener, ticker);
    acquiring = new Acquiring(names, attempts, standings, ticker);
    keeping = new Keeping(names, attempts, standings, ticker);
    ending = new Ending(names, attempts, acquiring);
    looking = new Looking(names);
    forgetting = new Forgetting(names, clock, ticker);
  }

  /** Makes sure that ZooKeeper answers, and that what all names need is there. */
  void open() {
    try {
      ask("make its nodes", names::open).toCompletableFuture().join();
    } catch (java.util.concurrent.CompletionException failed) {
      close();
      throw Failures.of("make the nodes that locks need", store, failed);
    }
  }

  private void sessionEnded(Conn conn, String why) {
    for (Attempt ended : attempts.sessionEnded(conn, why)) {
      // The servers may not have ended it, and its nodes would be in the way for as long.
      ended.abandon(lent.client(), names);
    }
  }

  @Override
  public CompletionStage<Standing> acquire(AcquireRequest request) {
    return ask(
        "acquire '" + request.name() + "'",
        conn -> {
          forgetting.now(conn);
          return acquiring.acquire(conn, request);
        });
  }

  @Override
  public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
    if (requests.isEmpty()) {
      return CompletableFuture.completedFuture(List.of());
    }
    return ask(
        "keep " + requests.size() + " attempts alive",
        conn -> {
          forgetting.now(conn);
          long since = ticker.nanos();
          // One write shows that the session lives; what is sent after it is answered after it.
          CompletableFuture<Boolean> alive = conn.touch(names.layout().clock());
          List<CompletableFuture<Standing>> each = new ArrayList<>(requests.size());
          // Requests about one name are for one after another; about several, at once.
          Map<String, CompletableFuture<?>> before = new HashMap<>();
          for (KeepAlive request : requests) {
            CompletableFuture<?> last = before.getOrDefault(request.name(), NOTHING);
            CompletableFuture<Standing> one =
                last.thenCompose(done -> keeping.keepAlive(conn, request))
                    .exceptionally(error -> unknown(request, error));
            before.put(request.name(), one);
            each.add(one);
          }
          return alive.thenCompose(
              ok ->
                  CompletableFuture.allOf(each.toArray(CompletableFuture[]::new))
                      .thenApply(
                          done ->
                              each.stream()
                                  .map(CompletableFuture::join)
                                  .map(one -> Standings.since(conn, one, since))
                                  .toList()));
        });
  }

  private Standing unknown(KeepAlive request, Throwable error) {
    return new Standing.Unknown(Failures.of("keep '" + request.name() + "' alive", store, error));
  }

  @Override
  public CompletionStage<Boolean> release(ReleaseRequest request) {
    return ask("release '" + request.name() + "'", conn -> ending.release(conn, request));
  }

  @Override
  public CompletionStage<Integer> resize(String name, int size) {
    return ask("resize '" + name + "'", conn -> ending.resize(conn, name, size));
  }

  @Override
  public CompletionStage<LockInfo> inspect(String name) {
    return ask("look at '" + name + "'", conn -> looking.inspect(conn, name));
  }

  @Override
  public CompletionStage<List<String>> names(int limit) {
    return ask("list the names in use", conn -> looking.names(conn, limit));
  }

  @Override
  public CompletionStage<Boolean> breakHold(String name) {
    return ask("break the hold on '" + name + "'", conn -> ending.breakHold(conn, name));
  }

  private <T> CompletionStage<T> ask(String asked, Function<Conn, CompletableFuture<T>> verb) {
    if (closed.get()) {
      return CompletableFuture.failedFuture(
          new StoreException(
              "Asked " + store + " to " + asked + ": this session is closed.", null, false));
    }
    CompletableFuture<T> answer;
    try {
      answer = verb.apply(link.current());
    } catch (StoreException unreachable) {
      return CompletableFuture.failedFuture(unreachable);
    } catch (RuntimeException refused) {
      return CompletableFuture.failedFuture(Failures.of(asked, store, refused));
    }
    return answer
        .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .handle(
            (result, error) -> {
              if (error != null) {
                throw Failures.of(asked, store, error);
              }
              return result;
            });
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      link.close();
      // What is left belongs to nobody: it ends with our session, or at once if the session is the
      // user's and goes on.
      CuratorFramework client = lent.client();
      if (!lent.isOurs()) {
        for (Attempt left : attempts.clear()) {
          left.abandon(client, names);
        }
      }
      lent.close();
    }
  }

  @Override
  public String toString() {
    return store;
  }
}

package dev.holdfast.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.consensus.NameSnapshot;
import dev.holdfast.consensus.Register;
import dev.holdfast.consensus.SessionTicker;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.StoreSession;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.AsyncCallback;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a look at a name costs, and what its writes depend on. */
class EraGuardsTest {
  private static final long HALF_AN_HOUR = TimeUnit.MINUTES.toMillis(30);

  private final Bench bench = new Bench("guards");
  private final List<Session> sessions = new ArrayList<>();
  private final SessionTicker ticker = new SessionTicker();

  @AfterEach
  void close() throws InterruptedException {
    for (Session session : sessions) {
      session.close();
    }
    bench.close();
  }

  private Session session() throws IOException {
    Session session = new Session();
    sessions.add(session);
    return session;
  }

  private NameNodes names(ServerClock clock) {
    return new NameNodes(bench.layout, Clients.ANYBODY, clock);
  }

  @Test
  void aLookIsOneRoundTrip() throws Exception {
    ServerClock clock = new ServerClock(ticker);
    NameNodes names = names(clock);
    Session first = session();
    ZkSession conn = new ZkSession(first, ticker, clock, ended -> {});
    assertTrue(Bench.answer(names.ground().lay(conn)));
    assertTrue(Bench.answer(names.make(conn, "n")));
    String name = bench.layout.nameNode("n");
    String bucket = bench.layout.bucketOf("n");
    List<String> all = List.of(bench.layout.root(), bucket, name, name);
    assertEquals(all, first.askedUnanswered(() -> names.read(conn, "n", false)));
    NameSnapshot unused = Bench.answer(names.read(conn, "n", false));
    assertEquals(
        List.of(name, name),
        first.askedUnanswered(() -> names.read(conn, "n", false)),
        "what is known of the bucket need not be asked again");
    Session second = session();
    ZkSession next = new ZkSession(second, ticker, clock, ended -> {});
    assertEquals(
        all,
        second.askedUnanswered(() -> names.read(next, "n", false)),
        "another session may see older registers than that is");
  }

  @Test
  void aFreshLookAtAKeptNameTellsTheTimeOnce() throws Exception {
    keep(bench.open("a"), "a/h/1/x/1");
    ServerClock clock = new ServerClock(ticker);
    Session session = session();
    ZkSession conn = new ZkSession(session, ticker, clock, ended -> {});
    NameSnapshot snapshot = Bench.answer(names(clock).read(conn, "n", true));
    assertTrue(snapshot.isUsed(), "it is kept");
    assertEquals(1, session.asked.stream().filter(bench.layout.clock()::equals).count());
  }

  /** A clock that was set back is seen; before that is written, the path is deleted. */
  @Test
  void whatIsMovedAlongWithTheClockIsNotWrittenOverANewName() throws Exception {
    keep(bench.open("a"), "a/h/1/x/1");
    StoreSession b = bench.open("b");
    ServerClock setBack =
        new ServerClock(ticker) {
          @Override
          void heard(long serverMillis) {
            super.heard(serverMillis - TimeUnit.HOURS.toMillis(1));
          }
        };
    Session session = session();
    ZkSession conn = new ZkSession(session, ticker, setBack, ended -> {});
    session.beforeClock =
        () -> {
          session.beforeClock = null;
          bench.curator.delete().deletingChildrenIfNeeded().forPath(bench.layout.root());
          long stamp = bench.take(b, "n", "b/h/1/x/1").stamp();
          // Two writes, as the old register had.
          Object unused =
              Bench.answer(
                  b.keepAlive(List.of(new KeepAlive.Raise("n", "b/h/1/x/1", 1_000, stamp + 1))));
        };
    NameSnapshot seen = Bench.answer(names(setBack).read(conn, "n", false));
    assertEquals(List.of("b/h/1/x/1"), attempts(seen.register()));
    Register stored =
        Register.decode(bench.upToDate().getData().forPath(bench.layout.nameNode("n")));
    assertEquals(List.of("b/h/1/x/1"), attempts(stored));
  }

  private static List<String> attempts(Register register) {
    return register.holds().stream().map(Register.Hold::attempt).toList();
  }

  private void keep(StoreSession session, String attempt) {
    bench.take(session, "n", attempt);
    ReleaseRequest keeping = new ReleaseRequest("n", attempt, HALF_AN_HOUR, false, 60_000);
    assertTrue(Bench.answer(session.release(keeping)));
  }

  /** Something that is done on the way. */
  private interface Step {
    void happen() throws Exception;
  }

  private interface Look {
    CompletableFuture<NameSnapshot> begin();
  }

  /** A session that notes the paths of what is asked, and asks nothing while it is deaf. */
  @SuppressWarnings("try") // close() may throw InterruptedException
  private static final class Session extends ZooKeeper {
    final List<String> asked = new CopyOnWriteArrayList<>();
    volatile @Nullable Step beforeClock;
    private volatile boolean isDeaf;

    Session() throws IOException {
      super(Ensemble.shared().getConnectString(), 10_000, event -> {});
    }

    List<String> askedUnanswered(Look look) {
      asked.clear();
      isDeaf = true;
      CompletableFuture<NameSnapshot> unused = look.begin();
      isDeaf = false;
      return List.copyOf(asked);
    }

    @Override
    public void getData(String path, Watcher watcher, AsyncCallback.DataCallback told, Object of) {
      asked.add(path);
      if (!isDeaf) {
        super.getData(path, watcher, told, of);
      }
    }

    @Override
    public void getChildren(
        String path, Watcher watcher, AsyncCallback.ChildrenCallback told, Object of) {
      asked.add(path);
      if (!isDeaf) {
        super.getChildren(path, watcher, told, of);
      }
    }

    @Override
    public void setData(
        String path, byte[] data, int version, AsyncCallback.StatCallback told, Object of) {
      asked.add(path);
      Step step = beforeClock;
      if (step != null) {
        try {
          step.happen();
        } catch (Exception failed) {
          throw new AssertionError(failed);
        }
      }
      super.setData(path, data, version, told, of);
    }
  }
}

package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.jdbc.internal.connection.JdbcUrl;
import dev.holdfast.jdbc.internal.connection.PooledConnections;
import dev.holdfast.jdbc.internal.database.Dialect;
import dev.holdfast.jdbc.internal.database.Statements;
import dev.holdfast.servers.Relay;
import dev.holdfast.silent.Takes;
import dev.holdfast.spi.StoreUrl;
import java.sql.DriverManager;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Trouble with PostgreSQL. */
@Tag("rest")
class PostgresTroubleTest extends ServerTroubleTests {
  PostgresTroubleTest() {
    super(SharedPostgres.IT);
  }

  /** A pool heeds another bound of its waits only when it next looks after itself. */
  @Test
  void aPoolThatWasMadeJustNowLetsWaitNoLonger() throws Exception {
    JdbcUrl url = JdbcUrl.of(StoreUrl.parse(server.url(database) + "?pool=1"));
    PooledConnections connections = new PooledConnections(url);
    Dialect unused = connections.opened();
    Statements only = connections.take();
    try {
      Takes takes = new Takes();
      takes.and("the second", "no connection within 2 s", connections::take);
      takes.failWithin(PooledConnections.PATIENCE.plusSeconds(3));
    } finally {
      connections.giveBack(only, true);
      connections.closed();
    }
  }

  /** It is one of the whole program, whose other drivers heed it, too. */
  @Test
  void aPoolLeavesTheLoginTimeoutOfTheProgramAsItIs() throws Exception {
    int before = DriverManager.getLoginTimeout();
    DriverManager.setLoginTimeout(77);
    try (Holdfast client = Holdfast.connect(server.url(database))) {
      client.mutex("n").acquire().close();
      assertEquals(77, DriverManager.getLoginTimeout());
    } finally {
      DriverManager.setLoginTimeout(before);
    }
  }

  /** One after the other, each would wait for a login of its own. */
  @Test
  void aLoginThatFailsIsNotRepeatedForEachThreadThatHasWaitedForIt() throws Exception {
    try (Relay wire = new Relay(server.process.port());
        Holdfast sessions =
            quick(
                Holdfast.builder(
                    server.through(wire, server.url(database))
                        + "?locks=session&connectTimeout=4s"))) {
      Lease held = sessions.mutex("held").acquire();
      assertTrue(held.isHeld());
      wire.freeze();
      Takes tries = new Takes();
      for (int i = 0; i < 6; i++) {
        DistributedLock lock = sessions.mutex("n" + i);
        tries.and("try " + i, "acquire 'n", lock::tryAcquire);
      }
      tries.failWithin(Duration.ofSeconds(10));
      wire.cut(); // so that nothing is waited for any more
    }
  }
}

package dev.holdfast.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.StoreException;
import dev.holdfast.redis.internal.protocol.RedisExceptions;
import dev.holdfast.redis.internal.protocol.ScriptRefusal;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.LockStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Real servers that run no scripts: that is final, and said when a client connects. */
public abstract class RedisScriptRefusalTests extends AdapterTests {

  private void refused(String url, String reason) {
    try (LockStore store = store(url)) {
      StoreException refused = assertThrows(StoreException.class, () -> Holdfast.over(store));
      assertFalse(refused.isTransient(), refused.getMessage());
      assertTrue(refused.getMessage().contains(reason), refused.getMessage());
      Examination examination =
          new Examination("x", Duration.ofSeconds(60), System::nanoTime, System::currentTimeMillis);
      Finding rights =
          store.examine(examination).stream()
              .filter(finding -> finding.subject().equals("rights"))
              .findFirst()
              .orElseThrow();
      assertEquals(Finding.Level.PROBLEM, rights.level(), rights.toString());
    }
  }

  @Test
  void scriptsThatWereRenamedAway() {
    for (List<String> options :
        List.of(
            List.of("--rename-command", "EVALSHA", ""),
            List.of("--rename-command", "EVAL", ""),
            List.of("--rename-command", "EVAL", "", "--rename-command", "EVALSHA", ""))) {
      try (RedisServer server = RedisServer.started(options.toArray(String[]::new))) {
        refused(server.url(), ScriptRefusal.ADVICE);
      }
    }
  }

  @Test
  void aUserWhoMayRunNone() {
    try (RedisServer server = RedisServer.started()) {
      for (String denied : List.of("-@scripting", "-eval", "-evalsha")) {
        server.ask(
            "ACL", "SETUSER", "locks", "reset", "on", ">secret", "~*", "&*", "+@all", denied);
        server.ask("SCRIPT", "FLUSH");
        refused("redis://locks:secret@127.0.0.1:" + server.port(), RedisExceptions.RIGHTS);
      }
    }
  }
}

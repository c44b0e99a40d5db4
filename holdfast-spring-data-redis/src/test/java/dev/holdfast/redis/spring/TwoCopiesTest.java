package dev.holdfast.redis.spring;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.redis.VerbsForTests;
import dev.holdfast.redis.spring.FactoryForTests.Library;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import java.util.concurrent.CompletionStage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * A connection that is lost while a call is under way, over a factory as Spring Boot makes it:
 * Lettuce sends the call again, so its outcome must be called unknown, whatever the reply.
 */
class TwoCopiesTest {
  @Test
  void aCallThatMayHaveBeenSentTwiceIsUnknown() throws Exception {
    try (RedisServer server = RedisServer.started();
        LockStore store = OwningStore.at(Library.LETTUCE, server.url());
        VerbsForTests client = new VerbsForTests(store, "")) {
      // The server knows the script then; else nothing was granted the first time.
      client.release("known", client.take("known"));
      for (int round = 0; round < 5; round++) {
        String name = "n" + round;
        String attempt = client.attempt();
        server.ask("CLIENT", "PAUSE", 60_000, "WRITE");
        CompletionStage<Standing> call =
            client.session.acquire(VerbsForTests.request(name, attempt, false));
        Awaitility.await()
            .until(() -> ((String) server.ask("CLIENT", "LIST")).contains(" flags=b "));
        server.ask("CLIENT", "KILL", "TYPE", "normal");
        server.ask("CLIENT", "UNPAUSE");
        StoreException unknown = VerbsForTests.refusal(call);
        assertTrue(unknown.isTransient(), unknown.getMessage());
        assertTrue(unknown.getMessage().contains("it is unknown whether"), unknown.getMessage());
        assertTrue(unknown.getMessage().contains("two copies"), unknown.getMessage());
        // What the engine does then: the mark that this leaves refuses whatever copy is late.
        assertTrue(client.releaseOvertaking(name, attempt), "the second copy was granted");
        Standing late =
            VerbsForTests.answer(
                client.session.acquire(VerbsForTests.request(name, attempt, false)));
        assertInstanceOf(Standing.Absent.class, late);
        client.release(name, client.take(name));
      }
    }
  }
}

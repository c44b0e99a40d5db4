package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.HoldfastListener;
import dev.holdfast.StoreException;
import dev.holdfast.internal.engine.RenewalBatch.Answer;
import dev.holdfast.internal.events.ListenerEvents;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.runtime.NextTick;
import dev.holdfast.internal.session.StoreInvoker;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import dev.holdfast.spi.StoreSession;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What one tick keeps alive. */
final class RenewalBatchTest {
  private static final Standing.Holding HOLDING = new Standing.Holding(1, 30_000, false);

  private final StillHost host = new StillHost();
  private final List<List<KeepAlive>> sent = new ArrayList<>();
  private final List<String> heard = new ArrayList<>();
  private CompletableFuture<List<Standing>> answer = new CompletableFuture<>();
  private final StoreRequests requests =
      new StoreRequests(
          new StoreInvoker(
              session(),
              new StoreCapabilities(false, true, HoldKind.LEASE, Duration.ofSeconds(3)),
              host),
          host,
          new NextTick(host),
          new ListenerEvents(new HoldfastListener() {}));

  @SuppressWarnings("unchecked")
  private StoreSession session() {
    return (StoreSession)
        Proxy.newProxyInstance(
            StoreSession.class.getClassLoader(),
            new Class<?>[] {StoreSession.class},
            (proxy, method, arguments) -> {
              sent.add((List<KeepAlive>) arguments[0]);
              return answer;
            });
  }

  /** A machine that only says what it hears. */
  private StoreAnswers machine(String name) {
    return (StoreAnswers)
        Proxy.newProxyInstance(
            StoreAnswers.class.getClassLoader(),
            new Class<?>[] {StoreAnswers.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("name")) {
                return name;
              }
              heard.add(name + " " + method.getName());
              return null;
            });
  }

  private void add(RenewalBatch batch, String name) {
    batch.hold(machine(name), Bench.hold(), LockSettings.DEFAULTS, host.nanos());
  }

  @Test
  void thoseOfOnePartOfTheStoreGoTogetherAndPlacesApart() {
    RenewalBatch batch = new RenewalBatch(name -> name.length());
    add(batch, "a");
    add(batch, "b");
    add(batch, "cc");
    batch.place(machine("d"), new Attempt("c/h/1/n/1", LockSettings.DEFAULTS, true, 0));
    assertEquals(0, sent.size());
    batch.send(requests);
    assertEquals(List.of(2, 1, 1), sent.stream().map(List::size).toList());
    assertTrue(sent.get(1).get(0) instanceof KeepAlive.Place);
    answer.complete(List.of(HOLDING, HOLDING));
    assertEquals(
        List.of("a renewed", "b renewed", "cc renewed", "d placeKept"),
        heard.stream().sorted().toList());
  }

  @Test
  void aRequestThatFailsHasFailedForAll() {
    RenewalBatch batch = new RenewalBatch(name -> 0);
    add(batch, "a");
    add(batch, "b");
    answer = CompletableFuture.failedFuture(new StoreException("silent", null, true));
    batch.send(requests);
    assertEquals(List.of("a renewalFailed", "b renewalFailed"), heard);
  }

  @Test
  void whatIsUnknownOfOneIsThatOnesAlone() {
    RenewalBatch batch = new RenewalBatch(name -> 0);
    add(batch, "a");
    add(batch, "b");
    batch.send(requests);
    StoreException silent = new StoreException("silent", null, true);
    answer.complete(List.of(new Standing.Unknown(silent), HOLDING));
    assertEquals(List.of("a renewalFailed", "b renewed"), heard);
  }

  @Test
  void whatIsThrownByOneAnswerFailsThatOne() {
    List<String> outcomes = new ArrayList<>();
    Answer both = new Answer(List.of(HOLDING), 5, null);
    both.takeIn(0, standing -> outcomes.add("known"), error -> outcomes.add("failed"));
    both.takeIn(1, standing -> outcomes.add("known"), error -> outcomes.add("failed"));
    assertEquals(List.of("known", "failed"), outcomes);
  }
}

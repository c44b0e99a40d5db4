package dev.holdfast.internal.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pushes that arrive before there is an engine are nothing; all later ones reach it. */
class DeferredListenerTest {
  private final List<String> heard = new ArrayList<>();
  private final DeferredListener late = new DeferredListener();

  private void pushAll() {
    late.granted("n", "a", new Standing.Holding(1, 2, true), 3);
    late.recalled("n", "b");
    late.broken("n", "c");
    late.sessionEnded("n", "d", "e");
    late.changed();
  }

  @Test
  void pushesReachTheEngineFromItsBeginningOn() {
    pushAll();
    late.begin(new Engineer());
    assertEquals(List.of(), heard);
    pushAll();
    assertEquals(
        List.of("granted n a 1 2 true 3", "recalled n b", "broken n c", "ended n d e", "changed"),
        heard);
  }

  private final class Engineer implements StoreListener {
    @Override
    public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {
      heard.add(
          "granted %s %s %d %d %s %d"
              .formatted(
                  name,
                  attempt,
                  standing.stamp(),
                  standing.remainingMillis(),
                  standing.othersWait(),
                  sentAt));
    }

    @Override
    public void recalled(String name, String attempt) {
      heard.add("recalled " + name + " " + attempt);
    }

    @Override
    public void broken(String name, String attempt) {
      heard.add("broken " + name + " " + attempt);
    }

    @Override
    public void sessionEnded(String name, String attempt, String why) {
      heard.add("ended " + name + " " + attempt + " " + why);
    }

    @Override
    public void changed() {
      heard.add("changed");
    }
  }
}

package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.holdfast.internal.engine.Effects.Caller;
import dev.holdfast.internal.engine.Effects.Effect;
import dev.holdfast.internal.runtime.NextTick;
import dev.holdfast.internal.runtime.Timers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a machine wants done is done when its lock is left, all of it. */
final class EffectsTest {
  private final NextTick tick = new NextTick(new StillHost());
  private final Effects fx = new Effects();
  private final List<String> done = new ArrayList<>();

  private record Named(String name, List<String> done) implements Effect {
    @Override
    public void perform(Caller caller) {
      done.add(name + " " + caller);
    }
  }

  @Test
  void allIsDoneInOrderOnTheThreadThatPerforms() {
    fx.add(caller -> done.add("one " + caller));
    fx.add(caller -> done.add("two " + caller));
    assertEquals(List.of(), done);
    fx.perform(tick, Caller.BLOCKING);
    assertEquals(List.of("one BLOCKING", "two BLOCKING"), done);
  }

  @Test
  void oneThatThrowsIsTakenBackAndTheOthersAreDone() {
    LinkageError thrown = new LinkageError("on purpose");
    List<Throwable> takenBack = new ArrayList<>();
    fx.add(
        new Effect() {
          @Override
          public void perform(Caller caller) {
            throw thrown;
          }

          @Override
          public void failed(Throwable why) {
            takenBack.add(why);
          }
        });
    fx.add(caller -> done.add("the other"));
    fx.perform(tick, Caller.ASYNC);
    assertSame(thrown, takenBack.get(0));
    assertEquals(List.of("the other"), done);
  }

  @Test
  void thoseOfOneKindCanBeTakenOut() {
    Named named = new Named("named", done);
    fx.add(caller -> done.add("left"));
    fx.add(named);
    assertEquals(List.of(named), fx.take(Named.class));
    fx.perform(tick, Caller.ASYNC);
    assertEquals(List.of("left"), done);
  }

  @Test
  void theEarliestInstantIsAskedFor() {
    fx.perform(tick, Caller.ASYNC);
    assertEquals(Timers.NEVER, tick.at());
    fx.wakeBy(9);
    fx.wakeBy(7);
    fx.wakeBy(8);
    assertEquals(Timers.NEVER, tick.at(), "when the lock is left");
    fx.perform(tick, Caller.ASYNC);
    assertEquals(7, tick.at());
  }
}

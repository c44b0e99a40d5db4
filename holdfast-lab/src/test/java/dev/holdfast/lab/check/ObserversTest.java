package dev.holdfast.lab.check;

import static dev.holdfast.lab.check.Story.op;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What observers of an election may be told, and what not. */
final class ObserversTest {
  private static final long A = op(0, 1);
  private static final long B = op(1, 1);
  private static final long O = op(2, 900);
  private static final int NOBODY = -1;

  /** A leads for term 10, then B for term 11, while somebody observes. */
  private static Story terms() {
    return new Story()
        .observes(O, 1)
        .granted(A, 5, 10, 10, 300)
        .released(A, 100, 101)
        .granted(B, 6, 110, 11, 5_000)
        .happened(5_000, Happening.Type.END, -1);
  }

  private static List<String> found(Story story) {
    return found(story, new Observers(true, true));
  }

  private static List<String> found(Story story, Check check) {
    return story.by(check).stream().map(Violation::check).toList();
  }

  @Test
  void leadersInTheirOrderAreLeftAlone() {
    Story all = terms().seen(O, 2, 0, NOBODY).seen(O, 8, 10, 0);
    assertEquals(List.of(), found(all.seen(O, 105, 0, NOBODY).seen(O, 150, 11, 1)));
    assertEquals(List.of(), found(terms().seen(O, 150, 11, 1)), "one was not looked at");
    Story unknown = terms().seen(O, 8, 9, 2).seen(O, 150, 11, 1);
    assertEquals(List.of(), found(unknown), "a leader that was over before it was told");
  }

  @Test
  void termsDoNotGoBack() {
    Story story = terms().seen(O, 8, 10, 0).seen(O, 150, 11, 1).seen(O, 160, 10, 0);
    assertEquals(List.of("E1"), found(story.seen(O, 170, 12, 1)));
    assertEquals(List.of(), found(story, new Observers(false, true)), "where data may be lost");
    Story again = terms().seen(O, 8, 10, 0).seen(O, 20, 0, NOBODY).seen(O, 30, 10, 0);
    assertEquals(List.of("E1"), found(again.seen(O, 150, 11, 1)));
    Story another = terms().seen(O, 150, 11, 1).observes(O + 1, 2).seen(O + 1, 160, 10, 0);
    assertEquals(List.of(), found(another.seen(O + 1, 170, 11, 1)), "of another observer");
  }

  @Test
  void theDataIsThatOfTheLeader() {
    assertEquals(List.of("E1"), found(terms().seen(O, 150, 11, 0)));
    assertEquals(List.of("E1"), found(terms().seen(O, 150, 11, NOBODY)));
    assertEquals(List.of("E1"), found(terms().seen(O, 150, 11, 0), new Observers(false, true)));
  }

  @Test
  void nobodyLeadsBeforeItCampaigns() {
    assertEquals(List.of("E1"), found(terms().seen(O, 4, 10, 0).seen(O, 150, 11, 1)));
    Story left = terms().asked(op(0, 0), 3).seen(O, 4, 10, 0).seen(O, 150, 11, 1);
    assertEquals(List.of(), found(left), "another of its client's candidates had been there");
  }

  @Test
  void whatIsOverIsNotBelievedForLong() {
    assertEquals(List.of("E1"), found(terms().seen(O, 8, 10, 0)), "until the end");
    assertEquals(List.of("E1"), found(terms().seen(O, 8, 10, 0).seen(O, 2_111, 11, 1)));
    assertEquals(List.of(), found(terms().seen(O, 8, 10, 0).seen(O, 2_110, 11, 1)));
    Story stopped = terms().seen(O, 8, 10, 0).stood(2, 500, 900).seen(O, 2_500, 11, 1);
    assertEquals(List.of(), found(stopped), "its process did not run");
    Story killed = terms().seen(O, 8, 10, 0).happened(2_000, Happening.Type.KILL, 2);
    assertEquals(List.of(), found(killed));
  }

  /** What was being told when its client began to close is told, and is the last thing. */
  @Test
  void anObserverEndsWithItsClient() {
    Story ended = terms().seen(O, 8, 10, 0).closes(2, 2_000);
    assertEquals(List.of(), found(ended), "before it was late");
    Story during = terms().closes(2, 100).seen(O, 101, 10, 0);
    assertEquals(List.of(), found(during), "told while its client closed");
    Story late = terms().seen(O, 8, 10, 0).closes(2, 2_500).seen(O, 2_501, 11, 1);
    assertEquals(List.of("E1"), found(late), "late before its client closed");
    Story next = terms().closes(2, 0).seen(O, 8, 10, 0);
    assertEquals(List.of("E1"), found(next), "an observer of the client that was opened next");
  }

  @Test
  void whoBeginsIsToldOfSomething() {
    assertEquals(List.of("E1"), found(terms()));
    assertEquals(List.of("E1"), found(terms().seen(O, 2_002, 11, 1)));
    assertEquals(List.of(), found(terms().seen(O, 2_001, 11, 1)));
  }

  @Test
  void inTroubleAndSoonAfterItLookingMayTakeTime() {
    Story story =
        terms()
            .happened(500, Happening.Type.INJECT, -1)
            .happened(600, Happening.Type.HEAL, -1)
            .seen(O, 150, 10, 0);
    assertEquals(List.of("E1"), found(story, new Observers(true, false)), "never again");
    assertEquals(List.of("E1"), found(story.seen(O, 3_900, 11, 1)), "where nothing was wrong");
    assertEquals(List.of(), found(story, new Observers(true, false)), "2 s after 1,900");
  }
}

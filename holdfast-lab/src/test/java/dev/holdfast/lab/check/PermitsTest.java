package dev.holdfast.lab.check;

import static dev.holdfast.lab.check.Story.op;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What those who have permits may do beside each other, and what not. */
final class PermitsTest {
  private static final long STAMP = 4096;
  private static final long A = op(0, 1);
  private static final long B = op(1, 1);
  private static final long C = op(2, 1);
  private static final Want ONE = Want.permits(1, 3);
  private static final Want TWO = Want.permits(2, 3);

  /** Three of three are out. */
  private static Story allOut() {
    return new Story()
        .granted(A, TWO, 0, 2, 10 * STAMP, 300)
        .granted(B, ONE, 1, 3, 11 * STAMP, 300);
  }

  private static List<String> found(Story story, Check... checks) {
    return Stream.of(checks)
        .flatMap(check -> story.by(check).stream())
        .map(Violation::check)
        .toList();
  }

  @Test
  void asManyAsThereAreAreLeftAlone() {
    Story story =
        allOut()
            .renewed(A, 4, 5)
            .refused(C, 6, 7, ONE)
            .released(A, 200, 201)
            .granted(C, TWO, 202, 203, 12 * STAMP, 500)
            .released(C, 204, 205)
            .released(B, 210, 211);
    assertEquals(
        List.of(),
        found(
            story,
            new Exclusion(),
            new PermitsOut(),
            new PermitOrder(),
            new GrantOrder(true),
            new FencedWrites(),
            new Promises(),
            new Linearizable()));
  }

  @Test
  void oneTooManyBreaksN1() {
    Story story = allOut().granted(C, ONE, 4, 6, 12 * STAMP, 300);
    assertEquals(List.of("N1"), found(story, new PermitsOut()));
    assertEquals(List.of("LINEAR"), found(story.released(A, 200, 201), new Linearizable()));
  }

  @Test
  void permitsAreBackWithTheReleaseOrTheDeadline() {
    Story released = allOut().released(A, 5, 90).granted(C, TWO, 4, 6, 12 * STAMP, 300);
    assertEquals(List.of(), found(released, new PermitsOut()));
    Story over = allOut().granted(C, ONE, 290, 301, 12 * STAMP, 600);
    assertEquals(List.of(), found(over, new PermitsOut()));
  }

  @Test
  void aHoldThatTwoUseBreaksN1() {
    Story story =
        new Story()
            .granted(A, ONE, 0, 2, 10 * STAMP, 300)
            .granted(op(0, 2), ONE, 3, 4, 10 * STAMP + 1, 300);
    assertEquals(List.of("N1"), found(story, new PermitsOut()));
    assertEquals(List.of("LINEAR"), found(story.released(A, 200, 201), new Linearizable()));
  }

  @Test
  void aTryThatFailsThoughThereIsRoomIsInNoOrder() {
    Story one = new Story().granted(A, TWO, 0, 2, 10 * STAMP, 300).refused(C, 30, 31, ONE);
    assertEquals(List.of("LINEAR"), found(one.released(A, 200, 201), new Linearizable()));
    Story two = new Story().granted(A, TWO, 0, 2, 10 * STAMP, 300).refused(C, 30, 31, TWO);
    assertEquals(List.of(), found(two.released(A, 200, 201), new Linearizable()));
  }

  @Test
  void aTryThatFailsWhileALentLeaseMayHaveAskedTheStoreIsNotJudged() {
    Story story =
        new Story()
            .granted(A, ONE, 0, 2, 10 * STAMP, 300)
            .released(A, 5, 6)
            .granted(op(0, 2), ONE, 3, 6, 10 * STAMP + 1, 300)
            .released(op(0, 2), 7, 8)
            .refused(C, 20, 21, Want.permits(3, 3));
    assertEquals(List.of(), found(story, new Linearizable()));
    Story late =
        new Story()
            .granted(A, ONE, 0, 2, 10 * STAMP, 300)
            .released(A, 5, 6)
            .refused(C, 20, 21, Want.permits(3, 3));
    assertEquals(List.of("LINEAR"), found(late, new Linearizable()));
  }

  @Test
  void aRenewalOfWhatIsOverIsInNoOrder() {
    Story story =
        new Story().granted(A, ONE, 0, 2, 10 * STAMP, 300).released(A, 5, 6).renewed(A, 8, 9);
    assertEquals(List.of("LINEAR"), found(story, new Linearizable()));
  }

  @Test
  void tokensAreGivenOnce() {
    Story story = allOut().released(B, 5, 6).granted(C, ONE, 4, 8, 11 * STAMP, 300);
    assertEquals(List.of("F1", "F1"), found(story, new PermitOrder()), "and it is another client");
  }

  @Test
  void tokensOfOneHoldGrow() {
    Story story = new Story().granted(A, ONE, 0, 2, 10 * STAMP + 1, 300).released(A, 5, 8);
    assertEquals(
        List.of("F1"),
        found(story.granted(op(0, 2), ONE, 7, 9, 10 * STAMP, 300), new PermitOrder()));
  }

  @Test
  void whatIsSurelyNewHasAGreaterToken() {
    Story story = new Story().granted(A, ONE, 0, 2, 10 * STAMP, 300);
    assertEquals(
        List.of("F1"), found(story.granted(B, ONE, 5, 9, 9 * STAMP, 300), new PermitOrder()));
    Story passedOn =
        new Story()
            .granted(op(1, 2), ONE, 0, 1, 9 * STAMP, 300)
            .granted(A, ONE, 1, 3, 10 * STAMP, 300)
            .granted(B, ONE, 5, 9, 9 * STAMP + 1, 300);
    assertEquals(List.of(), found(passedOn.released(op(1, 2), 6, 7), new PermitOrder()));
    Story givenUp =
        new Story()
            .refused(op(1, 2), 0, 200, ONE)
            .granted(A, ONE, 201, 203, 10 * STAMP, 500)
            .granted(B, ONE, 205, 209, 9 * STAMP, 500);
    assertEquals(List.of(), found(givenUp, new PermitOrder()), "it may have been on its way");
  }

  @Test
  void fewDoNotOvertakeMany() {
    Story story =
        new Story()
            .granted(A, TWO, 0, 1_900, 3 * STAMP, 1_990)
            .granted(B, ONE, 1_500, 1_600, 2 * STAMP, 1_700);
    assertEquals(List.of("W3"), found(story, new QueueOrder(true)));
    Story together =
        new Story()
            .granted(A, ONE, 0, 1_900, 3 * STAMP, 1_990)
            .granted(B, ONE, 1_500, 1_899, 4 * STAMP, 1_990);
    assertEquals(List.of(), found(together, new QueueOrder(true)), "told later, granted first");
  }

  @Test
  void whoStandsBehindAnotherOfItsClientHasNoPlaceYet() {
    Story story =
        new Story()
            .refused(op(0, 2), 0, 1_200, ONE)
            .granted(A, TWO, 100, 1_900, 3 * STAMP, 1_990)
            .granted(B, ONE, 1_500, 1_600, 2 * STAMP, 1_700);
    assertEquals(List.of(), found(story, new QueueOrder(true)));
    Story same =
        new Story()
            .refused(op(0, 2), 0, 1_200, TWO)
            .granted(A, TWO, 100, 1_900, 3 * STAMP, 1_990)
            .granted(B, ONE, 1_500, 1_600, 2 * STAMP, 1_700);
    assertEquals(List.of("W3"), found(same, new QueueOrder(true)), "it takes over the place");
  }

  @Test
  void whatIsWantedIsReadBack() {
    Want want = Want.permits(3, 17);
    Event ask = new Event(0, Kind.ASK, A, 0, 0, 0, Event.manner('u', want));
    assertEquals(want, ask.want());
    assertEquals('u', ask.way());
  }
}

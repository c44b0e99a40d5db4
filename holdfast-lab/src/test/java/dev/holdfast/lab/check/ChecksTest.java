package dev.holdfast.lab.check;

import static dev.holdfast.lab.check.Story.op;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each check convicts a bad history, and leaves a good one alone that differs by little. */
final class ChecksTest {
  private static final long A = op(0, 1);
  private static final long B = op(1, 1);
  private static final long C = op(2, 1);

  /** A, then B, as they should be. */
  private static Story good() {
    return new Story()
        .granted(A, 0, 2, 10, 300)
        .held(A, 5, 300)
        .renewed(A, 6, 8)
        .wrote(A, 9, 10, 1)
        .refused(op(2, 9), 10, 12)
        .released(A, 20, 22)
        .granted(B, 30, 32, 11, 330)
        .wrote(B, 33, 11, 2)
        .released(B, 40, 41)
        .happened(50, Happening.Type.INJECT, -1)
        .happened(60, Happening.Type.HEAL, -1)
        .granted(C, 61, 62, 12, 400)
        .released(C, 70, 71);
  }

  @Test
  void aGoodHistoryIsLeftAlone() {
    List<Check> checks =
        List.of(
            new Exclusion(),
            new GrantOrder(true),
            new FencedWrites(),
            new Promises(),
            new Linearizable(),
            new QueueOrder(false),
            new Liveness());
    assertEquals(List.of(), checks.stream().flatMap(c -> good().by(c).stream()).toList());
  }

  @Test
  void twoClaimsAtOnceBreakC2() {
    Story story = new Story().granted(A, 0, 2, 10, 300).granted(B, 30, 32, 11, 330);
    assertEquals(List.of("C2"), found(story, new Exclusion()));
  }

  @Test
  void aClaimEndsWithTheRelease() {
    Story story =
        new Story().granted(A, 0, 2, 10, 300).released(A, 31, 60).granted(B, 30, 32, 11, 330);
    assertEquals(List.of(), found(story, new Exclusion()));
  }

  @Test
  void aClaimEndsWithTheDeadline() {
    Story story =
        new Story().granted(A, 0, 2, 10, 300).granted(B, 30, 301, 11, 600).released(A, 400, 401);
    assertEquals(List.of(), found(story, new Exclusion()));
  }

  @Test
  void theDeadClaimNothing() {
    Story story =
        new Story()
            .granted(A, 0, 2, 10, 300)
            .happened(31, Happening.Type.KILL, 0)
            .granted(B, 30, 32, 11, 330);
    assertEquals(List.of(), found(story, new Exclusion()));
  }

  @Test
  void anEarlierClaimIsNotForgottenForAShorterOne() {
    Story story =
        new Story()
            .granted(A, 0, 2, 10, 300)
            .granted(B, 3, 4, 11, 5)
            .released(B, 6, 7)
            .granted(C, 8, 9, 12, 20);
    assertEquals(List.of("C2", "C2"), found(story, new Exclusion()));
  }

  @Test
  void tokensThatFallBreakF1() {
    Story story =
        new Story().granted(A, 0, 2, 10, 300).released(A, 3, 4).granted(B, 30, 32, 9, 330);
    assertEquals(List.of("F1", "F1"), found(story, new GrantOrder(true)));
    assertEquals(List.of("F1"), found(story, new GrantOrder(false)));
  }

  @Test
  void whatALostHoldIsLentOnForBreaksF1OnlyWhereNoDataIsLost() {
    long old = (1L << 50) * 4096;
    long next = old + 100 * 4096;
    Story lent =
        new Story()
            .granted(op(1, 2), 0, 2, old, 300)
            .granted(A, 5, 7, next, 300)
            .granted(B, 30, 32, old + 1, 330);
    assertEquals(List.of("F1", "F1"), found(lent, new GrantOrder(true)));
    assertEquals(List.of(), found(lent, new GrantOrder(false)));
  }

  @Test
  void whatIsNotSurelyLentBreaksF1AlsoWhereDataIsLost() {
    long old = (1L << 50) * 4096;
    long next = old + 100 * 4096;
    Story newer = new Story().granted(A, 0, 2, next, 300);
    assertEquals(List.of("F1"), found(newer.granted(B, 30, 32, old, 330), new GrantOrder(false)));
    Story others = new Story().granted(C, 0, 1, old, 9).granted(A, 5, 7, next, 300);
    assertEquals(
        List.of("F1"), found(others.granted(B, 30, 32, old + 1, 330), new GrantOrder(false)));
    Story plain = new Story().granted(op(1, 2), 0, 1, 8, 9).granted(A, 5, 7, 10, 300);
    assertEquals(
        List.of("F1"), found(plain.granted(B, 30, 32, 9, 330), new GrantOrder(false)), "no stamps");
  }

  @Test
  void tokensGivenTwiceBreakF1() {
    Story story = new Story().granted(A, 0, 2, 10, 300).granted(B, 1, 3, 10, 330);
    assertEquals(List.of("F1"), found(story, new GrantOrder(false)));
  }

  @Test
  void ordersThatAreNotCertainAreNotJudged() {
    Story story = new Story().granted(A, 0, 20, 10, 300).granted(B, 10, 12, 11, 330);
    assertEquals(List.of(), found(story, new GrantOrder(false)));
    Story late = new Story().granted(A, 0, 20, 10, 10).granted(B, 10, 12, 11, 330);
    assertEquals(List.of(), found(late, new GrantOrder(true)), "A was not valid any more");
  }

  @Test
  void aStaleWriteBreaksC1AndLosesAnUpdate() {
    Story story =
        new Story()
            .granted(A, 0, 2, 0, 10)
            .granted(B, 30, 32, 0, 60)
            .wrote(B, 40, 0, 1)
            .wrote(A, 50, 0, 1);
    assertEquals(List.of("C1", "C1", "SET"), found(story, new FencedWrites()));
  }

  @Test
  void aLossBeforeTheDeadlineBreaksThePromise() {
    Story story = new Story().granted(A, 0, 2, 10, 300).held(A, 5, 300).notHeld(A, 200);
    assertEquals(List.of("PROMISE"), found(story, new Promises()));
    Story late = new Story().granted(A, 0, 2, 10, 300).held(A, 5, 300).notHeld(A, 301);
    assertEquals(List.of(), found(late, new Promises()));
  }

  @Test
  void aRenewalAfterTheNextGrantIsInNoOrder() {
    Story story =
        new Story()
            .granted(A, 0, 2, 10, 20)
            .granted(B, 30, 32, 11, 60)
            .renewed(A, 40, 41)
            .released(B, 70, 71);
    assertEquals(List.of("LINEAR"), found(story, new Linearizable()));
  }

  @Test
  void aTryThatFailsOnAFreeNameIsInNoOrder() {
    Story story = new Story().granted(A, 0, 2, 10, 300).released(A, 20, 22).refused(B, 30, 31);
    assertEquals(List.of("LINEAR"), found(story, new Linearizable()));
    Story during = new Story().granted(A, 0, 2, 10, 300).released(A, 20, 32).refused(B, 30, 31);
    assertEquals(List.of(), found(during, new Linearizable()));
    Story late = new Story().granted(A, 0, 2, 10, 300).released(A, 20, 22).refused(B, 30, 180);
    assertEquals(List.of(), found(late, new Linearizable()), "granted too late to be of use");
  }

  @Test
  void aTryThatFailsBesideWhatWasGivenUpInTheTroubleIsNotJudged() {
    Story story =
        new Story()
            .happened(5, Happening.Type.INJECT, 0)
            .refused(C, 10, 400)
            .happened(3_000, Happening.Type.HEAL, 0);
    assertEquals(List.of(), found(story.refused(B, 3_030, 3_031), new Linearizable()));
    assertEquals(List.of("LINEAR"), found(story.refused(A, 5_000, 5_001), new Linearizable()));
  }

  /** A client that stood still between the grant and the answer finds its time over. */
  @Test
  void aGrantThatClaimsNothingMayHaveEndedBeforeItWasAnswered() {
    Story story = new Story().granted(B, 200, 202, 11, 500).released(B, 300, 301);
    assertEquals(List.of(), found(story.granted(A, 0, 203, 10, 203), new Linearizable()));
    Story claims = new Story().granted(B, 200, 202, 11, 500).released(B, 300, 301);
    assertEquals(List.of("LINEAR"), found(claims.granted(A, 0, 203, 10, 204), new Linearizable()));
  }

  @Test
  void aGrantThatNobodyMadeRoomForIsInNoOrder() {
    Story story =
        new Story()
            .granted(A, 0, 2, 10, 300)
            .granted(B, 3, 5, 11, 300)
            .released(B, 6, 7)
            .released(A, 100, 101);
    assertEquals(List.of("LINEAR"), found(story, new Linearizable()));
  }

  @Test
  void whoComesLaterAndIsServedFirstBreaksW3() {
    long stamp = 4096;
    Story story =
        new Story()
            .granted(A, 0, 1_900, 3 * stamp, 1_990)
            .granted(B, 1_500, 1_600, 2 * stamp, 1_700);
    assertEquals(
        List.of("W3"),
        found(story.happened(2_000, Happening.Type.INJECT, -1), new QueueOrder(false)));
    assertEquals(List.of("W3"), found(story, new QueueOrder(true)));
    Story early =
        new Story().granted(A, 0, 1_900, 3 * stamp, 1_990).granted(B, 700, 1_600, 2 * stamp, 1_700);
    assertEquals(
        List.of(), found(early.happened(2_000, Happening.Type.INJECT, -1), new QueueOrder(false)));
  }

  @Test
  void whoseProcessDidNotRunComesToTheQueueLaterByThat() {
    long stamp = 4096;
    for (int stood : new int[] {699, 701}) {
      Story story =
          new Story()
              .granted(A, 0, 1_900, 3 * stamp, 1_990)
              .stood(0, 100, 100 + stood)
              .stood(1, 0, 1_500)
              .granted(B, 1_500, 1_600, 2 * stamp, 1_700);
      assertEquals(
          stood < 700 ? List.of("W3") : List.of(), found(story, new QueueOrder(true)), stood + "");
    }
  }

  @Test
  void whoseClientWasServedMeanwhileHasQueuedAnew() {
    long stamp = 4096;
    Story story =
        new Story()
            .granted(A, 0, 1_900, 3 * stamp, 1_990)
            .granted(op(0, 2), 0, 1_550, stamp, 1_560)
            .granted(B, 1_500, 1_600, 2 * stamp, 1_700)
            .happened(2_000, Happening.Type.INJECT, -1);
    assertEquals(List.of(), found(story, new QueueOrder(false)));
  }

  @Test
  void whoseClientHeldWhenItAskedHasQueuedLater() {
    long stamp = 4096;
    Story story =
        new Story()
            .granted(op(0, 2), 0, 100, stamp, 1_300)
            .granted(A, 200, 1_900, 3 * stamp, 1_990)
            .granted(B, 1_500, 1_600, 2 * stamp, 1_700);
    assertEquals(List.of(), found(story.released(op(0, 2), 1_250, 1_260), new QueueOrder(true)));
    Story before =
        new Story()
            .granted(op(0, 2), 0, 100, stamp, 1_300)
            .released(op(0, 2), 110, 120)
            .granted(A, 200, 1_900, 3 * stamp, 1_990)
            .granted(B, 1_500, 1_600, 2 * stamp, 1_700);
    assertEquals(List.of("W3"), found(before, new QueueOrder(true)));
  }

  @Test
  void workThatDoesNotGoOnBreaksW1() {
    Story story = good().happened(80, Happening.Type.HEAL, -1);
    assertEquals(List.of("W1"), found(story, new Liveness()));
    Story late = new Story().happened(0, Happening.Type.HEAL, -1).granted(A, 0, 3_161, 1, 4_000);
    assertEquals(List.of("W1", "W1"), found(late, new Liveness()), "in all, and for A");
  }

  private static List<String> found(Story story, Check check) {
    return Stream.of(check).flatMap(c -> story.by(c).stream()).map(Violation::check).toList();
  }
}

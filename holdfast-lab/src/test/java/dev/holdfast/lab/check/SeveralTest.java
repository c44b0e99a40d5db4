package dev.holdfast.lab.check;

import static dev.holdfast.lab.check.Story.op;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Several names at once are judged name by name, as far as it is sure what was waited for. */
final class SeveralTest {
  private static final long STAMP = 4096;
  private static final long A = op(0, 1);
  private static final long A2 = op(0, 21);
  private static final long B = op(1, 1);
  private static final long C = op(2, 1);
  private static final Want FIRST = Want.WRITE.part(0, 2);
  private static final Want SECOND = Want.WRITE.part(1, 2);

  /** Asks for n0 and n1 at once, has both, and gives them back. */
  private static Story both(Story story, long op, long asked, long granted, long end, long token) {
    return story
        .on(0)
        .granted(op, FIRST, asked, granted, token, end + 100)
        .released(op, end, end + 1)
        .on(1)
        .granted(op + 1, SECOND, asked, granted, token, end + 100)
        .released(op + 1, end, end + 1);
  }

  /** Asks for n0 and n1 at once, and has neither. */
  private static Story neither(Story story, long op, long from, long to) {
    return story.on(0).refused(op, from, to, FIRST).on(1).refused(op + 1, from, to, SECOND);
  }

  private static List<String> found(Story story, Check... checks) {
    return Stream.of(checks)
        .flatMap(check -> story.by(check).stream())
        .map(Violation::check)
        .toList();
  }

  @Test
  void namesThatOverlapInTurnAreLeftAlone() {
    Story story = both(new Story(), A, 0, 2, 20, 10 * STAMP);
    story.on(0).wrote(A, 5, 10 * STAMP, 1).on(1).wrote(A + 1, 5, 10 * STAMP, 1);
    story.on(1).granted(B, 10, 22, 11 * STAMP, 300).wrote(B, 23, 11 * STAMP, 2);
    story.released(B, 30, 31);
    both(story, C, 25, 33, 40, 12 * STAMP);
    story.on(0).wrote(C, 34, 12 * STAMP, 2).on(1).wrote(C + 1, 34, 12 * STAMP, 3);
    story.happened(50, Happening.Type.INJECT, -1).happened(60, Happening.Type.HEAL, -1);
    both(story, A2, 61, 62, 70, 13 * STAMP);
    assertEquals(
        List.of(),
        found(
            story,
            new Exclusion(),
            new GrantOrder(true),
            new FencedWrites(),
            new Promises(),
            new Linearizable(),
            new Told(),
            new QueueOrder(true),
            new Liveness()));
    assertEquals(4, new Tally(story.history()).sections());
  }

  @Test
  void whoHasOneOfThemBesideBreaksC2() {
    Story story = both(new Story(), A, 0, 2, 20, 10 * STAMP);
    story.on(1).granted(B, 5, 7, 11 * STAMP, 300).released(B, 300, 301);
    assertEquals(List.of("C2"), found(story, new Exclusion()));
    assertEquals(List.of("LINEAR"), found(story, new Linearizable()));
    Story other = both(new Story(), A, 0, 2, 20, 10 * STAMP);
    assertEquals(
        List.of(),
        found(other.on(2).granted(B, 5, 7, 11 * STAMP, 300), new Exclusion(), new Linearizable()));
  }

  @Test
  void aTokenThatLiesBelowAnEarlierOneOfOneOfThemBreaksF1() {
    Story story = new Story().on(1).granted(B, 0, 2, 11 * STAMP, 300).released(B, 4, 5);
    both(story, A, 6, 8, 20, 10 * STAMP);
    assertEquals(List.of("F1", "F1"), found(story, new GrantOrder(true)));
    assertEquals(List.of("LINEAR"), found(story, new Linearizable()));
    Story other = new Story().on(2).granted(B, 0, 2, 11 * STAMP, 300).released(B, 4, 5);
    assertEquals(List.of(), found(both(other, A, 6, 8, 20, 10 * STAMP), new GrantOrder(true)));
  }

  @Test
  void anUpdateOfOneOfThemIsNotLost() {
    Story story = both(new Story(), A, 0, 2, 60, 0);
    story.on(1).granted(B, 30, 32, 0, 300).wrote(B, 33, 0, 1).wrote(A + 1, 40, 0, 1);
    assertEquals(List.of("C1", "C1", "SET"), found(story, new FencedWrites()));
  }

  @Test
  void aLossOfAllIsToldOfEach() {
    Story story = new Story().granted(A, FIRST, 0, 2, 10 * STAMP, 300).notHeld(A, 200);
    story.on(1).granted(A + 1, SECOND, 0, 2, 10 * STAMP, 300).notHeld(A + 1, 200);
    story.on(0).told(A, 201).on(1).told(A + 1, 201).happened(2_000, Happening.Type.END, -1);
    assertEquals(List.of("PROMISE", "PROMISE"), found(story, new Promises(), new Told()));
  }

  @Test
  void whichOfThemWasTakenIsNotKnownOfATryThatFails() {
    assertEquals(List.of(), found(neither(new Story(), A, 30, 31), new Linearizable()));
    assertEquals(
        List.of("LINEAR"), found(new Story().on(1).refused(B, 30, 31), new Linearizable()));
  }

  @Test
  void aTryBesideWhoMayHaveOneOfThemIsNotJudged() {
    Story during = neither(new Story(), A, 0, 600).on(1).refused(B, 30, 31);
    assertEquals(List.of(), found(during, new Linearizable()));
    Story soon = neither(new Story(), A, 0, 600).on(1).refused(B, 630, 631);
    assertEquals(List.of(), found(soon, new Linearizable()), "it may be given back yet");
    Story later = neither(new Story(), A, 0, 600).on(1).refused(B, 2_630, 2_631);
    assertEquals(List.of("LINEAR"), found(later, new Linearizable()));
  }

  @Test
  void whoWaitsForTheFirstOfThemIsNotOvertaken() {
    Story story = both(new Story(), A, 0, 1_900, 1_990, 3 * STAMP);
    story.on(0).granted(B, 1_500, 1_600, 2 * STAMP, 1_700);
    assertEquals(List.of("W3"), found(story, new QueueOrder(true)));
    Story second = both(new Story(), A, 0, 1_900, 1_990, 3 * STAMP);
    second.on(1).granted(B, 1_500, 1_600, 2 * STAMP, 1_700);
    assertEquals(List.of(), found(second, new QueueOrder(true)), "it does not wait there yet");
  }

  @Test
  void whoAsksForOneIsNotOvertakenByWhoAsksForSeveral() {
    Story story = new Story().on(1).granted(A, 0, 1_900, 3 * STAMP, 1_990);
    both(story, B, 1_500, 1_600, 1_700, 2 * STAMP);
    assertEquals(List.of("W3"), found(story, new QueueOrder(true)));
    Story held = new Story().on(1).granted(A, 0, 1_900, 3 * STAMP, 1_990);
    held.granted(op(1, 9), 0, 1, STAMP, 1_600).released(op(1, 9), 1_550, 1_560);
    both(held, B, 1_500, 1_600, 1_700, 2 * STAMP);
    assertEquals(List.of(), found(held, new QueueOrder(true)), "it may have been passed on");
  }

  @Test
  void whoseClientMayHaveHadItMeanwhileHasQueuedAnew() {
    Story story = neither(new Story(), A2, 0, 1_200).on(0);
    story.granted(A, 100, 1_900, 3 * STAMP, 1_990).granted(B, 1_500, 1_600, 2 * STAMP, 1_700);
    assertEquals(List.of(), found(story, new QueueOrder(true)));
    Story other = neither(new Story(), op(2, 5), 0, 1_200).on(0);
    other.granted(A, 100, 1_900, 3 * STAMP, 1_990).granted(B, 1_500, 1_600, 2 * STAMP, 1_700);
    assertEquals(List.of("W3"), found(other, new QueueOrder(true)), "that was another client");
  }

  /** All is well at 60, and A and B want both until so late. */
  private static Story standing(long end) {
    Story story = new Story().happened(60, Happening.Type.HEAL, -1);
    story.on(3).granted(op(2, 1), 61, 62, 1, 400).released(op(2, 1), 63, 64);
    return neither(neither(story, A, 100, 2_000), B, 1_900, end);
  }

  @Test
  void namesThatAllStandStillBreakW1() {
    assertEquals(List.of("W1"), found(standing(3_900), new Liveness()), "n1");
    assertEquals(List.of("W1", "W1"), found(standing(3_961), new Liveness()), "n0 takes its time");
    assertEquals(List.of(), found(standing(3_200), new Liveness()));
  }

  @Test
  void aNameDoesNotStandStillWhileOneBehindItGoesOn() {
    Story story = standing(3_961).on(1).granted(C, 1_950, 2_000, 2 * STAMP, 2_400);
    assertEquals(List.of(), found(story, new Liveness()));
    Story other = standing(3_961).on(0).granted(C, 1_950, 2_000, 2 * STAMP, 2_400);
    assertEquals(List.of("W1"), found(other, new Liveness()), "n1, behind which there is none");
  }

  @Test
  void afterADeathTheNextOfANameThatNobodyHasInVainIsWaitedFor() {
    assertEquals(List.of("W1"), found(dead(3), new Liveness()));
    assertEquals(List.of(), found(dead(0), new Liveness()), "who had n0 may have waited for n1");
  }

  /** Somebody dies who has this name, which is granted too late to who asked at once. */
  private static Story dead(int name) {
    Story story = new Story().on(name).granted(A, 0, 2, STAMP, 900);
    story.happened(10, Happening.Type.KILL, 0).happened(3_300, Happening.Type.HEAL, -1);
    both(story, C, 3_301, 3_302, 3_303, 3 * STAMP);
    return story.on(name).granted(B, 20, 3_300, 2 * STAMP, 3_600).released(B, 3_301, 3_302);
  }

  @Test
  void whatIsWantedIsReadBack() {
    Want want = Want.WRITE.part(2, 3);
    assertEquals(want, new Event(0, Kind.ASK, A, 0, 0, 0, Event.manner('c', want)).want());
  }
}

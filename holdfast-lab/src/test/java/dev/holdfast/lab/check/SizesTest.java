package dev.holdfast.lab.check;

import static dev.holdfast.lab.check.Story.op;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Permits are judged by how many there may have been when they were granted. */
final class SizesTest {
  private static final long STAMP = 4096;
  private static final long A = op(0, 1);
  private static final long A2 = op(0, 2);
  private static final long B = op(1, 1);
  private static final long C = op(2, 1);
  private static final long R = op(2, 9);
  private static final Want THREE_OF_FOUR = Want.permits(3, 4);
  private static final Want ONE_OF_FOUR = Want.permits(1, 4);
  private static final Want ONE_OF_TWO = Want.permits(1, 2);

  /** Three of four are out. */
  private static Story three() {
    return new Story().granted(A, THREE_OF_FOUR, 0, 2, 10 * STAMP, 300);
  }

  private static List<String> found(Story story, Check... checks) {
    return Stream.of(checks)
        .flatMap(check -> story.by(check).stream())
        .map(Violation::check)
        .toList();
  }

  @Test
  void whatWasGrantedBeforeStaysOut() {
    Story story = three().granted(B, ONE_OF_FOUR, 1, 3, 11 * STAMP, 300).resized(R, 4, 5, 2, true);
    story.released(A, 20, 21).released(B, 20, 21);
    story.granted(C, Want.permits(2, 2), 22, 23, 12 * STAMP, 300).released(C, 30, 31);
    assertEquals(List.of(), found(story, new PermitsOut(), new Linearizable()));
  }

  @Test
  void whoIsGrantedAfterwardsHasToFitIntoWhatThereIs() {
    Story story = three().resized(R, 4, 5, 2, true);
    story.granted(B, ONE_OF_TWO, 6, 7, 11 * STAMP, 300);
    assertEquals(List.of("N1"), found(story, new PermitsOut()));
    story.released(A, 200, 201).released(B, 200, 201);
    assertEquals(List.of("LINEAR"), found(story, new Linearizable()));
  }

  @Test
  void whoAskedMeanwhileMayHaveComeBefore() {
    Story story = three().resized(R, 4, 8, 2, true);
    story.granted(B, ONE_OF_FOUR, 3, 7, 11 * STAMP, 300).released(A, 200, 201);
    assertEquals(List.of(), found(story.released(B, 200, 201), new PermitsOut()));
    assertEquals(List.of(), found(story, new Linearizable()));
  }

  @Test
  void whoWaitedIsGrantedOfWhatThereIsThen() {
    Story story =
        new Story()
            .granted(A, Want.permits(2, 2), 0, 2, 10 * STAMP, 300)
            .resized(R, 5, 6, 4, true)
            .granted(B, ONE_OF_TWO, 3, 7, 11 * STAMP, 300);
    assertEquals(List.of(), found(story.released(A, 200, 201), new PermitsOut()));
    assertEquals(List.of(), found(story.released(B, 200, 201), new Linearizable()));
    Story before =
        new Story()
            .resized(R, 0, 1, 4, true)
            .granted(A, Want.permits(2, 2), 2, 3, 10 * STAMP, 300)
            .granted(B, ONE_OF_TWO, 4, 7, 11 * STAMP, 300);
    assertEquals(List.of("N1"), found(before, new PermitsOut()), "it was over");
  }

  @Test
  void whatMayHaveBeenChangedMayBeThere() {
    Story story = three().granted(B, Want.permits(2, 4), 40, 42, 11 * STAMP, 300);
    assertEquals(List.of("N1"), found(story, new PermitsOut()));
    assertEquals(List.of(), found(story.perhapsResized(R, 4, 30, 5), new PermitsOut()));
    Story late =
        new Story()
            .perhapsResized(R, 4, 30, 5)
            .granted(A, THREE_OF_FOUR, 2_000, 2_002, 10 * STAMP, 2_300)
            .granted(B, Want.permits(2, 4), 2_040, 2_042, 11 * STAMP, 2_300);
    assertEquals(List.of("N1"), found(late, new PermitsOut()), "it is surely over");
    Story nothing = three().resized(R, 4, 30, 5, false);
    nothing.granted(B, Want.permits(2, 4), 25, 42, 11 * STAMP, 300);
    assertEquals(List.of("N1", "N5"), found(nothing, new PermitsOut()));
  }

  @Test
  void whatIsPassedOnWasGrantedBefore() {
    Story story = three().resized(R, 4, 5, 2, true).released(A, 20, 22);
    story.granted(A2, THREE_OF_FOUR, 3, 23, 10 * STAMP + 1, 300);
    assertEquals(List.of(), found(story, new PermitsOut()));
    story.released(A2, 200, 201);
    assertEquals(List.of(), found(story, new Linearizable()));
    story.granted(B, ONE_OF_TWO, 30, 32, 11 * STAMP, 300).released(B, 210, 211);
    assertEquals(List.of("N1"), found(story, new PermitsOut()));
    assertEquals(List.of("LINEAR"), found(story, new Linearizable()));
  }

  @Test
  void whatIsPassedOnNeedsNoMoreRoomThanItHad() {
    Story larger = passedOn(new Story().resized(R, 4, 5, 2, true));
    assertEquals(List.of(), found(larger, new PermitsOut(), new Linearizable()));
    assertEquals(List.of("LINEAR"), found(passedOn(new Story()), new Linearizable()), "never two");
    Story later = passedOn(new Story().resized(R, 15, 16, 2, true));
    assertEquals(List.of("LINEAR"), found(later, new Linearizable()), "not two by then");
  }

  /** The only permit is passed on while somebody else has one that was granted later. */
  private static Story passedOn(Story story) {
    return story
        .granted(A, Want.permits(1, 1), 0, 2, 10 * STAMP, 300)
        .granted(B, ONE_OF_TWO, 6, 7, 11 * STAMP, 300)
        .released(A, 10, 12)
        .granted(A2, ONE_OF_TWO, 8, 11, 10 * STAMP + 1, 300)
        .released(A2, 20, 21)
        .released(B, 20, 21);
  }

  @Test
  void whatAViewPassesOnWasGrantedOfWhatThereWasWhenTheViewAsked() {
    Story story = new Story().granted(B, Want.permits(2, 3), 0, 1, 10 * STAMP, 300);
    story.granted(A, Want.permits(1, 3), 2, 3, 0, 300).resized(R, 4, 5, 1, true);
    story.granted(A2, Want.permits(1, 1), 6, 12, 11 * STAMP + 1, 300).released(A, 10, 13);
    assertEquals(List.of(), found(story, new PermitsOut()));
    story.released(A2, 20, 21).released(B, 20, 21);
    assertEquals(List.of(), found(story, new Linearizable()));
    Story after = new Story().granted(B, Want.permits(2, 3), 0, 1, 10 * STAMP, 300);
    after.granted(A, Want.permits(1, 3), 2, 3, 0, 300).resized(R, 4, 5, 1, true);
    after.released(A, 6, 7).granted(A2, Want.permits(1, 1), 8, 9, 11 * STAMP, 300);
    assertEquals(List.of("N1"), found(after, new PermitsOut()), "it was given back before");
    after.released(A2, 20, 21).released(B, 20, 21);
    assertEquals(List.of("LINEAR"), found(after, new Linearizable()));
  }

  @Test
  void whoHoldsIsNotOverlookedByWhoChangesTheSize() {
    assertEquals(List.of("N5"), found(three().resized(R, 4, 5, 2, false), new PermitsOut()));
    Story over = three().resized(R, 20, 40, 2, false).released(A, 30, 31);
    assertEquals(List.of(), found(over, new PermitsOut()), "it may have come after the release");
  }

  @Test
  void aTryThatFailsBesideAChangeIsNotJudged() {
    Story beside = three().resized(R, 20, 40, 5, true).refused(B, 30, 31, ONE_OF_FOUR);
    assertEquals(List.of(), found(beside.released(A, 200, 201), new Linearizable()));
    Story after = three().resized(R, 20, 21, 5, true).refused(B, 30, 31, Want.permits(2, 5));
    assertEquals(List.of("LINEAR"), found(after.released(A, 200, 201), new Linearizable()));
    Story smaller = three().resized(R, 20, 21, 3, true).refused(B, 30, 31, Want.permits(1, 3));
    assertEquals(List.of(), found(smaller.released(A, 200, 201), new Linearizable()));
  }

  @Test
  void whoWantsMoreThanThereWereForAWhileHasLostItsPlace() {
    assertEquals(List.of("W3"), found(overtaken(1_000, 2, 1_500), new QueueOrder(true)));
    assertEquals(List.of(), found(overtaken(1_000, 1, 1_500), new QueueOrder(true)));
    assertEquals(List.of("W3"), found(overtaken(100, 1, 1_500), new QueueOrder(true)), "long ago");
    assertEquals(List.of("W3"), found(overtaken(1_700, 1, 1_500), new QueueOrder(true)), "later");
  }

  /**
   * One who wanted two permits was overtaken by one who asked later; between, or after, a change.
   */
  private static Story overtaken(long changed, int size, long asked) {
    return new Story()
        .granted(A, Want.permits(2, 4), 0, 1_900, 3 * STAMP, 1_990)
        .resized(R, changed, changed + 1, size, true)
        .granted(B, ONE_OF_FOUR, asked, asked + 100, 2 * STAMP, asked + 200);
  }
}

package dev.holdfast.lab.check;

import static dev.holdfast.lab.check.Story.op;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What readers may do beside each other, and not beside a writer. */
final class ReadersTest {
  private static final long A = op(0, 1);
  private static final long B = op(1, 1);
  private static final long C = op(2, 1);

  private static Story twoReaders() {
    return new Story().reading(A, 0, 2, 11, 300).reading(B, 1, 3, 10, 300);
  }

  private static List<String> found(Story story, Check... checks) {
    return Stream.of(checks)
        .flatMap(check -> story.by(check).stream())
        .map(Violation::check)
        .toList();
  }

  @Test
  void readersTogetherAreLeftAlone() {
    Story story = twoReaders().read(A, 4, 0).read(B, 5, 0).read(B, 6, 0).read(A, 7, 0);
    assertEquals(
        List.of(),
        found(
            story.released(A, 20, 21).released(B, 22, 23),
            new Exclusion(),
            new GrantOrder(true),
            new FencedWrites(),
            new Linearizable()));
  }

  @Test
  void aWriterBesideAReaderBreaksC2() {
    Story story = twoReaders().released(A, 20, 21).granted(C, 30, 31, 12, 330);
    assertEquals(List.of("C2", "LINEAR"), found(story, new Exclusion(), new Linearizable()));
  }

  @Test
  void aReaderBesideAWriterBreaksC2() {
    Story story = new Story().granted(C, 0, 2, 10, 300).reading(A, 3, 4, 11, 310);
    assertEquals(List.of("C2"), found(story.released(A, 5, 6), new Exclusion()));
  }

  @Test
  void aLongReadIsNotForgottenForAShortWrite() {
    Story story =
        new Story().reading(A, 0, 2, 10, 300).granted(B, 3, 4, 11, 5).granted(C, 8, 9, 12, 20);
    assertEquals(List.of("C2", "C2"), found(story, new Exclusion()));
  }

  @Test
  void tokensFallBetweenReaderAndWriterOnly() {
    Story story = twoReaders().released(A, 4, 5).released(B, 4, 5);
    assertEquals(List.of("F1"), found(story.granted(C, 1, 6, 9, 300), new GrantOrder(true)));
  }

  @Test
  void tokensOfReadersSayNothingAmongThemselves() {
    Story readers =
        new Story()
            .reading(A, 0, 2, 11, 300)
            .released(A, 3, 4)
            .reading(B, 10, 12, 11, 300)
            .reading(C, 20, 22, 10, 300);
    assertEquals(List.of(), found(readers, new GrantOrder(true), new GrantOrder(false)));
    Story writer = new Story().reading(A, 0, 2, 11, 300).released(A, 3, 4);
    assertEquals(List.of("F1"), found(writer.granted(B, 10, 12, 11, 300), new GrantOrder(false)));
    Story after = new Story().granted(A, 0, 2, 11, 300).released(A, 3, 4);
    assertEquals(List.of("F1"), found(after.reading(B, 10, 12, 10, 300), new GrantOrder(false)));
  }

  @Test
  void aReaderThatSeesTwoValuesBreaksRead() {
    Story story =
        new Story()
            .reading(A, 0, 2, 0, 300)
            .read(A, 3, 0)
            .granted(B, 1, 5, 0, 300)
            .wrote(B, 6, 0, 1);
    assertEquals(List.of("READ"), found(story.read(A, 7, 1), new FencedWrites()));
  }

  @Test
  void aLateReaderBreaksC1OnlyAfterAWriter() {
    Story readers = new Story().reading(A, 0, 2, 0, 10).reading(B, 30, 32, 0, 60);
    assertEquals(List.of(), found(readers.read(B, 40, 0).read(A, 50, 0), new FencedWrites()));
    Story writer = new Story().reading(A, 0, 2, 0, 10).granted(B, 30, 32, 0, 60);
    assertEquals(
        List.of("C1"), found(writer.wrote(B, 40, 0, 1).read(A, 50, 1), new FencedWrites()));
  }

  @Test
  void aTryToReadThatFailsBesideReadersIsInNoOrder() {
    Story story = twoReaders().refused(C, 30, 31, Want.READ);
    assertEquals(
        List.of("LINEAR"),
        found(story.released(A, 200, 201).released(B, 200, 201), new Linearizable()));
    Story writes = twoReaders().refused(C, 30, 31, Want.WRITE);
    assertEquals(
        List.of(), found(writes.released(A, 200, 201).released(B, 200, 201), new Linearizable()));
  }

  @Test
  void readersDoNotOvertakeOneAnotherButWriters() {
    long stamp = 4096;
    Story readers =
        new Story()
            .reading(A, 0, 1_900, 3 * stamp, 1_990)
            .reading(B, 1_500, 1_600, 2 * stamp, 1_700);
    assertEquals(List.of(), found(readers, new QueueOrder(true)));
    Story writer =
        new Story()
            .granted(A, 0, 1_900, 3 * stamp, 1_990)
            .reading(B, 1_500, 1_600, 2 * stamp, 1_700);
    assertEquals(List.of("W3"), found(writer, new QueueOrder(true)));
  }

  /** A reads, becomes the writer and reads again. */
  private static Story changes() {
    return new Story()
        .reading(A, 0, 2, 10, 300)
        .read(A, 3, 0)
        .changed(A, B, Want.WRITE, 20, 22, 12, 320)
        .wrote(B, 23, 12, 1)
        .changed(B, C, Want.READ, 30, 32, 13, 330)
        .read(C, 33, 1)
        .released(C, 40, 41);
  }

  @Test
  void whoChangesSidesIsLeftAlone() {
    assertEquals(
        List.of(),
        found(
            changes(),
            new Exclusion(),
            new GrantOrder(true),
            new FencedWrites(),
            new Linearizable(),
            new QueueOrder(true)));
  }

  @Test
  void nobodyIsBetweenTheTwoSides() {
    long other = op(3, 1);
    Story writer =
        changes().granted(other, 20, 21, 11, 25).released(other, 21, 22).wrote(other, 21, 11, 1);
    assertEquals(List.of("LINEAR"), found(writer, new Linearizable()));
    Story between =
        new Story()
            .reading(A, 0, 2, 10, 300)
            .read(A, 3, 0)
            .granted(other, 20, 21, 11, 25)
            .wrote(other, 21, 11, 1)
            .released(other, 21, 22)
            .changed(A, B, Want.WRITE, 20, 22, 12, 320)
            .wrote(B, 23, 12, 2);
    assertEquals(List.of("READ"), found(between, new FencedWrites()));
  }

  @Test
  void aReaderBesideOthersDoesNotBecomeTheWriter() {
    Story story =
        twoReaders()
            .changed(A, C, Want.WRITE, 20, 22, 12, 320)
            .released(C, 30, 31)
            .released(B, 200, 201);
    assertEquals(List.of("C2", "LINEAR"), found(story, new Exclusion(), new Linearizable()));
  }
}

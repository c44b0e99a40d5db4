package dev.holdfast.benchmarks.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.holdfast.benchmarks.run.ContenderException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A contender that does not exclude must not look fast: it must fail. */
final class SectionPageTest {
  private static final int VISITS = 200_000;

  @TempDir Path folder;

  @Test
  void visitsOfTwoAtATimeAreLost() throws Exception {
    SectionPage page = SectionPage.open(folder.resolve("page"), 1);
    VisitCheck check = new VisitCheck(page);
    // Two that never exclude one another; how often they meet is chance, that they do is not.
    long entered = 0;
    while (page.visits() == entered) {
      entered += visitByTwo(page, () -> {}, () -> {});
    }
    long all = entered;
    assertThrows(ContenderException.class, () -> check.after(all));
  }

  @Test
  void noVisitIsLostUnderALock() throws Exception {
    SectionPage page = SectionPage.open(folder.resolve("page"), 1);
    VisitCheck check = new VisitCheck(page);
    ReentrantLock lock = new ReentrantLock();
    check.after(visitByTwo(page, lock::lock, lock::unlock));
  }

  @Test
  void changesOfHandsAreCounted() {
    SectionPage page = SectionPage.open(folder.resolve("page"), 2);
    VisitCheck check = new VisitCheck(page);
    page.visit(0, 1);
    page.visit(0, 2);
    page.visit(1, 2);
    page.visit(1, 2);
    check.after(4);
    assertEquals(Optional.of(0.75), check.changesPerVisit());
    page.visit(1, 2);
    check.after(1);
    assertEquals(Optional.of(0.0), check.changesPerVisit());
  }

  @Test
  void processesSeeOnePage() {
    SectionPage one = SectionPage.open(folder.resolve("page"), 3);
    SectionPage other = SectionPage.open(folder.resolve("page"), 3);
    one.visit(2, 1);
    other.visit(2, 2);
    assertEquals(2, one.visits());
    assertEquals(2, other.changes());
  }

  private static long visitByTwo(SectionPage page, Runnable enter, Runnable leave)
      throws InterruptedException {
    CountDownLatch start = new CountDownLatch(1);
    Thread[] threads = new Thread[2];
    for (int i = 0; i < threads.length; i++) {
      long visitor = 1L + i;
      threads[i] =
          new Thread(
              () -> {
                try {
                  start.await();
                } catch (InterruptedException stop) {
                  return;
                }
                for (int visit = 0; visit < VISITS; visit++) {
                  enter.run();
                  page.visit(0, visitor);
                  leave.run();
                }
              });
      threads[i].start();
    }
    start.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    return 2L * VISITS;
  }
}

package dev.holdfast.lab.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Journals and registers, as several processes see them. */
final class FilesTest {
  private static final long A = Ops.of(0, 0, 0, 1);
  private static final long B = Ops.of(1, 0, 0, 1);

  @TempDir Path folder;

  @Test
  void aJournalIsReadByOthers() {
    Journal journal = Journal.at(folder.resolve("journal"));
    journal.write(5, Kind.GRANTED, A, 3, 77, 8, 9);
    List<Event> events = Journal.at(folder.resolve("journal")).events();
    assertEquals(List.of(new Event(5, Kind.GRANTED, A, 3, 77, 8, 9)), events);
  }

  @Test
  void theRegisterRefusesWhoComesLate() {
    Register register = Register.at(folder.resolve("register"), 2);
    assertEquals(0, register.open(0, 10, A));
    assertEquals(0, Register.at(folder.resolve("register"), 2).open(0, 11, B));
    assertFalse(register.write(0, 10, A, 1));
    assertEquals(-1, register.open(0, 10, A));
    assertTrue(register.write(0, 11, B, 1));
    assertEquals(-1, register.open(0, 11, A), "a token of another's");
    assertEquals(0, register.open(1, 1, A), "another name");
    assertEquals(
        List.of(B, B), register.entries(0).stream().skip(1).map(Register.Entry::op).toList());
  }

  @Test
  void theRegisterKeepsAMarkForReadersAndOneForWriters() {
    Register register = Register.at(folder.resolve("register"), 1);
    assertEquals(0, register.read(0, 12, A));
    assertEquals(0, register.read(0, 11, B), "readers come in any order");
    assertEquals(0, register.read(0, 12, A), "and again");
    assertEquals(-1, register.open(0, 11, B), "a writer from before a reader");
    assertEquals(-1, register.open(0, 12, A), "a reader's token");
    assertEquals(0, register.open(0, 13, B));
    assertEquals(-1, register.read(0, 12, A), "a reader from before a writer");
    assertEquals(0, register.read(0, 14, A));
    assertFalse(register.write(0, 13, B, 1), "a writer from before a reader");
    assertTrue(register.write(0, 15, B, 1));
    assertEquals(1, register.read(0, 16, A));
  }

  @Test
  void theRegisterTakesAllFromWhoHasNoToken() {
    Register register = Register.at(folder.resolve("register"), 1);
    assertEquals(0, register.open(0, 0, A));
    assertTrue(register.write(0, 0, B, 1));
    assertTrue(register.write(0, 0, A, 1));
    assertEquals(3, register.entries(0).size());
  }

  @Test
  void theRegisterLosesNothingOfMany() throws InterruptedException {
    Register register = Register.at(folder.resolve("register"), 1);
    List<Thread> threads =
        IntStream.range(0, 4)
            .mapToObj(
                thread ->
                    new Thread(
                        () -> {
                          for (int i = 0; i < 1_000; i++) {
                            register.open(0, 0, Ops.of(thread, 0, 0, i));
                          }
                        }))
            .toList();
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(4_000, register.entries(0).stream().map(Register.Entry::op).distinct().count());
  }

  @Test
  void requestsAreNamed() {
    long op = Ops.of(2, 1, 3, 42);
    assertEquals("c2.1/t3#42", Ops.text(op));
    assertEquals(List.of(2, 1, 3), List.of(Ops.client(op), Ops.life(op), Ops.thread(op)));
  }
}

package dev.holdfast.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.Diagnosis;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Finding.Level;
import dev.holdfast.spi.Guarantee;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What members are to each other, as members say it that were made for this. */
class QuorumExaminationTest {
  private static final long EPOCH = 1_700_000_000_000L;

  /** A member that says what the test wants. */
  private record Told(String name, Consumer<Examination> saying, List<Finding> findings)
      implements LockStore {
    static Told member(String server, String machine, long ahead, Finding... findings) {
      return new Told(
          "test://" + server,
          examination -> {
            examination.met(server, machine);
            Finding unused = examination.clock(() -> EPOCH + ahead);
          },
          List.of(findings));
    }

    @Override
    public List<Finding> examine(Examination examination) {
      saying.accept(examination);
      return findings;
    }

    @Override
    public StoreCapabilities capabilities() {
      return MemoryStore.create().capabilities();
    }

    @Override
    public StoreSession open(ClientIdentity client, StoreListener listener) {
      throw new UnsupportedOperationException("it is only looked at");
    }

    @Override
    public void close() {}

    @Override
    public String toString() {
      return name;
    }
  }

  private static Told silent(String server) {
    return new Told(
        "test://" + server,
        examination -> {
          throw new StoreException(server + " is silent", null, true);
        },
        List.of());
  }

  private static Diagnosis diagnose(Told... members) {
    Examination examination = new Examination("", Duration.ofSeconds(30), () -> 0, () -> EPOCH);
    return new Diagnosis("test", QuorumStore.of(Arrays.asList(members)).examine(examination));
  }

  private static Finding of(Diagnosis diagnosis, String subject) {
    return diagnosis.findings().stream()
        .filter(finding -> finding.subject().equals(subject))
        .findFirst()
        .orElseThrow(() -> new AssertionError(subject + " in " + diagnosis));
  }

  private static Finding is(Level level, String seen, Finding finding) {
    assertEquals(level, finding.level(), finding.toString());
    assertTrue(finding.seen().contains(seen), finding.toString());
    return finding;
  }

  @Test
  void membersThatAreApart() {
    Diagnosis found =
        diagnose(
            Told.member("a", "10.0.0.1", 0),
            Told.member("b", "10.0.0.2", 200),
            Told.member("c", "10.0.0.3", -100));
    assertEquals(Level.OK, found.worst(), found.toString());
    is(Level.OK, "3 members", of(found, "quorum"));
    is(Level.OK, "at most 302 ms apart", of(found, "clocks"));
    is(Level.OK, "one for each member", of(found, "machines"));
  }

  @Test
  void aServerThatCountsTwiceIsAProblem() {
    Diagnosis found =
        diagnose(
            Told.member("a", "10.0.0.1", 0),
            new Told("test://alias", examination -> examination.met("a", "10.0.0.1"), List.of()),
            Told.member("c", "10.0.0.3", 0));
    is(Level.PROBLEM, "a and alias are one and the same server", of(found, "members"));
    assertTrue(
        found.verdict(Guarantee.C2).contains("counts several times"), found.verdict(Guarantee.C2));
  }

  @Test
  void aMachineThatTakesAMajorityWithItIsSaidToBeSo() {
    Diagnosis found =
        diagnose(
            Told.member("a", "10.0.0.1", 0),
            Told.member("b", "10.0.0.1", 0),
            Told.member("c", "10.0.0.3", 0));
    Finding finding = is(Level.WARNING, "a and b are on one (10.0.0.1)", of(found, "machines"));
    assertTrue(finding.meaning().contains("no lock can be taken"), finding.toString());
    found =
        diagnose(
            Told.member("a", "10.0.0.1", 0),
            Told.member("b", "10.0.0.1", 0),
            Told.member("c", "10.0.0.3", 0),
            Told.member("d", "10.0.0.4", 0),
            Told.member("e", "10.0.0.5", 0));
    assertEquals("when it stops, they stop together", of(found, "machines").meaning());
  }

  @Test
  void aClockThatIsWrongIsNamed() {
    Diagnosis found =
        diagnose(Told.member("a", "", 0), Told.member("b", "", 90_000), Told.member("c", "", -10));
    is(Level.NOTE, "b: +90000 ms", of(found, "clocks"));
  }

  @Test
  void whoIsSilentAndHowManyMoreMayBe() {
    Told a = Told.member("a", "", 0);
    Diagnosis found = diagnose(a, silent("b"), Told.member("c", "", 0));
    Finding quorum = is(Level.WARNING, "2 answer", of(found, "quorum"));
    assertEquals("locks work, until one more is silent", quorum.meaning());
    is(Level.WARNING, "b: b is silent", of(found, "reach"));
    found = diagnose(a, silent("b"), silent("c"));
    is(Level.PROBLEM, "only 1 answer", of(found, "quorum"));
  }

  @Test
  void whatLimitsOneMemberLimitsTheQuorumThroughIt() {
    Finding evicts =
        Finding.problem("eviction", "lru", "bad", "").limit(Guarantee.C2, "memory is full");
    Diagnosis found =
        diagnose(Told.member("a", "", 0), Told.member("b", "", 0, evicts), Told.member("c", "", 0));
    assertTrue(
        found
            .verdict(Guarantee.C2)
            .startsWith(
                "holds, but not when a member on which a hold stands forgets it, because it is"
                    + " deleted there, or when memory is full (b)"),
        found.verdict(Guarantee.C2));
  }

  @Test
  void membersWithoutNamesOfTheirOwnAreNumbered() {
    Told same = new Told("Redis", examination -> {}, List.of(Finding.ok("a", "1", "")));
    Told other = new Told("Redis", examination -> {}, List.of(Finding.warning("a", "2", "", "")));
    is(Level.WARNING, "member 2: 2", of(diagnose(same, other, same), "a"));
  }
}

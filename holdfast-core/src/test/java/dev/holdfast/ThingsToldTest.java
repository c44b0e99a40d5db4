package dev.holdfast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.Mode;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What users and people who watch are told: losses, owners, holds, exceptions. */
class ThingsToldTest {
  private static final String ATTEMPT = "billing/web-3/4711/k3f9a/1x";
  private static final Owner OWNER = Owner.parse(ATTEMPT);

  @Test
  void anOwnerIsReadFromItsAttempt() {
    assertEquals(new Owner(ATTEMPT, "billing", "web-3", "4711"), OWNER);
    assertEquals("billing on web-3 (process 4711)", OWNER.toString());
    assertEquals(new Owner("a/b/c/d", "a/b/c/d", "?", "?"), Owner.parse("a/b/c/d"));
    assertEquals(ATTEMPT + "/", Owner.parse(ATTEMPT + "/").client());
  }

  @Test
  void aHoldIsToldWithTheTimeOfItsGrant() {
    LockInfo.Hold hold =
        LockInfo.Hold.of(
            ATTEMPT, 1_767_225_600_123_456L, Duration.ofSeconds(5), Mode.EXCLUSIVE, true);
    assertEquals(OWNER, hold.owner());
    assertEquals(Instant.parse("2026-01-01T00:00:00.123456Z"), hold.since());
    assertEquals(1_767_225_600_123_456L * 4096, hold.token());
    assertTrue(hold.kept());
    assertTrue(new LockInfo("n", List.of(hold), List.of()).isHeld());
    assertFalse(new LockInfo("n", List.of(), List.of(OWNER)).isHeld());
  }

  @Test
  void aListOfWaitersDoesNotChange() {
    List<Owner> waiters = new ArrayList<>(List.of(OWNER));
    LockInfo info = new LockInfo("n", List.of(), waiters);
    waiters.clear();
    assertEquals(List.of(OWNER), info.waiters());
  }

  @Test
  void aLossSaysHowItCame() {
    RuntimeException error = new IllegalStateException("x");
    Loss loss = new Loss(Loss.Kind.EXPIRED, "its deadline passed", error);
    assertEquals("EXPIRED: its deadline passed", loss.toString());
    assertEquals(Loss.Kind.EXPIRED, loss.kind());
    assertEquals("its deadline passed", loss.message());
    assertEquals(Optional.of(error), loss.error());
    assertEquals(Optional.empty(), new Loss(Loss.Kind.BROKEN, "x", null).error());
  }

  @Test
  void aLostLeaseSaysWhichAndWhyEvenAfterItsJourneyToAnotherMachine() throws Exception {
    RuntimeException error = new IllegalStateException("x");
    Loss loss = new Loss(Loss.Kind.EXPIRED, "its deadline passed", error);
    LeaseLostException lost = new LeaseLostException("n", 7, loss);
    String message = "the lease of 'n' with token 7 was lost before this: its deadline passed";
    assertEquals(message, lost.getMessage());
    assertSame(loss, lost.loss());
    assertSame(error, lost.getCause());
    LeaseLostException copy = copy(lost);
    assertEquals(Loss.Kind.EXPIRED, copy.loss().kind());
    assertEquals(message, copy.loss().message());
    assertEquals("x", copy.loss().error().orElseThrow().getMessage());
  }

  @Test
  void aTimeoutSaysHowLongAndWhoHolds() throws Exception {
    LockTimeoutException timeout = new LockTimeoutException("n", Duration.ofSeconds(5), OWNER);
    assertEquals(
        "did not get the lock 'n' within 5 s: it is held by billing on web-3 (process 4711);"
            + " nothing is held or queued by this attempt",
        timeout.getMessage());
    assertEquals(Optional.of(OWNER), timeout.holder());
    assertEquals(Optional.empty(), copy(timeout).holder());
    LockTimeoutException unknown = new LockTimeoutException("n", Duration.ofSeconds(5), null);
    assertFalse(unknown.getMessage().contains("held by"), unknown.getMessage());
    assertEquals(Optional.empty(), unknown.holder());
  }

  @Test
  void aStoreExceptionSaysWhetherWaitingMayHelp() {
    assertTrue(new StoreException("x", null, true).isTransient());
    assertFalse(new StoreException("x", null, false).isTransient());
  }

  @Test
  void nothingIsMissing() {
    assertThrows(NullPointerException.class, () -> new Loss(null, "x", null));
    assertThrows(NullPointerException.class, () -> new Loss(Loss.Kind.BROKEN, null, null));
    assertThrows(NullPointerException.class, () -> new Owner("a", null, "c", "d"));
    assertThrows(
        NullPointerException.class, () -> new StoreCapabilities(false, false, null, Duration.ZERO));
    assertThrows(
        NullPointerException.class,
        () -> new StoreCapabilities(false, false, HoldKind.LEASE, null));
    Set<Mode> shared = Set.of(Mode.SHARED);
    assertThrows(
        IllegalArgumentException.class,
        () -> new StoreCapabilities(false, false, HoldKind.LEASE, Duration.ZERO, shared));
  }

  @SuppressWarnings({"unchecked", "BanSerializableRead"}) // what it reads it has just written
  private static <T> T copy(T original) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(original);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (T) in.readObject();
    }
  }
}

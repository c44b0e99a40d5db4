package dev.holdfast.jdbc.internal.session;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes the locks of several names, one after the other, up to the first that is taken; if it is to
 * be all or none, those before that are given back. They get the highest of their stamps.
 */
final class SessionMultiAcquire {
  private final SessionLockState client;
  private final SessionAcquire acquire;
  private final SessionRelease release;

  SessionMultiAcquire(SessionLockState client, SessionAcquire acquire, SessionRelease release) {
    this.client = client;
    this.acquire = acquire.unwritten();
    this.release = release;
  }

  List<Standing> run(List<AcquireRequest> requests) throws SQLException {
    List<Standing> standings = new ArrayList<>();
    long stamp = 0;
    boolean goesOn = true;
    for (AcquireRequest request : requests) {
      // Only the first may wait.
      boolean waits = standings.isEmpty() && request.waits();
      Standing standing =
          goesOn ? acquire.acquire(request, waits) : new Standing.Absent(0, null, false);
      goesOn = standing instanceof Standing.Holding;
      if (standing instanceof Standing.Holding holding) {
        stamp = Math.max(stamp, holding.stamp());
      }
      standings.add(standing);
    }
    boolean none = !goesOn && !requests.get(0).waits();
    List<HoldRecords.Hold> held = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      AcquireRequest request = requests.get(i);
      if (standings.get(i) instanceof Standing.Holding holding) {
        standings.set(
            i, none ? givenBack(request) : raised(request, stamp, holding.othersWait(), held));
      }
    }
    client.records.addTogether(held);
    return standings;
  }

  private Standing givenBack(AcquireRequest request) throws SQLException {
    release.release(new ReleaseRequest(request.name(), request.attempt(), 0, false, 0));
    return new Standing.Absent(0, null, false);
  }

  private Standing raised(
      AcquireRequest request, long stamp, boolean othersWait, List<HoldRecords.Hold> held)
      throws SQLException {
    SessionAttempt attempt = client.attempt(request.name(), request.attempt());
    if (attempt == null) {
      return new Standing.Absent(0, null, false);
    }
    attempt.lock.lock();
    try {
      boolean unused = client.raiseUnwritten(attempt, stamp);
      if (attempt.state() instanceof SessionAttempt.Holding holding) {
        held.add(new HoldRecords.Hold(attempt, holding));
      }
      return client.stands(attempt, othersWait);
    } finally {
      attempt.lock.unlock();
    }
  }
}

package dev.holdfast.internal;

import dev.holdfast.StoreException;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Standing;
import java.util.ArrayList;
import java.util.List;

/**
 * What one tick keeps alive: holds in one request and places in another, so that renewals never
 * wait behind the polling of places.
 */
final class Batch {
  private final List<HoldEntry> holds = new ArrayList<>();
  private final List<PlaceEntry> places = new ArrayList<>();

  private record HoldEntry(Line line, Hold hold, KeepAlive.Hold request) {}

  private record PlaceEntry(Line line, Attempt attempt) {}

  void hold(Line line, Hold hold, KeepAlive.Hold request) {
    holds.add(new HoldEntry(line, hold, request));
  }

  void place(Line line, Attempt attempt) {
    places.add(new PlaceEntry(line, attempt));
  }

  void send(Engine engine) {
    if (!holds.isEmpty()) {
      List<KeepAlive> requests = new ArrayList<>(holds.size());
      holds.forEach(entry -> requests.add(entry.request));
      engine.renew(requests, this::answerHolds);
    }
    if (!places.isEmpty()) {
      engine.keepPlaces(this::placeRequests, this::answerPlaces);
    }
  }

  private List<KeepAlive> placeRequests(long sentAt) {
    List<KeepAlive> requests = new ArrayList<>(places.size());
    for (PlaceEntry entry : places) {
      requests.add(
          new KeepAlive.Place(
              entry.line.name, entry.attempt.id, entry.attempt.terms.placeMillis, sentAt));
    }
    return requests;
  }

  private void answerHolds(Answer answer, Effects fx) {
    for (int i = 0; i < holds.size(); i++) {
      HoldEntry entry = holds.get(i);
      if (answer instanceof Answer.Known known) {
        entry.line.renewed(entry.hold, known.standings().get(i), known.sentAt(), fx);
      } else if (answer instanceof Answer.Unknown unknown) {
        entry.line.renewalFailed(entry.hold, unknown.error(), fx);
      }
    }
  }

  private void answerPlaces(Answer answer, Effects fx) {
    for (int i = 0; i < places.size(); i++) {
      PlaceEntry entry = places.get(i);
      if (answer instanceof Answer.Known known) {
        entry.line.placeKept(entry.attempt, known.standings().get(i), known.sentAt(), fx);
      } else if (answer instanceof Answer.Unknown unknown) {
        entry.line.placeFailed(entry.attempt, unknown.error(), fx);
      }
    }
  }

  /** What became of a keep-alive request. */
  sealed interface Answer {
    /** The standings, in order, and when the request was sent. */
    record Known(List<Standing> standings, long sentAt) implements Answer {}

    /** No answer. */
    record Unknown(StoreException error) implements Answer {}
  }
}

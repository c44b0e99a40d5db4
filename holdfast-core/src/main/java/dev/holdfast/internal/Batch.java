package dev.holdfast.internal;

import dev.holdfast.StoreException;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Standing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What one tick keeps alive: holds in one request and places in another, so that renewals never
 * wait behind the polling of places; and those of each part of the store apart, so that no part
 * waits for another.
 */
final class Batch {
  private final ToIntFunction<String> parts;
  private final Map<Integer, Part> ofParts = new LinkedHashMap<>(4);

  /**
   * An empty batch.
   *
   * @param parts in which part of the store a name is
   */
  Batch(ToIntFunction<String> parts) {
    this.parts = parts;
  }

  private record HoldEntry(Line line, Hold hold, KeepAlive request) {}

  private record PlaceEntry(Line line, Attempt attempt) {}

  void hold(Line line, Hold hold, KeepAlive request) {
    part(line).holds.add(new HoldEntry(line, hold, request));
  }

  void place(Line line, Attempt attempt) {
    part(line).places.add(new PlaceEntry(line, attempt));
  }

  private Part part(Line line) {
    return ofParts.computeIfAbsent(parts.applyAsInt(line.name), part -> new Part());
  }

  void send(Engine engine) {
    ofParts.values().forEach(part -> part.send(engine));
  }

  private static final class Part {
    final List<HoldEntry> holds = new ArrayList<>();
    final List<PlaceEntry> places = new ArrayList<>();

    void send(Engine engine) {
      if (!holds.isEmpty()) {
        List<KeepAlive> requests = new ArrayList<>(holds.size());
        holds.forEach(entry -> requests.add(entry.request));
        engine.messages.renew(requests, Effects.Caller.ASYNC, this::answerHolds);
      }
      if (!places.isEmpty()) {
        engine.messages.keepPlaces(this::placeRequests, this::answerPlaces);
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
        Standing standing = answer.of(i);
        if (standing instanceof Standing.Unknown unknown) {
          entry.line.renewalFailed(entry.hold, unknown.error(), fx);
        } else {
          entry.line.renewed(entry.hold, standing, answer.sentAt(), fx);
        }
      }
    }

    private void answerPlaces(Answer answer, Effects fx) {
      for (int i = 0; i < places.size(); i++) {
        PlaceEntry entry = places.get(i);
        Standing standing = answer.of(i);
        if (standing instanceof Standing.Unknown unknown) {
          entry.line.placeFailed(entry.attempt, unknown.error(), fx);
        } else {
          entry.line.placeKept(entry.attempt, standing, answer.sentAt(), fx);
        }
      }
    }
  }

  /**
   * What became of a keep-alive request: its standings and when it was sent, or why nothing is
   * known of any of them.
   */
  record Answer(List<Standing> standings, long sentAt, @Nullable StoreException error) {
    Standing of(int index) {
      return error == null ? standings.get(index) : new Standing.Unknown(error);
    }
  }
}

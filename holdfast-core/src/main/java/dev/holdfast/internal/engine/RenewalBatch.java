package dev.holdfast.internal.engine;

import dev.holdfast.StoreException;
import dev.holdfast.internal.hold.Hold;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.runtime.Isolated;
import dev.holdfast.internal.runtime.Timers;
import dev.holdfast.internal.session.StoreInvoker;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Standing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What one tick keeps alive: holds in one request and places in another, so that renewals never
 * wait behind the polling of places; and those of each part of the store apart, so that no part
 * waits for another.
 */
public final class RenewalBatch {
  private final ToIntFunction<String> parts;
  private final Map<Integer, Part> ofParts = new LinkedHashMap<>(4);

  /**
   * An empty batch.
   *
   * @param parts in which part of the store a name is
   */
  RenewalBatch(ToIntFunction<String> parts) {
    this.parts = parts;
  }

  private record HoldEntry(StoreAnswers machine, Hold hold, KeepAlive request) {}

  private record PlaceEntry(StoreAnswers machine, Attempt attempt) {}

  /** To renew a hold, which is marked as being renewed, unless this throws. */
  void hold(StoreAnswers machine, Hold hold, LockSettings settings, long now) {
    Part part = part(machine);
    try {
      part.holds.add(new HoldEntry(machine, hold, hold.renewal(machine.name(), settings)));
    } catch (RuntimeException | Error notAdded) {
      boolean unused = hold.renewalFailed(settings, notAdded, now);
      throw notAdded;
    }
  }

  void place(StoreAnswers machine, Attempt attempt) {
    part(machine).places.add(new PlaceEntry(machine, attempt));
  }

  private Part part(StoreAnswers machine) {
    return ofParts.computeIfAbsent(parts.applyAsInt(machine.name()), part -> new Part());
  }

  /** What cannot be sent has failed; never throws. */
  void send(StoreRequests requests) {
    for (Part part : ofParts.values()) {
      sendOrFail(requests, () -> part.sendHolds(requests), part::answerHolds);
      sendOrFail(requests, () -> part.sendPlaces(requests), part::answerPlaces);
    }
  }

  private static void sendOrFail(
      StoreRequests requests, Runnable sending, BiConsumer<Answer, Effects> answered) {
    try {
      sending.run();
    } catch (RuntimeException | Error notSent) {
      Answer none = new Answer(List.of(), 0, StoreInvoker.asStoreException(notSent));
      Isolated.run(
          "what was not sent could not be taken back",
          () -> requests.then(fx -> answered.accept(none, fx)));
    }
  }

  private static final class Part {
    final List<HoldEntry> holds = new ArrayList<>();
    final List<PlaceEntry> places = new ArrayList<>();

    void sendHolds(StoreRequests requests) {
      if (!holds.isEmpty()) {
        List<KeepAlive> renewals = new ArrayList<>(holds.size());
        holds.forEach(entry -> renewals.add(entry.request));
        requests.renew(
            renewals,
            Effects.Caller.ASYNC,
            (answer, fx) -> {
              tellRenewed(answer, requests);
              answerHolds(answer, fx);
            });
      }
    }

    /** Before the answer is taken in, which moves the deadlines on. */
    private void tellRenewed(Answer answer, StoreRequests requests) {
      if (requests.tellsRenewals() && answer.error() == null) {
        Isolated.run("renewals could not be told", () -> tellConfirmed(answer, requests));
      }
    }

    private void tellConfirmed(Answer answer, StoreRequests requests) {
      int confirmed = 0;
      long leastDeadline = Timers.NEVER;
      for (int i = 0; i < Math.min(holds.size(), answer.standings().size()); i++) {
        if (answer.standings().get(i) instanceof Standing.Holding) {
          confirmed++;
          leastDeadline = Math.min(leastDeadline, holds.get(i).hold.deadline());
        }
      }
      if (confirmed > 0) {
        requests.tellRenewed(confirmed, answer.sentAt(), leastDeadline);
      }
    }

    void sendPlaces(StoreRequests requests) {
      if (!places.isEmpty()) {
        requests.keepPlaces(this::placeRequests, this::answerPlaces);
      }
    }

    private List<KeepAlive> placeRequests(long sentAt) {
      List<KeepAlive> requests = new ArrayList<>(places.size());
      for (PlaceEntry entry : places) {
        requests.add(
            new KeepAlive.Place(
                entry.machine.name(),
                entry.attempt.id,
                entry.attempt.settings.placeMillis,
                sentAt));
      }
      return requests;
    }

    private void answerHolds(Answer answer, Effects fx) {
      for (int i = 0; i < holds.size(); i++) {
        HoldEntry entry = holds.get(i);
        answer.takeIn(
            i,
            standing -> entry.machine.renewed(entry.hold, standing, answer.sentAt(), fx),
            error -> entry.machine.renewalFailed(entry.hold, error, fx));
      }
    }

    private void answerPlaces(Answer answer, Effects fx) {
      for (int i = 0; i < places.size(); i++) {
        PlaceEntry entry = places.get(i);
        answer.takeIn(
            i,
            standing -> entry.machine.placeKept(entry.attempt, standing, answer.sentAt(), fx),
            error -> entry.machine.placeFailed(entry.attempt, error, fx));
      }
    }
  }

  /**
   * What became of a keep-alive request: its standings and when it was sent, or why nothing is
   * known of any of them.
   */
  public record Answer(List<Standing> standings, long sentAt, @Nullable StoreException error) {
    /** Takes in what is said of one request; whatever is thrown then fails that one alone. */
    public void takeIn(int index, Consumer<Standing> known, Consumer<StoreException> failed) {
      if (error != null) {
        StoreInvoker.fail(failed, error);
        return;
      }
      StoreInvoker.takeInOne(
          () -> {
            Standing standing = Objects.requireNonNull(standings.get(index), "a standing");
            if (standing instanceof Standing.Unknown unknown) {
              failed.accept(unknown.error());
            } else {
              known.accept(standing);
            }
          },
          failed);
    }
  }
}

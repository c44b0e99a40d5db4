package dev.holdfast.internal.engine;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import dev.holdfast.internal.hold.AttemptIds;
import dev.holdfast.internal.runtime.Timers;
import dev.holdfast.internal.session.StoreInvoker;
import dev.holdfast.internal.text.Names;
import dev.holdfast.internal.text.ReleaseMessage;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.EngineHost;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import dev.holdfast.spi.StoreSession;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Messages that ask the holders of a name to let it go.
 *
 * <ol>
 *   <li>A message is a shared hold on another name, the mailbox of the one that is meant. The id of
 *       its attempt has the text, as a candidate's has what the candidate publishes. So every store
 *       that has shared holds carries messages, in the layout that it has.
 *   <li>A message is for the holds that the name had when it was sent: it says their last token. A
 *       later holder is not asked.
 *   <li>It lasts for half a minute, without renewal.
 *   <li>A client that has a callback for a lease looks into the mailbox of that name, once a
 *       second.
 * </ol>
 *
 * Thread-safe.
 */
public final class ReleaseMessages {
  private static final long LIFE_MILLIS = SECONDS.toMillis(30);
  private static final long PERIOD_NANOS = SECONDS.toNanos(1);
  private static final int MOST_NAMES = Integer.MAX_VALUE / 2;

  private final EngineHost host;
  private final StoreInvoker calls;
  private final Timers timers;
  private final Notifications notifications;
  private final AttemptIds ids;
  private final BooleanSupplier isOpen;
  private final Map<String, Mailbox> mailboxes = new ConcurrentHashMap<>();

  ReleaseMessages(
      EngineHost host,
      StoreInvoker calls,
      Timers timers,
      Notifications notifications,
      AttemptIds ids,
      BooleanSupplier isOpen) {
    this.host = host;
    this.calls = calls;
    this.timers = timers;
    this.notifications = notifications;
    this.ids = ids;
    this.isOpen = isOpen;
  }

  /** Throws if the holders of this name cannot be asked through this store. */
  public void checkCanReach(String name) {
    if (!canReach(name)) {
      throw new UnsupportedOperationException(
          "the holders of '"
              + name
              + "' cannot be asked to release it: the store has no shared holds, which carry such"
              + " requests, or the name is too long for that; nothing was asked");
    }
  }

  private boolean canReach(String name) {
    return calls.capabilities().modes().contains(Mode.SHARED) && ReleaseMessage.isSendable(name);
  }

  /** The name; throws if its holders cannot be asked, or not with this reason. */
  public String checkedRequest(String name, String reason) {
    Names.check(name);
    ReleaseMessage.checkReason(reason);
    checkCanReach(name);
    return name;
  }

  /** The name; throws if no record of a break of it can be kept in this store. */
  public String checkedRecord(String name, String reason) {
    Names.check(name);
    ReleaseMessage.checkReason(reason);
    if (!canReach(name)) {
      throw new UnsupportedOperationException(
          "why '"
              + name
              + "' is broken cannot be kept: the store has no shared holds, which carry such"
              + " records, or the name is too long for that; nothing was done, and breakHold(name)"
              + " ends its holds without a record");
    }
    return name;
  }

  /** Names that are held or waited for, sorted, mailboxes left out. */
  public CompletionStage<List<String>> names(StoreSession session, int limit) {
    return names(session, limit, limit);
  }

  private CompletionStage<List<String>> names(StoreSession session, int limit, int asked) {
    return session
        .names(asked)
        .thenCompose(
            found -> {
              List<String> shown =
                  found.stream()
                      .filter(name -> !ReleaseMessage.isMailbox(name))
                      .limit(Math.max(0, limit))
                      .sorted()
                      .toList();
              boolean all = shown.size() == limit || found.size() < asked || asked > MOST_NAMES;
              return all
                  ? CompletableFuture.completedStage(shown)
                  : names(session, limit, 2 * asked);
            });
  }

  /** What the store knows of a name, with the messages to its present holders. */
  public CompletionStage<LockInfo> inspect(StoreSession session, String name) {
    return canReach(name)
        ? session
            .inspect(name)
            .thenCombine(session.inspect(ReleaseMessage.mailbox(name)), ReleaseMessage::shown)
        : session.inspect(name);
  }

  // ---- sending ----

  /**
   * Sends a message to the present holders.
   *
   * @return false if there are none, so that nothing was sent
   */
  public CompletionStage<Boolean> send(
      StoreSession session, long sentAt, String name, String reason) {
    return session
        .inspect(name)
        .thenCompose(
            info ->
                info.holds().stream().allMatch(LockInfo.Hold::kept)
                    ? CompletableFuture.completedStage(false)
                    : send(session, sentAt, ReleaseMessage.to(info, reason)));
  }

  private CompletionStage<Boolean> send(StoreSession session, long sentAt, ReleaseMessage message) {
    String mailbox = ReleaseMessage.mailbox(message.name());
    String attempt = message.put(ids.next(LIFE_MILLIS));
    if (calls.capabilities().holdKind() != HoldKind.LEASE) {
      // It would last as long as the session of this client.
      timers.after(MILLISECONDS.toNanos(LIFE_MILLIS), () -> takeBack(mailbox, attempt));
    }
    return session
        .acquire(
            new AcquireRequest(
                mailbox,
                attempt,
                Mode.SHARED,
                false,
                LIFE_MILLIS,
                LIFE_MILLIS,
                LIFE_MILLIS,
                sentAt))
        .thenApply(
            standing -> {
              if (standing instanceof Standing.Holding) {
                return true;
              }
              throw new StoreException(
                  "asked the holders of '"
                      + message.name()
                      + "' to release it, but a program uses its mailbox '"
                      + mailbox
                      + "' as a lock of its own; the message was not sent",
                  null,
                  false);
            });
  }

  private void takeBack(String mailbox, String attempt) {
    ReleaseRequest end = new ReleaseRequest(mailbox, attempt, 0, false, LIFE_MILLIS);
    calls.call(
        false,
        host.io(),
        (session, sentAt) -> session.release(end),
        new StoreInvoker.Reply<>() {
          @Override
          public void known(Boolean found, long sentAt) {}

          @Override
          public void unknown(StoreException error) {
            // It ends with the session of this client.
          }
        });
  }

  // ---- listening ----

  /** Tells of each message to the lease with this token, once, while it is held. */
  void listen(String name, long token, BooleanSupplier isHeld, Consumer<String> callback) {
    Listener listener = new Listener(token, isHeld, callback, new HashSet<>());
    Mailbox fresh = new Mailbox(name);
    Mailbox mailbox =
        mailboxes.compute(
            name,
            (key, known) -> {
              Mailbox present = known == null ? fresh : known;
              present.listeners.add(listener);
              return present;
            });
    if (mailbox == fresh) {
      fresh.lookAgain();
    }
  }

  /** What one lease has been told. Used by one look at a time. */
  private record Listener(
      long token, BooleanSupplier isHeld, Consumer<String> callback, Set<String> told) {}

  /** The messages to the holders of one name, and the callbacks of this client's leases. */
  private final class Mailbox implements StoreInvoker.Reply<LockInfo> {
    private final String name;
    private final CopyOnWriteArrayList<Listener> listeners = new CopyOnWriteArrayList<>();

    Mailbox(String name) {
      this.name = name;
    }

    void look() {
      if (isListenedTo()) {
        calls.call(
            false,
            host.io(),
            (session, sentAt) -> session.inspect(ReleaseMessage.mailbox(name)),
            this);
      }
    }

    /** Forgets the leases that have ended, and the mailbox with the last of them. */
    private boolean isListenedTo() {
      return mailboxes.computeIfPresent(
              name,
              (key, mailbox) -> {
                listeners.removeIf(each -> !each.isHeld.getAsBoolean());
                return listeners.isEmpty() || !isOpen.getAsBoolean() ? null : mailbox;
              })
          != null;
    }

    @Override
    public void known(LockInfo info, long sentAt) {
      try {
        List<String> attempts = info.holds().stream().map(hold -> hold.owner().id()).toList();
        for (Listener listener : listeners) {
          listener.told.retainAll(attempts);
          attempts.forEach(attempt -> tell(listener, attempt));
        }
      } finally {
        lookAgain(); // whatever came of this look
      }
    }

    private void tell(Listener listener, String attempt) {
      ReleaseMessage.read(name, attempt)
          .filter(message -> message.isFor(listener.token))
          .filter(message -> listener.told.add(attempt))
          .ifPresent(
              message ->
                  notifications.run(
                      () -> {
                        if (listener.isHeld.getAsBoolean()) {
                          listener.callback.accept(message.reason());
                        }
                      }));
    }

    @Override
    public void unknown(StoreException error) {
      lookAgain();
    }

    /** A look that is too late for its leases is not made. */
    @Override
    public boolean isToBeSent() {
      return isOpen.getAsBoolean();
    }

    @Override
    public boolean isAwaited() {
      return false;
    }

    private void lookAgain() {
      timers.after(PERIOD_NANOS, this::look);
    }
  }
}

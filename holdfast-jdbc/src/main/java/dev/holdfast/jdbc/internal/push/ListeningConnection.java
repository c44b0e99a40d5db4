package dev.holdfast.jdbc.internal.push;

import dev.holdfast.jdbc.internal.database.PgWire;
import dev.holdfast.jdbc.internal.database.Statements;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One connection that listens, for one thread, to the channels that are wanted at the time. */
public final class ListeningConnection {
  private static final System.Logger LOG = System.getLogger(ListeningConnection.class.getName());

  /** How long it listens before its thread looks up, to see who came and went. */
  public static final int TICK_MILLIS = 100;

  /** After so much silence it asks whether anybody is there. */
  private static final long SILENCE_MILLIS = 10_000;

  private final Statements statements;
  private final Map<String, PushSubscription> subscriptions;
  private final Set<String> channels = new HashSet<>();
  private long silence;

  /**
   * Listens to nothing yet.
   *
   * @param subscriptions the sessions to tell, by channel; others change it
   */
  ListeningConnection(Statements statements, Map<String, PushSubscription> subscriptions) {
    this.statements = statements;
    this.subscriptions = subscriptions;
  }

  /** Begins to listen to the channels that are wanted, and gives up those that are not. */
  void adjust() throws SQLException {
    for (PushSubscription subscription : subscriptions.values()) {
      if (channels.add(subscription.channel)) {
        statements.run("LISTEN " + subscription.channel);
        subscription.begins();
      }
    }
    for (String channel : List.copyOf(channels)) {
      if (!subscriptions.containsKey(channel)) {
        statements.run("UNLISTEN " + channel);
        channels.remove(channel);
      }
    }
  }

  /** Whether it has listened to anything. */
  boolean hasStood() {
    return !channels.isEmpty();
  }

  /** Listens for a tick, or until something is said, and passes that on; false for a whole tick. */
  boolean hears() throws SQLException {
    List<Statements.Word> words = PgWire.listen(statements.connection(), TICK_MILLIS);
    words.forEach(this::pass);
    silence = words.isEmpty() ? silence + TICK_MILLIS : 0;
    if (silence >= SILENCE_MILLIS) {
      // A connection that was cut somewhere on its way stays silent without an error.
      statements.run("SELECT 1");
      silence = 0;
    }
    return !words.isEmpty();
  }

  private void pass(Statements.Word word) {
    PushSubscription subscription = subscriptions.get(word.channel());
    if (subscription == null) {
      return;
    }
    try {
      subscription.hears(word.text());
    } catch (RuntimeException broken) {
      LOG.log(System.Logger.Level.DEBUG, "a push could not be passed on", broken);
    }
  }

  /** Stops listening, before the connection is used for anything else. */
  void end() throws SQLException {
    statements.run("UNLISTEN *");
  }
}

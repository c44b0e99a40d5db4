package dev.holdfast.jdbc.internal.database;

import dev.holdfast.StoreException;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Standing;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** How a session answers: at once, and what goes wrong completes the stage. */
public final class StageRunner {
  private final String store;
  private final BooleanSupplier closed;
  private final Predicate<SQLException> isTransient;

  /**
   * Answers of one session.
   *
   * @param store how messages name it
   * @param closed whether the session is closed
   * @param isTransient whether asking again may help
   */
  public StageRunner(String store, BooleanSupplier closed, Predicate<SQLException> isTransient) {
    this.store = store;
    this.closed = closed;
    this.isTransient = isTransient;
  }

  /**
   * Runs the task.
   *
   * @param verb what is asked
   * @param what of what
   * @param isTrue what is true now if it fails
   */
  public <T> CompletionStage<T> answer(SqlTask<T> task, String verb, String what, String isTrue) {
    if (closed.getAsBoolean()) {
      return failed(verb, what, "its session is closed", isTrue, null, false);
    }
    try {
      return CompletableFuture.completedFuture(task.run());
    } catch (SQLException error) {
      String why = String.valueOf(error.getMessage());
      return failed(verb, what, why, isTrue, error, isTransient.test(error));
    } catch (IllegalArgumentException unusable) {
      String why = "there is what makes no lock: " + unusable.getMessage();
      return failed(verb, what, why, isTrue, unusable, false);
    } catch (RuntimeException | Error error) {
      return failed(verb, what, error.toString(), isTrue, error, false);
    }
  }

  /** What the tables say of one name may make no lock; the others of the batch are renewed. */
  public static Standing orUnknown(KeepAlive request, SqlTask<Standing> look) throws SQLException {
    try {
      return look.run();
    } catch (IllegalArgumentException unusable) {
      return new Standing.Unknown(
          new StoreException(
              "cannot keep alive '" + request.name() + "': " + unusable.getMessage(),
              unusable,
              false));
    }
  }

  private <T> CompletionStage<T> failed(
      String verb,
      String what,
      String why,
      String isTrue,
      @Nullable Throwable cause,
      boolean isTransient) {
    String asked = "cannot " + verb + " '" + what + "' in " + store;
    return CompletableFuture.failedFuture(
        new StoreException(asked + ": " + why + "; " + isTrue, cause, isTransient));
  }
}

package dev.holdfast.etcd;

import dev.holdfast.StoreException;
import dev.holdfast.consensus.Rethrow;
import io.etcd.jetcd.common.exception.EtcdException;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.concurrent.TimeoutException;

/** What etcd's errors mean for who asked. */
final class Failures {
  private Failures() {}

  /** The error that says what was asked, what etcd answered, and what is true now. */
  static StoreException of(String asked, String store, Throwable thrown) {
    Throwable error = Rethrow.unwrapped(thrown);
    if (error instanceof StoreException known) {
      return known;
    }
    boolean isTransient = isTransient(error);
    return new StoreException(
        "Asked "
            + store
            + " to "
            + asked
            + ": "
            + said(error)
            + (isTransient ? " Whether it was done is unknown." : " Nothing was done."),
        error,
        isTransient);
  }

  /** Whether etcd says that it knows no such lease: neither ever nor any more. */
  static boolean saysLeaseIsGone(Throwable thrown) {
    String message = Rethrow.unwrapped(thrown).getMessage();
    return message != null && message.contains("requested lease not found");
  }

  /** Whether another member may answer where this one did not. */
  static boolean isForAnotherMember(Throwable thrown) {
    Throwable error = Rethrow.unwrapped(thrown);
    return error instanceof TimeoutException
        || code(error) == Status.Code.UNAVAILABLE
        || code(error) == Status.Code.DEADLINE_EXCEEDED;
  }

  private static Status.Code code(Throwable error) {
    if (error instanceof StatusRuntimeException refused) {
      return refused.getStatus().getCode();
    }
    if (error instanceof EtcdException refused && refused.getCause() != null) {
      return code(refused.getCause());
    }
    return Status.fromThrowable(error).getCode();
  }

  private static boolean isTransient(Throwable error) {
    if (error instanceof IllegalArgumentException) {
      return false;
    }
    if (saysLeaseIsGone(error)) {
      return true;
    }
    return switch (code(error)) {
      case PERMISSION_DENIED, UNAUTHENTICATED, UNIMPLEMENTED, INVALID_ARGUMENT -> false;
      default -> true;
    };
  }

  private static String said(Throwable error) {
    if (error instanceof TimeoutException) {
      return "it did not answer in time.";
    }
    if (error instanceof IllegalArgumentException) {
      return "a key has data that no lock has written: " + error.getMessage() + ".";
    }
    return switch (code(error)) {
      case UNAVAILABLE -> "no member answered (" + error.getMessage() + ").";
      case PERMISSION_DENIED -> "it refuses that to this user (" + error.getMessage() + ").";
      case UNAUTHENTICATED -> "it did not accept the user and password.";
      default -> "it answered " + error.getMessage() + ".";
    };
  }
}

package dev.holdfast.etcd;

import dev.holdfast.consensus.ErrorTranslator;
import dev.holdfast.spi.Futures;
import io.etcd.jetcd.common.exception.EtcdException;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.concurrent.TimeoutException;

/** What etcd's errors mean for the caller. */
final class Failures implements ErrorTranslator {
  static final Failures MEAN = new Failures();

  private static final int DEEPEST = 10;

  private Failures() {}

  /** The session's key is not there: its lease has ended. */
  static final class LeaseGone extends RuntimeException {
    private static final long serialVersionUID = 1;

    LeaseGone() {
      super("that the session's key is gone, and its lease with it");
    }
  }

  /** Whether etcd says that it knows no such lease: neither ever nor any more. */
  static boolean saysLeaseIsGone(Throwable thrown) {
    Throwable error = Futures.unwrapped(thrown);
    String message = error.getMessage();
    return error instanceof LeaseGone
        || (message != null && message.contains("requested lease not found"));
  }

  /** Whether another member may answer where this one did not. */
  static boolean isForAnotherMember(Throwable thrown) {
    Throwable error = Futures.unwrapped(thrown);
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

  @Override
  public boolean isTransient(Throwable error) {
    if (saysLeaseIsGone(error)) {
      return true;
    }
    return switch (code(error)) {
      case PERMISSION_DENIED, UNAUTHENTICATED, UNIMPLEMENTED, INVALID_ARGUMENT -> false;
      default -> true;
    };
  }

  @Override
  public String said(Throwable error) {
    return switch (code(error)) {
      case UNAVAILABLE -> "no member answered (" + error.getMessage() + ").";
      case PERMISSION_DENIED -> "it refuses that to this user (" + error.getMessage() + ").";
      case UNAUTHENTICATED ->
          hasNoUsers(error)
              ? "authentication is not enabled there, so it knows no users: leave user and password"
                  + " out of the URL, or enable it (etcdctl auth enable)."
              : "it did not accept the user and password.";
      default -> "it answered " + error.getMessage() + ".";
    };
  }

  /** Then it refuses every user, and jetcd makes of that what it makes of a wrong password. */
  private static boolean hasNoUsers(Throwable error) {
    int depth = 0;
    for (Throwable at = error; at != null && depth < DEEPEST; at = at.getCause(), depth++) {
      String message = at.getMessage();
      if (message != null && message.contains("authentication is not enabled")) {
        return true;
      }
    }
    return false;
  }
}

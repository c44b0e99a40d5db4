package dev.holdfast.consensus;

import dev.holdfast.StoreException;
import dev.holdfast.spi.Futures;
import java.util.concurrent.TimeoutException;

/** What a service's errors mean for the client that asked. */
public interface ErrorTranslator {
  /** Whether asking again may help, and whether what was asked may have been done. */
  boolean isTransient(Throwable error);

  /** What the service answered, in a sentence that begins in lower case. */
  String said(Throwable error);

  /** The error that says what was asked, what the service answered, and what is true now. */
  default StoreException failure(String asked, String store, Throwable thrown) {
    Throwable error = Futures.unwrapped(thrown);
    if (error instanceof StoreException known) {
      return known;
    }
    boolean isFinal =
        error instanceof IllegalArgumentException
            || error instanceof LayoutVersion.Unknown
            || error instanceof Stamps.NoStampException;
    boolean mayHelp = !isFinal && isTransient(error);
    return new StoreException(
        "Asked "
            + (store + " to " + asked + ": " + answered(error))
            + (mayHelp ? " Whether it was done is unknown." : " Nothing was done."),
        error,
        mayHelp);
  }

  private String answered(Throwable error) {
    if (error instanceof TimeoutException) {
      return "it did not answer in time.";
    }
    if (error instanceof IllegalArgumentException) {
      return "something there has data that no lock has written: " + error.getMessage() + ".";
    }
    if (error instanceof Stamps.NoStampException none) {
      return none.getMessage() + ".";
    }
    if (error instanceof LayoutVersion.Unknown unknown) {
      return String.valueOf(unknown.getMessage());
    }
    return said(error);
  }
}

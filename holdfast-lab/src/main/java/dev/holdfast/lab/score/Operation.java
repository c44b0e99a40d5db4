package dev.holdfast.lab.score;

import static dev.holdfast.lab.score.Outcome.ANSWERED;
import static dev.holdfast.lab.score.Outcome.EXPIRED;
import static dev.holdfast.lab.score.Outcome.FAILED;
import static dev.holdfast.lab.score.Outcome.FREED;
import static dev.holdfast.lab.score.Outcome.GRANTED;
import static dev.holdfast.lab.score.Outcome.LATE;
import static dev.holdfast.lab.score.Outcome.LOST;
import static dev.holdfast.lab.score.Outcome.REFUSED;
import static dev.holdfast.lab.score.Outcome.RENEWED;

import java.util.Locale;

/** What users do, each with what it is documented to come to while the server answers badly. */
enum Operation {
  /** A try, which fails at once. */
  TRY(GRANTED, FAILED, REFUSED, Asking::tries),
  /** A timed acquire that is over before the trouble is. */
  TIMED(GRANTED, FAILED, REFUSED, Asking::timed),
  /** A timed acquire that outlasts the trouble. */
  HEALED(GRANTED, GRANTED, REFUSED, Asking::healed),
  /** An untimed acquire, whose patience is over before the trouble is. */
  UNTIMED(GRANTED, FAILED, REFUSED, Asking::untimed),
  /** An asynchronous acquire that outlasts the trouble. */
  ASYNC(GRANTED, GRANTED, REFUSED, Asking::asynchronous),
  /** A reentrant view, tried for a time that is over before the trouble is. */
  VIEW(GRANTED, FAILED, REFUSED, Asking::view),
  /** A view that is locked again and unlocked twice in the trouble. */
  NESTED(FREED, FREED, EXPIRED, Holding::nested),
  /** A lease that is due for renewal in the trouble, which is over before the lease is. */
  RENEWAL(RENEWED, RENEWED, RENEWED, Holding::renewal),
  /** A lease that ends in the trouble. */
  EXPIRY(RENEWED, LOST, LOST, Holding::expiry),
  /** More time is asked for. */
  ENSURE(RENEWED, FAILED, REFUSED, Holding::ensure),
  /** A lease is given back in the trouble, and free when it is over. */
  RELEASE(FREED, FREED, EXPIRED, Holding::release),
  /** A question about one name. */
  INSPECT(ANSWERED, FAILED, REFUSED, Ruling::inspect),
  /** A question about all names. */
  NAMES(ANSWERED, FAILED, REFUSED, Ruling::names),
  /** An order to end another's hold. */
  BREAK(ANSWERED, FAILED, REFUSED, Ruling::breakHold),
  /** A client that holds is closed; its lease ends by itself if the server did not hear of it. */
  CLOSE(FREED, FREED, FREED, Ruling::close),
  /** A client is opened. */
  OPEN(ANSWERED, FAILED, REFUSED, Ruling::open);

  /** Does it in the trouble, ends the trouble, and says what it came to. */
  @FunctionalInterface
  interface Play {
    Result in(Scene scene, String name) throws Exception;
  }

  /** What it came to, and how long that took. */
  record Result(Outcome outcome, long millis) {}

  private final Outcome mended;
  private final Outcome passing;
  private final Outcome lasting;

  @SuppressWarnings("ImmutableEnumChecker") // functions without state
  private final Play play;

  Operation(Outcome mended, Outcome passing, Outcome lasting, Play play) {
    this.mended = mended;
    this.passing = passing;
    this.lasting = lasting;
    this.play = play;
  }

  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What is documented: by the javadoc of the method, and of {@code StoreException}. */
  Outcome documented(Reply.Sort sort) {
    return switch (sort) {
      case MENDED -> mended;
      case SILENT -> this == TIMED || this == VIEW ? LATE : passing;
      case PASSING -> passing;
      case LASTING -> lasting;
    };
  }

  Play play() {
    return play;
  }
}

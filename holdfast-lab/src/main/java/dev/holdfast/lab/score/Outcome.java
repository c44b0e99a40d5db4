package dev.holdfast.lab.score;

/** What an operation can come to. */
enum Outcome {
  /** The lock was granted, and the lease is held. */
  GRANTED,
  /** The question was answered, or the order carried out. */
  ANSWERED,
  /** Not granted in time, and nothing else is known. */
  LATE,
  /** A {@code StoreException} that may pass. */
  FAILED,
  /** A {@code StoreException} that will not pass by itself. */
  REFUSED,
  /** The lease was held all the time, and renewed. */
  RENEWED,
  /** The lease was lost at its deadline, and that was told. */
  LOST,
  /** The lock was given back, within a second after all was well again. */
  FREED,
  /** The lock was free when the lease's own time was over, and not before. */
  EXPIRED,
  /** Whatever nobody has promised. */
  UNKNOWN;

  String word() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}

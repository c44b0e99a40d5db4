package dev.holdfast.internal.hold;

import dev.holdfast.LockOptions;
import dev.holdfast.internal.text.CandidateData;

/**
 * How a candidate asks for the lock of its election. Its attempt says what it publishes, so its
 * hold is for this candidate alone: it is neither lent nor borrowed, and does not linger.
 */
public final class CandidateSettings extends LockSettings {
  private final String published;

  public CandidateSettings(LockOptions options, String data) {
    super(options);
    this.published = CandidateData.write(data);
  }

  @Override
  String note() {
    return published;
  }

  @Override
  String published() {
    return published;
  }

  @Override
  public boolean lendable() {
    return false;
  }
}

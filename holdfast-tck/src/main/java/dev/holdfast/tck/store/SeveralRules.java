package dev.holdfast.tck.store;

/** M1 to M4 at the level of the SPI: several names at once. */
public interface SeveralRules
    extends SeveralGrantRules, SeveralTakenRules, SeveralEndRules, SeveralStampRules {}

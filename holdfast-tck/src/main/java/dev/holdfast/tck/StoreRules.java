package dev.holdfast.tck;

/**
 * All rules that are asked of a store through its SPI, without an engine: quick, and exact about
 * what is wrong. They pass on a store whose clock is a fake.
 */
public interface StoreRules
    extends AcquireRules,
        NameRules,
        RenewRules,
        ReleaseRules,
        FencingRules,
        WaitingRules,
        DeadWaiterRules,
        PushRules,
        RaceRules,
        SharedRules,
        CountedRules,
        SeveralRules {}

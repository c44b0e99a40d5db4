package dev.holdfast.tck;

import dev.holdfast.tck.store.AcquireRules;
import dev.holdfast.tck.store.CountedRules;
import dev.holdfast.tck.store.DeadWaiterRules;
import dev.holdfast.tck.store.FencingRules;
import dev.holdfast.tck.store.NameRules;
import dev.holdfast.tck.store.PushRules;
import dev.holdfast.tck.store.RaceRules;
import dev.holdfast.tck.store.ReleaseRules;
import dev.holdfast.tck.store.RenewRules;
import dev.holdfast.tck.store.SeveralRules;
import dev.holdfast.tck.store.SharedRules;
import dev.holdfast.tck.store.WaitingRules;

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

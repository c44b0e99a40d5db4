package dev.holdfast.redis;

import dev.holdfast.tck.store.AcquireRules;
import dev.holdfast.tck.store.CountedRules;
import dev.holdfast.tck.store.DeadWaiterRules;
import dev.holdfast.tck.store.FencingRules;
import dev.holdfast.tck.store.NameRules;
import dev.holdfast.tck.store.PushRules;
import dev.holdfast.tck.store.ReleaseRules;
import dev.holdfast.tck.store.RenewRules;
import dev.holdfast.tck.store.SeveralRules;
import dev.holdfast.tck.store.SharedRules;
import dev.holdfast.tck.store.WaitingRules;

/** What every verb promises: the part of the kit that depends on the server. */
public interface ServerRules
    extends AcquireRules,
        NameRules,
        RenewRules,
        ReleaseRules,
        FencingRules,
        WaitingRules,
        DeadWaiterRules,
        PushRules,
        SharedRules,
        CountedRules,
        SeveralRules {}

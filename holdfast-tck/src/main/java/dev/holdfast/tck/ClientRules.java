package dev.holdfast.tck;

import dev.holdfast.tck.client.AllLeaseRules;
import dev.holdfast.tck.client.AllRules;
import dev.holdfast.tck.client.ClientLossRules;
import dev.holdfast.tck.client.ClientQuittingRules;
import dev.holdfast.tck.client.ClientSectionRules;
import dev.holdfast.tck.client.ClientTimeRules;
import dev.holdfast.tck.client.ClientWaitingRules;
import dev.holdfast.tck.client.CloseRules;
import dev.holdfast.tck.client.ExtendRules;
import dev.holdfast.tck.client.LifeCycleRules;
import dev.holdfast.tck.client.PartialReleaseRules;
import dev.holdfast.tck.client.PoolRules;
import dev.holdfast.tck.client.ReadWriteViewRules;
import dev.holdfast.tck.client.ReadersRules;
import dev.holdfast.tck.client.ReleaseRequestRules;
import dev.holdfast.tck.client.ReopenRules;
import dev.holdfast.tck.client.SemaphoreRules;
import dev.holdfast.tck.client.SemaphoreWaitingRules;
import dev.holdfast.tck.client.TryRules;
import dev.holdfast.tck.client.UpgradeRules;
import dev.holdfast.tck.client.ViewRules;
import dev.holdfast.tck.client.WaitingThreadRules;

/** All rules that are asked of a store together with the engine, as users see them. */
public interface ClientRules
    extends ClientSectionRules,
        ClientLossRules,
        ClientTimeRules,
        ClientWaitingRules,
        ClientQuittingRules,
        ViewRules,
        WaitingThreadRules,
        TryRules,
        ReadersRules,
        ReadWriteViewRules,
        UpgradeRules,
        SemaphoreRules,
        SemaphoreWaitingRules,
        PartialReleaseRules,
        ExtendRules,
        AllRules,
        AllLeaseRules,
        CloseRules,
        LifeCycleRules,
        ReopenRules,
        ReleaseRequestRules,
        PoolRules {}

package dev.holdfast.tck;

/** All rules that are asked of a store together with the engine, as users see them. */
public interface ClientRules
    extends ClientSectionRules,
        ClientLossRules,
        ClientTimeRules,
        ClientWaitingRules,
        ClientQuittingRules,
        ViewRules,
        ReadersRules,
        UpgradeRules,
        SemaphoreRules,
        SemaphoreWaitingRules,
        AllRules,
        AllLeaseRules,
        CloseRules,
        PoolRules {}

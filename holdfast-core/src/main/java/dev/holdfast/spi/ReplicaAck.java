package dev.holdfast.spi;

/**
 * How far a hold has got; see {@link StoreSession#acknowledge}.
 *
 * @param standing where its attempt stands
 * @param replicas how many replicas have the hold, if it is one
 */
public record ReplicaAck(Standing standing, int replicas) {}

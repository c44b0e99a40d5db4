package dev.holdfast.lab.cluster;

import java.nio.file.Path;

/**
 * The place of a member among the others.
 *
 * @param number which one it is, from 0 on
 * @param folder for its files
 * @param port where it hears clients
 * @param peers what is between it and the others
 */
record Seat(int number, Path folder, int port, PeerNetwork peers) {}

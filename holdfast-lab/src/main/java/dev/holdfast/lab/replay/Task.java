package dev.holdfast.lab.replay;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What a process of a replay is told to do, as one line of words.
 *
 * @param lock the id of the lock
 * @param guard what guards the resource
 * @param client which process this is, from 0 on
 * @param port the store
 * @param lease how long a hold lasts without renewal
 * @param folder where the resource is
 */
record Task(String lock, Guard guard, int client, int port, Duration lease, Path folder) {
  Path register() {
    return folder.resolve("register");
  }

  String line() {
    return String.join(
        " ",
        lock,
        guard.name(),
        String.valueOf(client),
        String.valueOf(port),
        String.valueOf(lease.toMillis()),
        folder.toAbsolutePath().toString());
  }

  static Task parse(String line) {
    String[] words = line.split(" ", 6);
    return new Task(
        words[0],
        Guard.valueOf(words[1]),
        Integer.parseInt(words[2]),
        Integer.parseInt(words[3]),
        Duration.ofMillis(Long.parseLong(words[4])),
        Path.of(words[5]));
  }
}

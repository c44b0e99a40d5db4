package dev.holdfast.benchmarks.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Counts, by a recording, how often a virtual thread kept its carrier while it was blocked. */
final class PinnedThreads implements AutoCloseable {
  private static final String EVENT = "jdk.VirtualThreadPinned";

  private final Recording recording = new Recording();

  PinnedThreads() {
    recording.enable(EVENT).withThreshold(Duration.ZERO).withStackTrace();
    recording.start();
  }

  /** Ends the recording; where there were any, their stacks go to standard error. */
  long count() throws IOException {
    recording.stop();
    Path file = Files.createTempFile("holdfast-pinned-", ".jfr");
    try {
      recording.dump(file);
      long count = 0;
      for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
        if (event.getEventType().getName().equals(EVENT)) {
          count++;
          System.err.println(event);
        }
      }
      return count;
    } finally {
      Files.delete(file);
    }
  }

  @Override
  public void close() {
    recording.close();
  }
}

package dev.holdfast.benchmarks.job;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Histograms of nanoseconds, and how they travel from process to process. */
public final class Latencies {
  private static final long LONGEST_NANOS = 3_600_000_000_000L;
  private static final int DIGITS = 3;

  private Latencies() {}

  static Histogram empty() {
    return new Histogram(LONGEST_NANOS, DIGITS);
  }

  static void record(Histogram histogram, long nanos) {
    histogram.recordValue(Math.min(Math.max(nanos, 0), LONGEST_NANOS));
  }

  static String text(Histogram histogram) {
    ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(bytes);
    return Base64.getEncoder().encodeToString(java.util.Arrays.copyOf(bytes.array(), length));
  }

  public static Histogram parse(String text) {
    try {
      return Histogram.decodeFromCompressedByteBuffer(
          ByteBuffer.wrap(Base64.getDecoder().decode(text)), LONGEST_NANOS);
    } catch (DataFormatException malformed) {
      throw new IllegalArgumentException("no histogram: " + text, malformed);
    }
  }
}

package dev.holdfast.lab.proxy;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads a stream piece by piece, each as the bytes that it is. */
interface Frames {
  /** The next whole piece, or null at the end of the stream. */
  byte @Nullable [] next() throws IOException;
}

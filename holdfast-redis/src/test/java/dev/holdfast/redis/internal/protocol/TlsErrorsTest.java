package dev.holdfast.redis.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.SocketTimeoutException;
import org.junit.jupiter.api.Test;

/** What is guessed where TLS does not come about, and no exception says why. */
class TlsErrorsTest {
  @Test
  void aServerThatSaysNothingToAClientWithTlsMayNotSpeakIt() {
    for (Exception silence :
        new Exception[] {
          new SocketTimeoutException("Read timed out"),
          new Exception("handshake timed out after 2000ms"),
          new Exception("Connection initialization timed out after 2 second(s)")
        }) {
      Exception error = new Exception("Unable to connect", silence);
      assertEquals("does this port speak TLS?", TlsErrors.guess("rediss://host", error));
      assertEquals("", TlsErrors.guess("redis://host", error));
    }
  }
}

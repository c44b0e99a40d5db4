package dev.holdfast.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.ForwardingSession;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a tracer of OpenTelemetry exports of an acquire, a hold, and the call of a driver. */
final class SpansTest {
  private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
  private final SdkTracerProvider provider =
      SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(exporter)).build();
  private final ObservationRegistry registry = ObservationRegistry.create();
  private final MemoryStore memory = MemoryStore.create();
  private final Holdfast other = Holdfast.over(memory);
  private final Holdfast client =
      Holdfast.builder(new ObservedStore())
          .callbackExecutor(Runnable::run)
          .listener(
              new HoldfastMetricsListener(
                  new SimpleMeterRegistry(), NameGroups.byPrefix(), Tags.empty(), registry))
          .build();

  SpansTest() {
    registry
        .observationConfig()
        .observationHandler(
            new DefaultTracingObservationHandler(
                new OtelTracer(provider.get("test"), new OtelCurrentTraceContext(), event -> {})));
  }

  /** A store whose driver observes what it sends. */
  private final class ObservedStore implements LockStore {
    @Override
    public StoreCapabilities capabilities() {
      return memory.capabilities();
    }

    @Override
    public StoreSession open(ClientIdentity identity, StoreListener listener) {
      return new ForwardingSession(memory.open(identity, listener)) {
        @Override
        public CompletionStage<Standing> acquire(AcquireRequest request) {
          return Observation.createNotStarted("driver call", registry)
              .observe(() -> super.acquire(request));
        }
      };
    }

    @Override
    public void close() {}
  }

  @AfterEach
  void close() {
    client.close();
    other.close();
    memory.close();
    provider.close();
  }

  private SpanData span(String name) {
    return exporter.getFinishedSpanItems().stream()
        .filter(span -> span.getName().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new AssertionError(name + " is not among " + exporter.getFinishedSpanItems()));
  }

  private static String attribute(SpanData span, String key) {
    String value = span.getAttributes().get(AttributeKey.stringKey(key));
    assertNotNull(value, key);
    return value;
  }

  @Test
  void anAcquireIsOneSpanWithTheDriversBelowAndAHoldIsOne() {
    Observation.createNotStarted("work", registry)
        .observe(() -> client.mutex("orders:1").acquireUninterruptibly().release());
    assertEquals(4, exporter.getFinishedSpanItems().size());
    SpanData work = span("work");
    SpanData acquire = span("lock acquire");
    SpanData hold = span("lock hold");
    assertEquals(work.getSpanId(), acquire.getParentSpanId());
    assertEquals(acquire.getSpanId(), span("driver call").getParentSpanId());
    assertEquals(work.getSpanId(), hold.getParentSpanId());
    assertEquals("orders:1", attribute(acquire, "holdfast.name"));
    assertEquals("acquired", attribute(acquire, "outcome"));
    assertEquals("free", attribute(acquire, "how"));
    assertEquals("orders:1", attribute(hold, "holdfast.name"));
    assertEquals("released", attribute(hold, "outcome"));
    assertNotEquals(StatusCode.ERROR, hold.getStatus().getStatusCode());
  }

  @Test
  void aLeaseThatAFutureBringsIsTheCallersToo() {
    Lease theirs = other.mutex("a").acquireUninterruptibly();
    CompletableFuture<Lease> future =
        Observation.createNotStarted("work", registry)
            .observe(() -> client.mutex("a").acquireAsync());
    theirs.release(); // whatever the thread does that grants it
    future.join().release();
    assertEquals(span("work").getSpanId(), span("lock acquire").getParentSpanId());
    assertEquals(span("work").getSpanId(), span("lock hold").getParentSpanId());
    assertEquals("queued", attribute(span("lock acquire"), "how"));
  }

  @Test
  void aHoldThatIsLostIsASpanWithAnError() {
    Lease lease = client.mutex("a").acquireUninterruptibly();
    assertTrue(other.breakHold("a"));
    assertEquals(StatusCode.ERROR, span("lock hold").getStatus().getStatusCode());
    assertEquals("lost", attribute(span("lock hold"), "outcome"));
    assertEquals(Long.toString(lease.token()), attribute(span("lock hold"), "holdfast.token"));
  }
}

package dev.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.holdfast.HoldfastListener;
import dev.holdfast.HoldfastListener.Acquired;
import dev.holdfast.HoldfastListener.How;
import dev.holdfast.HoldfastListener.NotAcquired;
import dev.holdfast.HoldfastListener.Released;
import dev.holdfast.HoldfastListener.WhyNot;
import dev.holdfast.Loss;
import dev.holdfast.RequestListener;
import dev.holdfast.RequestListener.Lost;
import dev.holdfast.RequestListener.Requested;
import dev.holdfast.spi.Mode;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Several listeners hear of a request, each by what it made for it. */
class ListenersTest {
  private static final Requested REQUESTED = new Requested("a", Mode.EXCLUSIVE, true);
  private static final Duration ZERO = Duration.ZERO;

  private final List<String> heard = new ArrayList<>();
  private final HoldfastListener none = new HoldfastListener() {};
  private final HoldfastListener throwing =
      new HoldfastListener() {
        @Override
        public RequestListener requested(Requested event) {
          throw new IllegalStateException("as the test wants");
        }
      };

  /** Writes down what it hears. */
  private record Request(String by, List<String> heard) implements RequestListener {
    @Override
    public void asked() {
      heard.add(by + " asked");
    }

    @Override
    public void acquired(List<Acquired> leases) {
      heard.add(by + " acquired " + leases.size());
    }

    @Override
    public void notAcquired(NotAcquired event) {
      heard.add(by + " " + event.why());
    }

    @Override
    public void released(Released event) {
      heard.add(by + " released");
    }

    @Override
    public void lost(Lost event) {
      heard.add(by + " " + event.loss().kind());
    }
  }

  private HoldfastListener writing(String by) {
    return new HoldfastListener() {
      @Override
      public @Nullable RequestListener requested(Requested event) {
        return new Request(by, heard);
      }
    };
  }

  private RequestListener requested(HoldfastListener... listeners) {
    RequestListener request = new Listeners(List.of(listeners)).requested(REQUESTED);
    assertNotNull(request);
    return request;
  }

  @Test
  void eachHearsOfAllOfIt() {
    RequestListener request = requested(writing("x"), none, writing("y"));
    request.asked();
    request.acquired(List.of(new Acquired("a", Mode.EXCLUSIVE, 1, ZERO, How.FREE)));
    request.released(new Released("a", Mode.EXCLUSIVE, 1, ZERO, true));
    request.notAcquired(new NotAcquired("a", Mode.EXCLUSIVE, ZERO, WhyNot.BUSY));
    request.lost(
        new Lost("a", Mode.EXCLUSIVE, 1, ZERO, new Loss(Loss.Kind.BROKEN, "broken", null)));
    assertEquals(
        List.of(
            "x asked",
            "y asked",
            "x acquired 1",
            "y acquired 1",
            "x released",
            "y released",
            "x BUSY",
            "y BUSY",
            "x BROKEN",
            "y BROKEN"),
        heard);
  }

  /** Also of what is added to the interface one day. */
  static Stream<Method> eachHearsOfEverything() {
    return Arrays.stream(HoldfastListener.class.getMethods()).filter(Method::isDefault);
  }

  @ParameterizedTest
  @MethodSource
  void eachHearsOfEverything(Method event) throws Exception {
    List<HoldfastListener> all = List.of(written("x"), written("y"));
    Object[] nothing =
        Arrays.stream(event.getParameterTypes())
            .map(type -> type == long.class ? (Object) 0L : null)
            .toArray();
    event.invoke(new Listeners(all), nothing);
    assertEquals(List.of("x " + event.getName(), "y " + event.getName()), heard);
  }

  /** Writes down what it is called by. */
  private HoldfastListener written(String by) {
    return (HoldfastListener)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {HoldfastListener.class},
            (proxy, method, arguments) -> {
              heard.add(by + " " + method.getName());
              return null;
            });
  }

  @Test
  void thereIsNothingWhereNoneWantsToHear() {
    assertNull(new Listeners(List.of(none, none)).requested(REQUESTED));
  }

  @Test
  void oneThatThrowsKeepsTheOthersFromNothing() {
    RequestListener request = requested(throwing, writing("x"), writing("y"));
    assertThrows(IllegalStateException.class, request::asked);
    request.released(new Released("a", Mode.EXCLUSIVE, 1, ZERO, true));
    assertEquals(List.of("x asked", "y asked", "x released", "y released"), heard);
  }
}

package dev.holdfast.spring.boot.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.Loss;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import dev.holdfast.spring.CurrentLease;
import dev.holdfast.spring.Locked;
import dev.holdfast.spring.RunOnce;
import dev.holdfast.spring.boot.HoldfastAutoConfiguration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** An application with a store that cannot be reached, as its test sees it. */
@SpringBootTest(
    classes = AutoConfigureHoldfastTest.Application.class,
    properties = {"holdfast.url=redis://127.0.0.1:1", "holdfast.startup=required"})
@AutoConfigureHoldfast
class AutoConfigureHoldfastTest {
  @Autowired HoldfastTestSupport locks;
  @Autowired Invoices invoices;
  @Autowired Holdfast holdfast;

  /** What the application has. */
  @Configuration(proxyBeanMethods = false)
  @Import(Invoices.class)
  static class Application {
    /** It must not be used. */
    @Bean
    LockStore storeOfTheApplication() {
      return new UnreachableStore();
    }
  }

  /** Fails whatever it is asked. */
  static final class UnreachableStore implements LockStore {
    @Override
    public StoreCapabilities capabilities() {
      throw new AssertionError("the store of the application is used");
    }

    @Override
    public StoreSession open(ClientIdentity client, StoreListener listener) {
      throw new AssertionError("the store of the application is used");
    }

    @Override
    public void close() {}
  }

  /** A bean with locked methods. */
  static class Invoices {
    private final List<Loss.Kind> losses = Collections.synchronizedList(new ArrayList<>());

    @Locked("invoice:#{#id}")
    public Optional<String> charge(int id, Runnable meanwhile) {
      CurrentLease.get().onLost(loss -> losses.add(loss.kind()));
      meanwhile.run();
      return Optional.of("charged");
    }

    /** A method, as the fields of a proxy are not those of the bean. */
    public List<Loss.Kind> losses() {
      return losses;
    }

    @RunOnce(name = "report", atLeast = "10m")
    public Optional<String> report() {
      return Optional.of("reported");
    }
  }

  @Test
  void aLockedMethodHasItsLockInMemory() {
    invoices.charge(1, () -> assertEquals(List.of("invoice:1"), locks.leased()));
    assertEquals(List.of(), locks.leased());
  }

  @Test
  void aMethodWhoseLeaseIsLostThrowsAndItsCallbacksHaveRun() {
    invoices.losses().clear();
    assertThrows(
        LeaseLostException.class,
        () ->
            invoices.charge(
                2,
                () -> {
                  Lease lease = CurrentLease.get();
                  locks.lose("invoice:2");
                  assertFalse(lease.isHeld());
                  assertEquals(List.of(Loss.Kind.BROKEN), invoices.losses());
                  assertEquals(List.of(), locks.leased());
                }));
    assertEquals(Optional.of("charged"), invoices.charge(2, () -> {}), "the name is free");
  }

  @Test
  void allReadersOfANameLoseTheirLeases() throws InterruptedException {
    Lease one = holdfast.readWrite("catalogue").read().acquire();
    Lease two = holdfast.readWrite("catalogue").read().acquire();
    AtomicInteger told = new AtomicInteger();
    one.onLost(loss -> told.incrementAndGet());
    two.onLost(loss -> told.incrementAndGet());
    locks.lose("catalogue");
    assertFalse(one.isHeld());
    assertFalse(two.isHeld());
    assertEquals(2, told.get());
  }

  @Test
  void whatIsNotHeldCannotBeLost() {
    IllegalStateException refused =
        invoicesHeld(() -> assertThrows(IllegalStateException.class, () -> locks.lose("other")));
    assertTrue(refused.getMessage().contains("'other'"), refused.getMessage());
    assertTrue(refused.getMessage().contains("[invoice:3]"), refused.getMessage());
  }

  private <T> T invoicesHeld(Supplier<T> call) {
    List<T> result = new ArrayList<>();
    invoices.charge(3, () -> result.add(call.get()));
    return result.get(0);
  }

  @Test
  void aNameThatIsKeptCanBeFreed() {
    locks.free("report");
    assertEquals(Optional.of("reported"), invoices.report());
    assertEquals(Optional.empty(), invoices.report());
    assertTrue(locks.free("report"));
    assertEquals(Optional.of("reported"), invoices.report());
  }

  @Test
  void aClientOfTheApplicationsOwnFailsTheStart() {
    new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                HoldfastTestAutoConfiguration.class, HoldfastAutoConfiguration.class))
        .withBean("own", Holdfast.class, () -> Holdfast.connect("memory:own"))
        .run(
            context -> {
              Throwable failure = context.getStartupFailure();
              while (failure != null && !(failure instanceof IllegalStateException)) {
                failure = failure.getCause();
              }
              assertTrue(
                  failure != null
                      && String.valueOf(failure.getMessage()).contains("bean of its own"),
                  String.valueOf(context.getStartupFailure()));
            });
  }
}

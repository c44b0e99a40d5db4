package dev.holdfast.cdi;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockInfo;
import dev.holdfast.LockTimeoutException;
import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Runs methods under their locks: outside of transactions, whose interceptors have the priority
 * {@code PLATFORM_BEFORE + 200}.
 */
@Interceptor
@Locked("")
@Priority(Interceptor.Priority.PLATFORM_BEFORE + 100)
public class LockedInterceptor {
  /** Goes with the class of the bean, where applications come and go. */
  private static final ClassValue<Map<Method, LockedMethod>> KNOWN =
      new ClassValue<>() {
        @Override
        protected Map<Method, LockedMethod> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>();
        }
      };

  private final Holdfast client;

  /** For the container. */
  @Inject
  public LockedInterceptor(Holdfast client) {
    this.client = client;
  }

  /** For the container. */
  @AroundInvoke
  public @Nullable Object lock(InvocationContext call) throws Exception {
    Class<?> type = call.getTarget().getClass();
    LockedMethod method =
        KNOWN.get(type).computeIfAbsent(call.getMethod(), each -> LockedMethod.of(each, type));
    String name = method.name(call.getParameters());
    Lease enclosing = ThreadLeases.of(client, name);
    if (enclosing != null) {
      return join(call, method, enclosing);
    }
    Lease lease;
    try {
      lease = acquire(method, client.mutex(name));
    } catch (LockTimeoutException busy) {
      return skip(method, name, busy);
    }
    try (lease) { // which throws if it was lost, and then there is no result
      return run(call, method, name, lease);
    }
  }

  private static Lease acquire(LockedMethod method, DistributedLock lock)
      throws InterruptedException {
    try {
      return method.waitAtMost() == null ? lock.acquire() : lock.acquire(method.waitAtMost());
    } catch (InterruptedException interrupted) {
      if (method.declares(InterruptedException.class)) {
        throw interrupted;
      }
      Thread.currentThread().interrupt();
      throw new IllegalStateException(
          "the thread was interrupted while it waited for the lock '"
              + lock.name()
              + "'; "
              + method
              + " did not run, and nothing is held",
          interrupted);
    }
  }

  private @Nullable Object run(
      InvocationContext call, LockedMethod method, String name, Lease lease) throws Exception {
    ThreadLeases.enter(client, name, lease);
    try {
      Object result = call.proceed();
      method.checkResult(result);
      return result;
    } finally {
      ThreadLeases.leave();
    }
  }

  /** Goes on with the lease of a method around this one. */
  private @Nullable Object join(InvocationContext call, LockedMethod method, Lease enclosing)
      throws Exception {
    failIfLost(enclosing);
    Object result = run(call, method, enclosing.name(), enclosing);
    failIfLost(enclosing);
    return result;
  }

  /**
   * Does nothing while it is held.
   *
   * @throws LeaseLostException if it was lost
   * @throws IllegalStateException if it was released
   */
  private static void failIfLost(Lease enclosing) {
    if (!enclosing.isHeld()) {
      String unused = enclosing.sequencer(); // which throws what has become of it
    }
  }

  private @Nullable Object skip(LockedMethod method, String name, LockTimeoutException busy) {
    if (!method.skips()) {
      throw busy;
    }
    if (busy.holder().isEmpty()) {
      // A store that did not answer in time is not a name that is held: this asks, or throws.
      LockInfo asked = client.inspect(name);
      if (!asked.isHeld() && asked.waiters().isEmpty()) {
        throw busy;
      }
    }
    return method.skipped();
  }
}

package dev.holdfast.spring;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockInfo;
import dev.holdfast.LockTimeoutException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;

/** Runs methods under their locks. */
final class LockedInterceptor implements MethodInterceptor {
  private static final System.Logger LOG = System.getLogger(LockedInterceptor.class.getName());

  private final LockedMethods methods;
  private final Supplier<Holdfast> client;
  private final Supplier<HoldfastSettings> settings;
  private final Supplier<Fences> fences;
  private final Transactions transactions = Transactions.present();

  LockedInterceptor(
      LockedMethods methods,
      Supplier<Holdfast> client,
      Supplier<HoldfastSettings> settings,
      Supplier<Fences> fences) {
    this.methods = methods;
    this.client = client;
    this.settings = settings;
    this.fences = fences;
  }

  @Override
  public @Nullable Object invoke(MethodInvocation call) throws Throwable {
    Object target = call.getThis();
    Method called = call.getMethod();
    Class<?> type = target == null ? called.getDeclaringClass() : AopUtils.getTargetClass(target);
    LockedMethod method = methods.of(AopUtils.getMostSpecificMethod(called, type), type);
    // Once for each call: what the method does with its arguments does not change what is released.
    List<Taken> taken = method.taken(call.getArguments());
    String fence = method.fence(call.getArguments());
    Holdfast asked = client.get();
    boolean inTransaction = transactions.isActive();
    if (fence != null && !inTransaction) {
      fences.get().prepare();
    }
    Section enclosing = Sections.covering(asked, taken, method.toString());
    if (enclosing != null) {
      return join(call, new Section(asked, enclosing.held(), taken, fence));
    }
    if (inTransaction && !method.holdsForTransaction()) {
      throw new IllegalStateException(
          transactions.isCompleted()
              ? method
                  + " was called where a transaction has completed but is not put away yet, as in an"
                  + " AFTER_COMMIT listener: what it writes there without a transaction of its own"
                  + " may never be committed. It did not run. Call it on another thread (@Async on"
                  + " the listener), or after the method that began the transaction"
              : method
                  + " was called while a transaction is active: its lock would be released before that"
                  + " commits, and the next holder would read what was there before. It did not run."
                  + " Begin the transaction in the locked method (@Transactional on it), or say"
                  + " activeTransaction = HOLD to keep the lock until the transaction has completed");
    }
    Lease lease;
    try {
      lease = acquire(asked, taken, method);
    } catch (LockTimeoutException busy) {
      return skip(asked, taken, method, busy);
    }
    Section section = new Section(asked, new SharedLease(asked, lease, method), taken, fence);
    return inTransaction ? holdForTransaction(call, section) : run(call, section);
  }

  private Lease acquire(Holdfast asked, List<Taken> taken, LockedMethod method)
      throws InterruptedException {
    DistributedLock lock =
        taken.size() == 1
            ? taken.get(0).of(asked)
            : asked.all(taken.stream().map(t -> t.of(asked)).toArray(DistributedLock[]::new));
    Duration wait = method.waitAtMost() == null ? settings.get().lockedWait() : method.waitAtMost();
    try {
      return wait.equals(LockedMethod.FOREVER) ? lock.acquire() : lock.acquire(wait);
    } catch (InterruptedException interrupted) {
      for (Class<?> declared : method.method().getExceptionTypes()) {
        if (declared.isAssignableFrom(InterruptedException.class)) {
          throw interrupted;
        }
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

  /** What a call returns that did not get its lock, if the store says that another holds it. */
  private static @Nullable Object skip(
      Holdfast asked, List<Taken> taken, LockedMethod method, LockTimeoutException busy) {
    Skipped skipped = method.skipped();
    if (skipped == null) {
      throw busy;
    }
    if (busy.holder().isEmpty()) {
      // A store that did not answer in time is not a name that is held: this asks, or throws.
      boolean another =
          taken.stream()
              .map(each -> asked.inspect(each.name()))
              .anyMatch(LockedInterceptor::isBusy);
      if (!another) {
        throw busy;
      }
    }
    LOG.log(System.Logger.Level.DEBUG, () -> method + " was skipped: " + busy.getMessage());
    return skipped.result();
  }

  private static boolean isBusy(LockInfo name) {
    return name.isHeld() || !name.waiters().isEmpty();
  }

  private static @Nullable Object join(MethodInvocation call, Section section) throws Throwable {
    SharedLease held = section.held();
    held.failUnlessHeld();
    Object result;
    Sections.enter(section);
    try {
      result = ReturnTypes.followed(call.proceed());
    } finally {
      Sections.leave(section);
    }
    if (result instanceof CompletionStage<?> work) {
      return LockedStage.joined(work, held);
    }
    held.failIfLost();
    return result;
  }

  private static @Nullable Object run(MethodInvocation call, Section section) throws Throwable {
    SharedLease held = section.held();
    Object result;
    Sections.enter(section);
    try {
      result = ReturnTypes.followed(call.proceed());
    } catch (Throwable failed) {
      held.close(failed);
      throw failed;
    } finally {
      Sections.leave(section);
    }
    if (result instanceof CompletionStage<?> work) {
      return LockedStage.releasing(work, held);
    }
    held.close(); // throws if it was lost, and then there is no result
    return result;
  }

  private @Nullable Object holdForTransaction(MethodInvocation call, Section section)
      throws Throwable {
    SharedLease held = section.held();
    try {
      transactions.endWith(section);
    } catch (RuntimeException | Error refused) {
      held.closeUnused();
      throw refused;
    }
    Sections.enter(section);
    try {
      Object result = ReturnTypes.followed(call.proceed());
      if (result instanceof CompletionStage<?> work) {
        return LockedStage.joined(work, held);
      }
      held.failIfLost();
      return result;
    } finally {
      section.methodEnded();
    }
  }
}

package dev.holdfast.spring;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.spring.internal.transaction.Transactions;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
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
    LockRequest request = new LockRequest(asked, method, taken, wait(method));
    if (method.reactive() != null) {
      return LockedPipeline.of(
          request, method.reactive(), transactions, (ProxyMethodInvocation) call);
    }
    boolean inTransaction = transactions.isActive();
    if (fence != null && !inTransaction) {
      fences.get().prepare();
    }
    Section enclosing = Sections.covering(Sections.ofThread(), asked, taken, method.toString());
    if (enclosing != null) {
      return join(call, method, new Section(asked, enclosing.held(), taken, fence));
    }
    if (inTransaction && !method.holdsForTransaction()) {
      throw method.refusedInTransaction(transactions.isCompleted());
    }
    Lease lease;
    try {
      lease = acquire(request);
    } catch (LockTimeoutException busy) {
      return skip(request, busy);
    }
    Section section = new Section(asked, new SharedLease(asked, lease, method), taken, fence);
    return inTransaction ? holdForTransaction(call, method, section) : run(call, method, section);
  }

  private Duration wait(LockedMethod method) {
    return method.waitAtMost() == null ? settings.get().lockedWait() : method.waitAtMost();
  }

  private static Lease acquire(LockRequest request) throws InterruptedException {
    try {
      return request.acquire();
    } catch (InterruptedException interrupted) {
      for (Class<?> declared : request.method().method().getExceptionTypes()) {
        if (declared.isAssignableFrom(InterruptedException.class)) {
          throw interrupted;
        }
      }
      Thread.currentThread().interrupt();
      throw new IllegalStateException(
          "the thread was interrupted while it waited for the lock '"
              + request.lock().name()
              + "'; "
              + request.method()
              + " did not run, and nothing is held",
          interrupted);
    }
  }

  /** What a call returns that did not get its lock, if the store says that another holds it. */
  private static @Nullable Object skip(LockRequest request, LockTimeoutException busy) {
    Skipped skipped = request.method().skipped();
    // A store that did not answer in time is not a name that is held: this asks, or throws.
    if (skipped == null || (busy.holder().isEmpty() && request.inWay().isEmpty())) {
      throw busy;
    }
    LOG.log(
        System.Logger.Level.DEBUG, () -> request.method() + " was skipped: " + busy.getMessage());
    return skipped.result();
  }

  private static @Nullable Object proceed(
      MethodInvocation call, LockedMethod method, SharedLease held) throws Throwable {
    if (!method.interruptedByLoss() || LossInterrupt.isDueTo(held.lease())) {
      return ReturnTypes.followed(call.proceed());
    }
    LossInterrupt interrupt = LossInterrupt.begin(held.lease());
    try {
      return ReturnTypes.followed(call.proceed());
    } finally {
      interrupt.end();
    }
  }

  private static @Nullable Object join(MethodInvocation call, LockedMethod method, Section section)
      throws Throwable {
    SharedLease held = section.held();
    held.failUnlessHeld();
    Object result;
    Sections.enter(section);
    try {
      result = proceed(call, method, held);
    } finally {
      Sections.leave(section);
    }
    if (result instanceof CompletionStage<?> work) {
      return LockedStage.joined(work, held);
    }
    held.failIfLost();
    return result;
  }

  private static @Nullable Object run(MethodInvocation call, LockedMethod method, Section section)
      throws Throwable {
    SharedLease held = section.held();
    Object result;
    Sections.enter(section);
    try {
      result = proceed(call, method, held);
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

  private @Nullable Object holdForTransaction(
      MethodInvocation call, LockedMethod method, Section section) throws Throwable {
    SharedLease held = section.held();
    try {
      transactions.tell(new HeldForTransaction(section));
    } catch (RuntimeException | Error refused) {
      held.closeUnused();
      throw refused;
    }
    Sections.enter(section);
    try {
      Object result = proceed(call, method, held);
      if (result instanceof CompletionStage<?> work) {
        return LockedStage.joined(work, held);
      }
      held.failIfLost();
      return result;
    } finally {
      section.methodEnded();
    }
  }

  /** Ends a section when its transaction has completed, and not before. */
  private record HeldForTransaction(Section section) implements Transactions.Listener {
    @Override
    public void beforeCommit() {
      section.held().failUnlessHeld(); // which rolls it back
    }

    @Override
    public void completed(boolean committed) {
      Sections.leave(section);
      try {
        section.held().close();
      } catch (LeaseLostException lost) {
        LOG.log(
            System.Logger.Level.WARNING,
            "a transaction that held this lease "
                + (committed ? "has committed" : "has not committed")
                + ", and another holder may have been there meanwhile",
            lost);
      }
    }
  }

  /**
   * Interrupts the thread of a method when the lease is lost under which it runs, and not later:
   * what that thread does next is not meant. An interrupt that was there before stays; one that
   * comes after ours cannot be told from it, and ends with the method. Thread-safe.
   */
  private static final class LossInterrupt {
    private static final ThreadLocal<@Nullable LossInterrupt> INNERMOST = new ThreadLocal<>();

    private final Lease lease;
    private final @Nullable LossInterrupt enclosing;
    private final Thread thread = Thread.currentThread();
    private final ReentrantLock lock = new ReentrantLock();
    private boolean over;
    private boolean interrupted;
    private boolean interruptedBefore;

    private LossInterrupt(Lease lease, @Nullable LossInterrupt enclosing) {
      this.lease = lease;
      this.enclosing = enclosing;
    }

    /** Whether a method around on this thread is interrupted by a loss of this lease. */
    static boolean isDueTo(Lease lease) {
      LossInterrupt each = INNERMOST.get();
      while (each != null && each.lease != lease) {
        each = each.enclosing;
      }
      return each != null;
    }

    /** Of a method that begins now on this thread. */
    static LossInterrupt begin(Lease lease) {
      LossInterrupt begun = new LossInterrupt(lease, INNERMOST.get());
      INNERMOST.set(begun);
      lease.onLost(loss -> begun.lost());
      return begun;
    }

    private void lost() {
      lock.lock();
      try {
        if (!over) {
          interruptedBefore = thread.isInterrupted();
          interrupted = true;
          thread.interrupt();
        }
      } finally {
        lock.unlock();
      }
    }

    /**
     * The method has ended: an interrupt of ours that it has not seen does not go to its caller.
     */
    void end() {
      boolean clears;
      lock.lock();
      try {
        over = true;
        clears = interrupted && !interruptedBefore;
      } finally {
        lock.unlock();
      }
      if (clears) {
        boolean unused = Thread.interrupted();
      }
      if (enclosing == null) {
        INNERMOST.remove();
      } else {
        INNERMOST.set(enclosing);
        enclosing.goesOn();
      }
    }

    /** The method inside may have taken an interrupt that was meant for this one. */
    private void goesOn() {
      lock.lock();
      try {
        if (interrupted) {
          thread.interrupt();
        }
      } finally {
        lock.unlock();
      }
    }
  }
}

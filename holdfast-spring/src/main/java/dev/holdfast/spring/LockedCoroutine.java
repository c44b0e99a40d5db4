package dev.holdfast.spring;

import kotlin.Unit;
import kotlin.coroutines.AbstractCoroutineContextElement;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;
import kotlinx.coroutines.DisposableHandle;
import kotlinx.coroutines.Job;
import kotlinx.coroutines.ThreadContextElement;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import reactor.core.publisher.Mono;

/**
 * The body of a suspending function that is locked: an element of its context, which shows its
 * section to each thread that runs it, and knows when it has ended. Needs Kotlin's coroutines.
 * Thread-safe.
 */
final class LockedCoroutine extends AbstractCoroutineContextElement
    implements ThreadContextElement<Boolean> {
  private final Section section;
  private volatile @Nullable Job body;

  private LockedCoroutine(Section section) {
    super(new Key()); // of its own, as the body of an enclosing function has one, too
    this.section = section;
  }

  /** Gives it to a call that has not begun. */
  static LockedCoroutine in(ProxyMethodInvocation call, Section section) {
    LockedCoroutine element = new LockedCoroutine(section);
    @Nullable Object[] arguments = call.getArguments();
    int last = arguments.length - 1;
    if (!(arguments[last] instanceof Continuation<?> caller)) {
      throw new IllegalStateException("a suspending function was called without a continuation");
    }
    arguments[last] = new InContext(caller, caller.getContext().plus(element));
    call.setArguments(arguments);
    return element;
  }

  /**
   * Completes when the body has ended, also one that goes on for a while after it was cancelled; at
   * once if it has never begun.
   */
  Mono<Void> ended() {
    return Mono.create(
        sink -> {
          Job running = body;
          if (running == null) {
            sink.success();
            return;
          }
          DisposableHandle unused =
              running.invokeOnCompletion(
                  cause -> {
                    sink.success();
                    return Unit.INSTANCE;
                  });
        });
  }

  @Override
  public Boolean updateThreadContext(CoroutineContext context) {
    if (body == null) {
      body = context.get(Job.Key); // the first to run; coroutines inside of it have this, too
    }
    return Sections.enterOnce(section);
  }

  @Override
  public void restoreThreadContext(CoroutineContext context, Boolean entered) {
    if (entered) {
      Sections.exit(section);
    }
  }

  private static final class Key implements CoroutineContext.Key<LockedCoroutine> {}

  /** The continuation of a caller; only its context is asked for. */
  private record InContext(Continuation<?> caller, CoroutineContext context)
      implements Continuation<Object> {
    @Override
    public CoroutineContext getContext() {
      return context;
    }

    @Override
    public void resumeWith(Object result) {
      throw new IllegalStateException("the result of a locked function goes through its pipeline");
    }
  }
}

package dev.holdfast.spring;

import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.framework.AbstractAdvisingBeanPostProcessor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/** Checks fences next to the methods themselves, inside of the transaction that was begun. */
final class FencePostProcessor extends AbstractAdvisingBeanPostProcessor {
  private static final long serialVersionUID = 1L;

  FencePostProcessor(Supplier<Fences> fences) {
    setOrder(LOWEST_PRECEDENCE); // after all that make proxies and add to them
    MethodInterceptor check =
        call -> {
          Section section =
              Sections.innermost()
                  .orElseThrow(() -> new IllegalStateException("a fence was asked without a lock"));
          String resource = section.fence();
          if (resource != null) {
            fences.get().check(resource, section.lease(), section.isShared());
          }
          return call.proceed();
        };
    this.advisor = new DefaultPointcutAdvisor(new Fenced(), check);
  }

  /** The methods that have a fence. */
  private static final class Fenced extends StaticMethodMatcherPointcut {
    @Override
    public boolean matches(Method method, Class<?> targetClass) {
      Locked locked = LockedMethods.locked(AopUtils.getMostSpecificMethod(method, targetClass));
      return locked != null && !locked.fence().isEmpty();
    }
  }
}

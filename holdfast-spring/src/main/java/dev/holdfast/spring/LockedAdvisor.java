package dev.holdfast.spring;

import java.lang.reflect.Method;
import org.aopalliance.aop.Advice;
import org.springframework.aop.Pointcut;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.core.Ordered;

/** Puts the interceptor around the methods that have one of the annotations. */
final class LockedAdvisor implements PointcutAdvisor, Ordered {
  /** Outside of transactions, which are innermost unless an application says otherwise. */
  static final int ORDER = LOWEST_PRECEDENCE - 1_000;

  private final Pointcut pointcut = new LockedPointcut();
  private final LockedInterceptor interceptor;

  LockedAdvisor(LockedInterceptor interceptor) {
    this.interceptor = interceptor;
  }

  @Override
  public Pointcut getPointcut() {
    return pointcut;
  }

  @Override
  public Advice getAdvice() {
    return interceptor;
  }

  @Override
  public int getOrder() {
    return ORDER;
  }

  private static final class LockedPointcut extends StaticMethodMatcherPointcut {
    @Override
    public boolean matches(Method method, Class<?> targetClass) {
      return LockedMethods.isLocked(AopUtils.getMostSpecificMethod(method, targetClass));
    }
  }
}

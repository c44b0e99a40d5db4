package dev.holdfast.spring;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.MethodMatchers;

/** A bean as its callers have it, and what happens around its methods, the outermost first. */
final class LockedProxy {
  private static final String TRANSACTION =
      "org.springframework.transaction.interceptor.TransactionInterceptor";
  private static final List<String> OUTER =
      List.of(
          "org.springframework.aop.interceptor.AsyncExecutionInterceptor",
          "org.springframework.resilience.retry.AbstractRetryInterceptor",
          "org.springframework.aop.interceptor.ConcurrencyThrottleInterceptor",
          "org.springframework.resilience.annotation.ConcurrencyLimitBeanPostProcessor"
              + "$ConcurrencyLimitInterceptor",
          "org.springframework.retry.annotation.AnnotationAwareRetryOperationsInterceptor");

  private static final String EARLY =
      "its bean was made too early to be proxied, so that its methods run without locks: it, or a"
          + " bean that it is handed to, is a BeanPostProcessor or BeanFactoryPostProcessor or is"
          + " needed by one (or it is a @TestBean, which is never proxied); let that one ask for it"
          + " later (ObjectProvider, @Lazy), or lock in another bean";
  private static final String REGISTERED =
      "its bean was registered as it is (registerSingleton), and such a bean is never proxied, so"
          + " that its methods run without locks: register how it is made (registerBean with a"
          + " supplier)";

  private final Object bean;
  private final Class<?> type;
  private final boolean registered;
  private final List<Advisor> advisors;

  /**
   * Looks at a bean.
   *
   * @param type the class that its methods are in
   * @param registered whether it is not Spring that made it
   */
  LockedProxy(Object bean, Class<?> type, boolean registered) {
    this.bean = bean;
    this.type = type;
    this.registered = registered;
    this.advisors = advisors(bean);
  }

  private static List<Advisor> advisors(Object bean) {
    List<Advisor> found = new ArrayList<>();
    Object layer = bean;
    while (layer instanceof Advised proxy) {
      found.addAll(Arrays.asList(proxy.getAdvisors()));
      layer = AopProxyUtils.getSingletonTarget(proxy);
    }
    return found;
  }

  /** Why no proxy could come before a method; empty if one can. */
  static List<String> unreachable(Method method, Class<?> type) {
    int modifiers = method.getModifiers();
    boolean otherPackage =
        (modifiers & (Modifier.PUBLIC | Modifier.PROTECTED)) == 0
            && !method.getDeclaringClass().getPackageName().equals(type.getPackageName());
    String why =
        Modifier.isPrivate(modifiers)
            ? "it is private"
            : Modifier.isStatic(modifiers)
                ? "it is static"
                : Modifier.isFinal(modifiers)
                    ? "it is final"
                    : otherPackage ? "it is not visible in the package of its class" : "";
    return why.isEmpty()
        ? List.of()
        : List.of(why + ", so that no proxy can lock before it runs: make it public");
  }

  /** What is wrong with how a method is reached; empty if it is locked. */
  List<String> problems(LockedMethod method) {
    int lock = first(advisor -> advisor instanceof LockedAdvisor);
    if (lock < 0) {
      return List.of(registered ? REGISTERED : EARLY);
    }
    List<String> problems = new ArrayList<>();
    if (Proxy.isProxyClass(bean.getClass()) && !isOfInterface(method.method())) {
      problems.add(
          "its bean is proxied by interfaces, none of which has this method: add it to one, or"
              + " proxy classes (spring.aop.proxy-target-class, proxyTargetClass = true)");
    }
    int transaction = first(advisor -> has(advisor, TRANSACTION) && matches(advisor, method));
    if (transaction >= 0 && transaction < lock) {
      problems.add(
          "its transaction would begin before the lock is acquired and end after its release, when"
              + " another holder may read what was there before: the order of"
              + " @EnableTransactionManagement has to be above "
              + LockedAdvisor.ORDER
              + ", as it is unless given");
    }
    if (transaction < 0 && method.fence() != null) {
      problems.add(
          "a fence is checked in the transaction of the method, which has none: add @Transactional,"
              + " or call Fence.check yourself");
    }
    for (int i = lock + 1; i < advisors.size(); i++) {
      Advisor inner = advisors.get(i);
      if (OUTER.stream().anyMatch(name -> has(inner, name)) && matches(inner, method)) {
        problems.add(
            inner.getAdvice().getClass().getSimpleName()
                + " is inside of the lock and should be outside, so that no lock is held where"
                + " nothing is done: give it an order below "
                + LockedAdvisor.ORDER);
      }
    }
    return problems;
  }

  private int first(Predicate<Advisor> wanted) {
    for (int i = 0; i < advisors.size(); i++) {
      if (wanted.test(advisors.get(i))) {
        return i;
      }
    }
    return -1;
  }

  /** By name, as its library need not be there. */
  private static boolean has(Advisor advisor, String interceptor) {
    for (Class<?> each = advisor.getAdvice().getClass();
        each != null;
        each = each.getSuperclass()) {
      if (each.getName().equals(interceptor)) {
        return true;
      }
    }
    return false;
  }

  private boolean matches(Advisor advisor, LockedMethod method) {
    return !(advisor instanceof PointcutAdvisor some)
        || (some.getPointcut().getClassFilter().matches(type)
            && MethodMatchers.matches(
                some.getPointcut().getMethodMatcher(), method.method(), type, false));
  }

  private boolean isOfInterface(Method method) {
    return Arrays.stream(bean.getClass().getInterfaces())
        .flatMap(each -> Arrays.stream(each.getMethods()))
        .filter(each -> each.getName().equals(method.getName()))
        .anyMatch(each -> AopUtils.getMostSpecificMethod(each, type).equals(method));
  }
}

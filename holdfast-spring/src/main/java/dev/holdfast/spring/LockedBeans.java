package dev.holdfast.spring;

import dev.holdfast.Holdfast;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.stereotype.Component;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Looks at all beans once they are made, and fails the start where a method would not be locked.
 */
final class LockedBeans implements SmartInitializingSingleton {
  private final ConfigurableListableBeanFactory beanFactory;
  private final LockedMethods methods;

  LockedBeans(ConfigurableListableBeanFactory beanFactory, LockedMethods methods) {
    this.beanFactory = beanFactory;
    this.methods = methods;
  }

  @Override
  public void afterSingletonsInstantiated() {
    Set<String> problems = new LinkedHashSet<>();
    boolean locked = false;
    for (String name : beanFactory.getBeanNamesForType(Object.class, true, false)) {
      if (!ScopedProxyUtils.isScopedTarget(name) || beanFactory.getSingleton(name) == null) {
        locked |= look(name, problems);
      }
    }
    if (locked && beanFactory.getBeanProvider(Holdfast.class).getIfUnique() == null) {
      problems.add(
          "there are locked methods, but not one bean of type "
              + Holdfast.class.getName()
              + ": define one, or mark one of several as @Primary");
    }
    if (!problems.isEmpty()) {
      throw new LockedMethodException(List.copyOf(problems));
    }
  }

  /** Whether a bean has locked methods. */
  private boolean look(String name, Set<String> problems) {
    Object made = beanFactory.getSingleton(name);
    Class<?> type = type(name, made);
    if (type == null || isOfSpring(type)) {
      return false;
    }
    Set<Method> locked =
        MethodIntrospector.selectMethods(
            type,
            (ReflectionUtils.MethodFilter)
                method -> LockedMethods.isLocked(method) && !method.isBridge());
    LockedProxy proxy = made == null ? null : new LockedProxy(made, type);
    for (Method method : locked) {
      List<String> wrong = new ArrayList<>(LockedProxy.unreachable(method, type));
      try {
        LockedMethod read = methods.of(method, type);
        if (wrong.isEmpty() && proxy != null) {
          wrong.addAll(proxy.problems(read));
        }
      } catch (IllegalArgumentException refused) {
        wrong.add(String.valueOf(refused.getMessage()));
      }
      wrong.forEach(
          why -> problems.add(LockedMethod.show(method) + " of the bean '" + name + "': " + why));
    }
    return !locked.isEmpty();
  }

  /** Whether it is a part of Spring itself, and not of an application in a package below it. */
  private static boolean isOfSpring(Class<?> type) {
    return type.getName().startsWith("org.springframework.")
        && !AnnotatedElementUtils.isAnnotated(type, Component.class);
  }

  private @Nullable Class<?> type(String name, @Nullable Object made) {
    Class<?> type =
        made == null ? beanFactory.getType(name, false) : AopProxyUtils.ultimateTargetClass(made);
    return type == null ? null : ClassUtils.getUserClass(type);
  }
}

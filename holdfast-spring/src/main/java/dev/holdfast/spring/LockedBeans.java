package dev.holdfast.spring;

import dev.holdfast.Holdfast;
import dev.holdfast.spring.internal.name.MethodText;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.stereotype.Component;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Looks at all beans once they are made, and fails the start where a method would not be locked.
 */
final class LockedBeans
    implements SmartInitializingSingleton, ApplicationListener<ContextRefreshedEvent> {
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
      // What a scoped proxy leads to has the lock.
      if (!beanFactory.containsBean(ScopedProxyUtils.getTargetBeanName(name))) {
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

  /** Proxies are made in the context alone that switches them on, not in those below it. */
  @Override
  public void onApplicationEvent(ContextRefreshedEvent event) {
    ApplicationContext refreshed = event.getApplicationContext();
    if (refreshed.getAutowireCapableBeanFactory() == beanFactory
        || refreshed.getBeanNamesForType(LockedBeans.class, false, false).length > 0) {
      return;
    }
    List<String> problems = new ArrayList<>();
    for (String name : refreshed.getBeanNamesForType(Object.class, true, false)) {
      Class<?> type = refreshed.getType(name, false);
      if (type != null && !locked(ClassUtils.getUserClass(type)).isEmpty()) {
        problems.add(
            "the bean '"
                + name
                + "' has locked methods, and is in a context below the one that switches them on,"
                + " where they would run without locks: @EnableHoldfast in that context, too");
      }
    }
    if (!problems.isEmpty()) {
      throw new LockedMethodException(problems);
    }
  }

  /** The methods of a class that are locked. */
  static Set<Method> locked(Class<?> type) {
    return MethodIntrospector.selectMethods(
        type,
        (ReflectionUtils.MethodFilter)
            method -> LockedMethods.isLocked(method) && !method.isBridge());
  }

  /** Whether a bean has locked methods. */
  private boolean look(String name, Set<String> problems) {
    Object found = beanFactory.getSingleton(name);
    // A factory is made at the start; what it makes is not looked for before it is needed.
    Object made = found instanceof FactoryBean<?> ? null : found;
    Class<?> type = type(name, made);
    if (type == null || isOfSpring(type)) {
      return false;
    }
    Set<Method> locked = locked(type);
    if (LockedMethods.isLocked(type)) {
      problems.add(
          "the class "
              + type.getName()
              + " of the bean '"
              + name
              + "': an annotation on a class locks none of its methods; put it on each of them");
    }
    if (locked.isEmpty() || (made != null && isMock(made))) {
      return false;
    }
    BeanDefinition definition = definition(name);
    LockedProxy proxy = made == null ? null : new LockedProxy(made, type, definition == null);
    for (Method method : locked) {
      List<String> wrong = new ArrayList<>(LockedProxy.unreachable(method, type));
      wrong.addAll(Callbacks.problems(method, type, definition));
      try {
        LockedMethod read = methods.of(method, type);
        if (wrong.isEmpty() && proxy != null) {
          wrong.addAll(proxy.problems(read));
        }
      } catch (IllegalArgumentException refused) {
        wrong.add(String.valueOf(refused.getMessage()));
      }
      wrong.forEach(
          why -> problems.add(MethodText.of(method) + " of the bean '" + name + "': " + why));
    }
    return true;
  }

  private @Nullable BeanDefinition definition(String name) {
    return beanFactory.containsBeanDefinition(name)
        ? beanFactory.getMergedBeanDefinition(name)
        : null;
  }

  /** Whether it takes a bean's place in a test, by Mockito, which need not be there. */
  private boolean isMock(Object made) {
    try {
      Class<?> mockito =
          ClassUtils.forName("org.mockito.Mockito", beanFactory.getBeanClassLoader());
      Method detailsOf = mockito.getMethod("mockingDetails", Object.class);
      Method isMock = detailsOf.getReturnType().getMethod("isMock");
      return Boolean.TRUE.equals(isMock.invoke(detailsOf.invoke(null, made)));
    } catch (ReflectiveOperationException | LinkageError noMockito) {
      return false;
    }
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

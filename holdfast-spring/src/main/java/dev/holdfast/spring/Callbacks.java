package dev.holdfast.spring;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.core.annotation.MergedAnnotations;

/** Methods that Spring itself calls on the bean, past its proxy, when it is made and destroyed. */
final class Callbacks {
  /** By name, as their library need not be there. */
  private static final List<String> ANNOTATIONS =
      List.of(
          "jakarta.annotation.PostConstruct",
          "jakarta.annotation.PreDestroy",
          "javax.annotation.PostConstruct",
          "javax.annotation.PreDestroy");

  private Callbacks() {}

  /**
   * Why a method would run without its lock; empty unless it is such a method.
   *
   * @param definition how the bean is made; null if that is not known
   */
  static List<String> problems(Method method, Class<?> type, @Nullable BeanDefinition definition) {
    MergedAnnotations annotations = MergedAnnotations.from(method);
    boolean called =
        ANNOTATIONS.stream().anyMatch(annotations::isPresent)
            || (method.getParameterCount() == 0
                && (isOfInterface(method.getName(), type)
                    || named(definition).anyMatch(method.getName()::equals)));
    return called
        ? List.of(
            "Spring calls it on the bean itself when that is made or destroyed, past the proxy that"
                + " locks: call a locked method of another bean in it")
        : List.of();
  }

  private static boolean isOfInterface(String name, Class<?> type) {
    return switch (name) {
      case "afterPropertiesSet" -> InitializingBean.class.isAssignableFrom(type);
      case "destroy" -> DisposableBean.class.isAssignableFrom(type);
      case "close" -> AutoCloseable.class.isAssignableFrom(type);
      default -> false;
    };
  }

  private static Stream<String> named(@Nullable BeanDefinition definition) {
    if (!(definition instanceof AbstractBeanDefinition bean)) {
      return Stream.empty();
    }
    return Stream.of(bean.getInitMethodNames(), bean.getDestroyMethodNames())
        .flatMap(names -> names == null ? Stream.empty() : Arrays.stream(names))
        .flatMap(
            name ->
                name.equals(AbstractBeanDefinition.INFER_METHOD)
                    ? Stream.of("close", "shutdown")
                    : Stream.of(name));
  }
}

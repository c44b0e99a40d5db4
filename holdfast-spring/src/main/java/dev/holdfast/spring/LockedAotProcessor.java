package dev.holdfast.spring;

import java.lang.reflect.Method;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.util.ClassUtils;

/**
 * Where an application is processed ahead of time, keeps what is looked for at its start: the
 * methods of its beans that are locked, with their annotations and parameters.
 */
final class LockedAotProcessor implements BeanRegistrationAotProcessor {
  @Override
  public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
    Set<Method> locked = LockedBeans.locked(ClassUtils.getUserClass(bean.getBeanClass()));
    return locked.isEmpty()
        ? null
        : (generation, code) ->
            locked.forEach(
                method ->
                    generation
                        .getRuntimeHints()
                        .reflection()
                        .registerMethod(method, ExecutableMode.INVOKE));
  }
}

package dev.holdfast.tck;

import java.lang.reflect.Method;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives each test its {@link Rig}, which JUnit closes after it; made by JUnit. */
public final class RigResolver implements ParameterResolver, BeforeEachCallback {
  private static final Namespace NAMESPACE = Namespace.create(RigResolver.class);

  /** For JUnit. */
  public RigResolver() {}

  /** Does not ask what the store does not claim. */
  @Override
  public void beforeEach(ExtensionContext context) {
    Method test = context.getRequiredTestMethod();
    Stream.of(test, test.getDeclaringClass())
        .map(asked -> asked.getAnnotation(Needs.class))
        .filter(Objects::nonNull)
        .forEach(needed -> rig(context).needs(needed.value()));
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Rig.class;
  }

  @Override
  public Rig resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return rig(context);
  }

  private static Rig rig(ExtensionContext context) {
    RuleGroup group = (RuleGroup) context.getRequiredTestInstance();
    return context
        .getStore(NAMESPACE)
        .computeIfAbsent(
            Rig.class,
            type -> {
              try {
                return new Rig(group.fixture());
              } catch (Exception broken) {
                throw new ParameterResolutionException("the fixture could not be made", broken);
              }
            },
            Rig.class);
  }
}

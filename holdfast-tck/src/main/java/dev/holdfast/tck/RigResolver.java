package dev.holdfast.tck;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives each test its {@link Rig}, which JUnit closes after it; made by JUnit. */
public final class RigResolver implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(RigResolver.class);

  /** For JUnit. */
  public RigResolver() {}

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Rig.class;
  }

  @Override
  public Rig resolveParameter(ParameterContext parameter, ExtensionContext context) {
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

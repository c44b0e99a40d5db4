package dev.holdfast.spring.boot.test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.properties.CanBeAnnotated;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.holdfast.spring.Locked;
import dev.holdfast.spring.RunOnce;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Rules of <a href="https://www.archunit.org">ArchUnit</a> 1.x, which has to be among the test's
 * dependencies.
 *
 * <pre>{@code
 * @AnalyzeClasses(packages = "com.example.shop")
 * class LocksTest {
 *   @ArchTest static final ArchRule NO_CALL_WITHOUT_LOCK =
 *       HoldfastRules.NO_SELF_INVOCATION_OF_LOCKED_METHODS;
 * }
 * }</pre>
 */
public final class HoldfastRules {
  /**
   * No class calls its own {@link Locked} or {@link RunOnce} methods, nor inherited ones: such a
   * call does not pass the proxy of Spring, so that the method runs without its lock. Lambdas,
   * method references, and inner classes count as the class they are in.
   *
   * <p>A class that calls such a method of another object of the same class is found, too, also if
   * that is its own proxy: move the method to another class.
   */
  public static final ArchRule NO_SELF_INVOCATION_OF_LOCKED_METHODS =
      classes()
          .should(new NotCallTheirOwnLockedMethods())
          .because(
              "such a call does not pass the proxy, and the method runs without its lock; call it"
                  + " from another bean");

  private HoldfastRules() {}

  private static final class NotCallTheirOwnLockedMethods extends ArchCondition<JavaClass> {
    NotCallTheirOwnLockedMethods() {
      super("not call their own methods with @Locked or @RunOnce");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
      Stream.<JavaCodeUnitAccess<?>>concat(
              type.getMethodCallsFromSelf().stream(), type.getMethodReferencesFromSelf().stream())
          .filter(call -> isOwn(type, call) && isLocked(call))
          .forEach(call -> events.add(SimpleConditionEvent.violated(call, call.getDescription())));
    }

    private static boolean isOwn(JavaClass type, JavaAccess<?> call) {
      if (type.isAssignableTo(call.getTargetOwner().getName())) {
        return true;
      }
      boolean isInObject = type.isInnerClass() || type.isAnonymousClass() || type.isLocalClass();
      return isInObject && type.getEnclosingClass().filter(outer -> isOwn(outer, call)).isPresent();
    }

    private static boolean isLocked(JavaCodeUnitAccess<?> call) {
      Optional<? extends JavaCodeUnit> called = call.getTarget().resolveMember();
      return called.isPresent()
          && called.get() instanceof JavaMethod method
          && (isAnnotated(method) || isLockedAbove(method));
    }

    /** Where it overrides a method that has the annotation. */
    private static boolean isLockedAbove(JavaMethod method) {
      String[] parameters =
          method.getRawParameterTypes().stream().map(JavaClass::getName).toArray(String[]::new);
      JavaClass owner = method.getOwner();
      return Stream.concat(
              owner.getAllRawSuperclasses().stream(), owner.getAllRawInterfaces().stream())
          .flatMap(above -> above.tryGetMethod(method.getName(), parameters).stream())
          .anyMatch(NotCallTheirOwnLockedMethods::isAnnotated);
    }

    private static boolean isAnnotated(CanBeAnnotated method) {
      return method.isAnnotatedWith(Locked.class)
          || method.isMetaAnnotatedWith(Locked.class)
          || method.isAnnotatedWith(RunOnce.class)
          || method.isMetaAnnotatedWith(RunOnce.class);
    }
  }
}

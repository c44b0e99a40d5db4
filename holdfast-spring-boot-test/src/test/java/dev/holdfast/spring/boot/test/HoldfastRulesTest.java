package dev.holdfast.spring.boot.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.EvaluationResult;
import dev.holdfast.spring.Locked;
import dev.holdfast.spring.RunOnce;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Classes that call locked methods past their proxy, and classes that do not. */
final class HoldfastRulesTest {
  /** Two locked methods. */
  static class Invoices {
    @Locked("invoice")
    public void charge() {}

    @RunOnce(name = "report", atLeast = "1m")
    public void report() {}

    public void free() {}
  }

  static class CallsItself {
    @Locked("a")
    public void locked() {}

    public void bad() {
      locked();
    }
  }

  static class CallsItsJob {
    @RunOnce(name = "a", atLeast = "1m")
    public void job() {}

    public void bad() {
      job();
    }
  }

  static class CallsInLambda {
    @Locked("a")
    public void locked() {}

    public void bad(List<String> names) {
      names.forEach(name -> locked());
    }
  }

  static class CallsByReference {
    @Locked("a")
    public void locked() {}

    public Runnable bad() {
      return this::locked;
    }
  }

  static class CallsInAnonymousClass {
    @Locked("a")
    public void locked() {}

    public Runnable bad() {
      return new Runnable() {
        @Override
        public void run() {
          locked();
        }
      };
    }
  }

  static class CallsInherited extends Invoices {
    public void bad() {
      charge();
    }
  }

  /** An annotation of the application's own. */
  @Locked("nightly")
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.RUNTIME)
  @interface Nightly {}

  static class CallsMetaAnnotated {
    @Nightly
    public void locked() {}

    public void bad() {
      locked();
    }
  }

  interface Api {
    @Locked("a")
    void locked();
  }

  static class CallsWhatItsInterfaceLocks implements Api {
    @Override
    public void locked() {}

    public void bad() {
      locked();
    }
  }

  static class CallsAnotherBean {
    private final Invoices invoices;

    CallsAnotherBean(Invoices invoices) {
      this.invoices = invoices;
    }

    @Locked("a")
    public void good() {
      invoices.charge();
      invoices.report();
      notLocked();
    }

    public void notLocked() {}
  }

  /** A bean of its own, in the file of another. */
  static class Outer {
    @Locked("a")
    public void locked() {}

    static class Bean {
      private final Outer outer;

      Bean(Outer outer) {
        this.outer = outer;
      }

      public void good() {
        outer.locked();
      }
    }
  }

  static Stream<Class<?>> bad() {
    return Stream.of(
        CallsItself.class,
        CallsItsJob.class,
        CallsInLambda.class,
        CallsByReference.class,
        CallsInAnonymousClass.class,
        CallsInherited.class,
        CallsMetaAnnotated.class,
        CallsWhatItsInterfaceLocks.class);
  }

  private static EvaluationResult evaluated(Class<?>... types) {
    // With those that are inside of them, as a package would be.
    JavaClasses all = new ClassFileImporter().importPackagesOf(HoldfastRulesTest.class);
    JavaClasses chosen =
        all.that(
            com.tngtech.archunit.base.DescribedPredicate.describe(
                "chosen",
                type ->
                    Stream.of(types)
                        .anyMatch(
                            each ->
                                type.getName().equals(each.getName())
                                    || type.getName().startsWith(each.getName() + "$"))));
    return HoldfastRules.NO_SELF_INVOCATION_OF_LOCKED_METHODS.evaluate(chosen);
  }

  @ParameterizedTest
  @MethodSource("bad")
  void aCallPastTheProxyIsFound(Class<?> type) {
    EvaluationResult result = evaluated(type);
    assertTrue(result.hasViolation());
    List<String> details = result.getFailureReport().getDetails();
    assertEquals(1, details.size(), details::toString);
    assertTrue(details.get(0).contains(type.getSimpleName()), details::toString);
  }

  @Test
  void callsOfOtherBeansAreNot() {
    EvaluationResult result =
        evaluated(Invoices.class, CallsAnotherBean.class, Outer.class, Outer.Bean.class);
    assertFalse(result.hasViolation(), () -> result.getFailureReport().toString());
  }
}

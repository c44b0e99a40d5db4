package dev.holdfast.spring.internal.name;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.Expression;
import org.springframework.expression.ExpressionException;
import org.springframework.expression.ParseException;
import org.springframework.expression.ParserContext;
import org.springframework.expression.common.CompositeStringExpression;
import org.springframework.expression.common.LiteralExpression;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/** A text with properties and expressions, which the arguments of a call make a name. */
public final class NameTemplate {
  private static final SpelExpressionParser PARSER = new SpelExpressionParser();
  private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

  /** Expressions are about arguments alone. */
  private static final Object NO_ROOT = new Object();

  private final String text;
  private final Method method;
  private final List<Expression> parts;
  private final BeanFactoryResolver beans;

  private NameTemplate(
      String text, Method method, List<Expression> parts, BeanFactoryResolver beans) {
    this.text = text;
    this.method = method;
    this.parts = parts;
    this.beans = beans;
  }

  /**
   * Reads a text, with the values that properties have now.
   *
   * @throws IllegalArgumentException if it could not be evaluated, as far as that can be seen
   */
  public static NameTemplate parse(
      String text, Method method, ConfigurableBeanFactory beanFactory) {
    String resolved = properties(text, beanFactory);
    List<Expression> parts;
    try {
      parts = parts(PARSER.parseExpression(resolved, ParserContext.TEMPLATE_EXPRESSION));
    } catch (ParseException error) {
      throw new IllegalArgumentException(
          "'" + text + "' is no name: " + error.getSimpleMessage(), error);
    }
    String[] discovered = NAMES.getParameterNames(method);
    List<String> parameters = discovered == null ? null : List.of(discovered);
    for (Expression part : parts) {
      if (part instanceof SpelExpression spel) {
        NameVariables.check(text, spel, method, parameters);
      }
    }
    return new NameTemplate(text, method, parts, new BeanFactoryResolver(beanFactory));
  }

  /** With what <code>${…}</code> stands for. */
  public static String properties(String text, ConfigurableBeanFactory beanFactory) {
    String resolved = beanFactory.resolveEmbeddedValue(text);
    if (resolved == null) {
      throw new IllegalArgumentException("'" + text + "' stands for null");
    }
    // Outside of Boot, one that is unknown stays as it is.
    if (resolved.contains("${")) {
      throw new IllegalArgumentException("no property is set for all of '" + resolved + "'");
    }
    return resolved;
  }

  private static List<Expression> parts(Expression parsed) {
    return parsed instanceof CompositeStringExpression several
        ? List.of(several.getExpressions())
        : List.of(parsed);
  }

  /**
   * The name for a call.
   *
   * @throws IllegalArgumentException if the arguments make none
   */
  public String name(@Nullable Object[] arguments) {
    MethodBasedEvaluationContext context =
        new MethodBasedEvaluationContext(NO_ROOT, method, arguments, NAMES);
    context.setBeanResolver(beans);
    List<String> values = new ArrayList<>(parts.size());
    for (Expression part : parts) {
      values.add(
          part instanceof LiteralExpression literal
              ? literal.getExpressionString()
              : value(part, context));
    }
    return String.join("", values);
  }

  private String value(Expression part, MethodBasedEvaluationContext context) {
    Object value;
    try {
      value = part.getValue(context);
    } catch (ExpressionException error) {
      throw new IllegalArgumentException(
          "the name '" + text + "' of " + MethodText.of(method) + ": " + error.getMessage(), error);
    }
    try {
      return NameValue.text(value);
    } catch (IllegalArgumentException refused) {
      throw new IllegalArgumentException(
          "in the name '"
              + text
              + "' of "
              + MethodText.of(method)
              + ", #{"
              + part.getExpressionString()
              + "} is "
              + refused.getMessage(),
          refused);
    }
  }
}

package dev.holdfast.spring.internal.name;

import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.Projection;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.Selection;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;

/** Looks whether a method has the arguments that an expression names, before it is called. */
final class NameVariables {
  private final String text;
  private final Method method;
  private final @Nullable List<String> parameters;

  private NameVariables(String text, Method method, @Nullable List<String> parameters) {
    this.text = text;
    this.method = method;
    this.parameters = parameters;
  }

  /**
   * Does nothing if it has.
   *
   * @param parameters the names of its arguments; null if they are not known
   * @throws IllegalArgumentException if it has not
   */
  static void check(
      String text, SpelExpression expression, Method method, @Nullable List<String> parameters) {
    SpelNode root = expression.getAST();
    if (root != null) {
      new NameVariables(text, method, parameters).check(root, true);
    }
  }

  /**
   * Looks at a part of an expression.
   *
   * @param onNothing whether what has no object before it would be asked of nothing
   */
  private void check(SpelNode node, boolean onNothing) {
    if (node instanceof VariableReference variable) {
      known(variable.toStringAST().substring(1));
    } else if (onNothing
        && (node instanceof PropertyOrFieldReference || node instanceof MethodReference)) {
      throw new IllegalArgumentException(
          "in '"
              + text
              + "', '"
              + node.toStringAST()
              + "' belongs to nothing; an argument begins with #, as in #{#id}");
    }
    boolean ofElements = node instanceof Projection || node instanceof Selection;
    for (int i = 0; i < node.getChildCount(); i++) {
      boolean afterAnother = node instanceof CompoundExpression && i > 0;
      check(node.getChild(i), onNothing && !ofElements && !afterAnother);
    }
  }

  private void known(String variable) {
    if (variable.equals("this") || isNumbered(variable)) {
      return;
    }
    if (parameters == null) {
      throw new IllegalArgumentException(
          "in '"
              + text
              + "', #"
              + variable
              + " is not known, as the class file has no names of arguments: compile with"
              + " -parameters, or use #p0 for the first argument");
    }
    if (!parameters.contains(variable)) {
      throw new IllegalArgumentException(
          "in '" + text + "', #" + variable + " is none of the arguments " + parameters);
    }
  }

  /** As {@code p0} or {@code a0}. */
  private boolean isNumbered(String variable) {
    return variable.matches("[pa][0-9]{1,3}")
        && Integer.parseInt(variable.substring(1)) < method.getParameterCount();
  }
}

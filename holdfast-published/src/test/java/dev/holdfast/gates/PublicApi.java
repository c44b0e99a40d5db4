package dev.holdfast.gates;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The public API of a module as text: every public or protected thing in its exported packages, one
 * a line, in an order that does not depend on the compiler or the JDK.
 */
final class PublicApi {
  private static final int SHOWN =
      Modifier.STATIC | Modifier.ABSTRACT | Modifier.FINAL | Modifier.PROTECTED;

  private PublicApi() {}

  /** The API in a folder of compiled classes; empty if there are none. */
  static String of(Path classes) {
    if (!Files.isDirectory(classes)) {
      return "";
    }
    Predicate<String> exported = exported(classes.resolve("module-info.class"));
    try (Stream<Path> files = Files.walk(classes)) {
      return files
          .map(f -> classes.relativize(f).toString().replace('\\', '/'))
          .filter(f -> f.endsWith(".class") && !f.endsWith("-info.class"))
          .map(f -> f.substring(0, f.length() - ".class".length()).replace('/', '.'))
          .sorted()
          .map(PublicApi::load)
          .filter(c -> exported.test(c.getPackageName()) && isVisible(c))
          .map(PublicApi::describe)
          .collect(Collectors.joining("\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Predicate<String> exported(Path moduleInfo) {
    if (!Files.exists(moduleInfo)) {
      return p -> !p.contains(".internal");
    }
    try (InputStream in = Files.newInputStream(moduleInfo)) {
      Set<String> exported =
          ModuleDescriptor.read(in).exports().stream()
              .filter(e -> !e.isQualified())
              .map(ModuleDescriptor.Exports::source)
              .collect(Collectors.toSet());
      return exported::contains;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, PublicApi.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(
          name + " is compiled, but not a dependency of holdfast-published", e);
    }
  }

  /** Public or protected, and so is every class around it. */
  private static boolean isVisible(Class<?> type) {
    if (type.isAnonymousClass() || type.isLocalClass() || type.isSynthetic()) {
      return false;
    }
    Class<?> outer = type.getDeclaringClass();
    return isVisible(type.getModifiers(), outer) && (outer == null || isVisible(outer));
  }

  private static boolean isVisible(int modifiers, @Nullable Class<?> owner) {
    return Modifier.isPublic(modifiers)
        || (Modifier.isProtected(modifiers)
            && owner != null
            && !Modifier.isFinal(owner.getModifiers()));
  }

  private static String describe(Class<?> type) {
    List<String> members = new ArrayList<>();
    for (Field f : type.getDeclaredFields()) {
      if (isVisible(f.getModifiers(), type) && !f.isSynthetic()) {
        members.add("field " + modifiers(f.getModifiers()) + name(f.getAnnotatedType(), f) + "\n");
      }
    }
    for (Constructor<?> c : type.getDeclaredConstructors()) {
      if (isVisible(c.getModifiers(), type) && !c.isSynthetic()) {
        members.add("constructor " + modifiers(c.getModifiers()) + signature("", c));
      }
    }
    for (Method m : type.getDeclaredMethods()) {
      if (isVisible(m.getModifiers(), type) && !m.isSynthetic() && !isEverywhere(m)) {
        int modifiers = m.getModifiers();
        if (type.isInterface()) {
          modifiers &= ~Modifier.ABSTRACT;
        }
        String kind = m.isDefault() ? "default " : "";
        String result = show(m.getAnnotatedReturnType()) + " ";
        members.add(
            "method "
                + modifiers(modifiers)
                + kind
                + parameters(m.getTypeParameters(), " ")
                + result
                + signature(m.getName(), m));
      }
    }
    return heading(type)
        + "\n"
        + members.stream().sorted().map(m -> "  " + m).collect(Collectors.joining());
  }

  /** What every object has, or every enum: listing it would say nothing. */
  private static boolean isEverywhere(Method m) {
    String signature = m.getName() + Arrays.toString(m.getParameterTypes());
    return Set.of("equals[class java.lang.Object]", "hashCode[]", "toString[]").contains(signature)
        || (m.getDeclaringClass().isEnum()
            && Set.of("values[]", "valueOf[class java.lang.String]").contains(signature));
  }

  private static String heading(Class<?> type) {
    String kind =
        type.isAnnotation()
            ? "annotation "
            : type.isInterface()
                ? "interface "
                : type.isEnum() ? "enum " : type.isRecord() ? "record " : "class ";
    int modifiers = type.getModifiers();
    if (type.isInterface() || type.isEnum() || type.isRecord()) {
      modifiers &= Modifier.PROTECTED;
    }
    StringBuilder out = new StringBuilder(deprecated(type)).append(modifiers(modifiers));
    if (type.isSealed() && !type.isEnum()) {
      out.append("sealed ");
    }
    out.append(kind).append(type.getName()).append(parameters(type.getTypeParameters(), ""));
    if (type.isRecord()) {
      out.append(
          Arrays.stream(type.getRecordComponents())
              .map(c -> show(c.getAnnotatedType()) + " " + c.getName())
              .collect(Collectors.joining(", ", "(", ")")));
    }
    Type parent = type.getGenericSuperclass();
    if (parent != null && !type.isEnum() && !type.isRecord() && parent != Object.class) {
      out.append(" extends ").append(show(parent));
    }
    if (type.getInterfaces().length > 0 && !type.isAnnotation()) {
      out.append(
          Arrays.stream(type.getGenericInterfaces())
              .map(PublicApi::show)
              .collect(Collectors.joining(", ", " implements ", "")));
    }
    return out.toString();
  }

  private static String name(AnnotatedType type, Field field) {
    return show(type) + " " + field.getName();
  }

  private static String signature(String name, Executable e) {
    StringBuilder out = new StringBuilder(name);
    List<String> parameters = new ArrayList<>();
    for (AnnotatedType type : e.getAnnotatedParameterTypes()) {
      parameters.add(show(type));
    }
    if (e.isVarArgs()) {
      int last = parameters.size() - 1;
      parameters.set(last, parameters.get(last).replaceFirst("\\[]$", "..."));
    }
    out.append(parameters.stream().collect(Collectors.joining(", ", "(", ")")));
    if (e.getExceptionTypes().length > 0) {
      out.append(
          Arrays.stream(e.getGenericExceptionTypes())
              .map(PublicApi::show)
              .sorted()
              .collect(Collectors.joining(", ", " throws ", "")));
    }
    if (e.isAnnotationPresent(Deprecated.class)) {
      out.append(" @Deprecated");
    }
    return out.append("\n").toString();
  }

  private static String deprecated(Class<?> type) {
    return type.isAnnotationPresent(Deprecated.class) ? "@Deprecated " : "";
  }

  private static String modifiers(int modifiers) {
    String shown = Modifier.toString(modifiers & SHOWN);
    return shown.isEmpty() ? "" : shown + " ";
  }

  private static String parameters(TypeVariable<?>[] variables, String after) {
    if (variables.length == 0) {
      return "";
    }
    return Arrays.stream(variables)
        .map(PublicApi::declared)
        .collect(Collectors.joining(", ", "<", ">" + after));
  }

  private static String declared(TypeVariable<?> variable) {
    String bounds =
        Arrays.stream(variable.getAnnotatedBounds())
            .map(PublicApi::show)
            .filter(b -> !b.equals("Object"))
            .collect(Collectors.joining(" & "));
    return variable.getName() + (bounds.isEmpty() ? "" : " extends " + bounds);
  }

  private static String show(AnnotatedType type) {
    String shown = show(type.getType());
    return type.isAnnotationPresent(Nullable.class) ? "@Nullable " + shown : shown;
  }

  private static String show(Type type) {
    return type.getTypeName().replaceAll("\\bjava\\.lang\\.(?=[A-Z])", "");
  }
}

package dev.holdfast.gates;

import dev.holdfast.gates.Tree.SourceFile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which types of a module name which others in their code. A nested type counts as the file that it
 * is in. What is not named, such as the type of a value between two calls, does not count.
 */
final class References {
  private static final Pattern IMPORT =
      Pattern.compile("\\bimport\\s+(?:static\\s+)?([\\w.]+?)(\\.\\*)?\\s*;");
  private static final Pattern HEADER = Pattern.compile("\\b(?:import|package)\\s[^;]*;");
  private static final Pattern DECLARED =
      Pattern.compile("\\b(?:class|interface|record|enum)\\s+(\\w+)");
  private static final Pattern NAME =
      Pattern.compile("(?<![\\w.])[A-Za-z_]\\w*(?:\\s*\\.\\s*[A-Za-z_]\\w*)*");

  private final Map<String, String> codes = new TreeMap<>(); // by the type's full name

  private References(List<SourceFile> files) {
    for (SourceFile file : files) {
      if (!file.name().endsWith("-info.java")) {
        String type = file.name().substring(0, file.name().length() - ".java".length());
        codes.put(file.javaPackage() + "." + type, file.code());
      }
    }
  }

  /** For each type of the module's {@code src/main}, the others of the module that it names. */
  static Map<String, Set<String>> ofTypes(Tree tree, String module) {
    References all =
        new References(tree.mainJava().stream().filter(f -> f.module().equals(module)).toList());
    Map<String, Set<String>> named = new TreeMap<>();
    all.codes.keySet().forEach(type -> named.put(type, all.namedBy(type)));
    return named;
  }

  /** The same of packages. */
  static Map<String, Set<String>> ofPackages(Tree tree, String module) {
    UnaryOperator<String> owner = type -> type.substring(0, type.lastIndexOf('.'));
    Map<String, Set<String>> named = new TreeMap<>();
    ofTypes(tree, module)
        .forEach(
            (type, others) -> {
              Set<String> packages =
                  named.computeIfAbsent(owner.apply(type), none -> new TreeSet<>());
              others.stream().map(owner).forEach(packages::add);
            });
    named.forEach((self, others) -> others.remove(self));
    return named;
  }

  private Set<String> namedBy(String type) {
    String code = codes.getOrDefault(type, "");
    Map<String, String> visible = new HashMap<>(inPackage(type.substring(0, lastDot(type))));
    Set<String> named = new TreeSet<>();
    Matcher imports = IMPORT.matcher(code);
    while (imports.find()) {
      String imported = imports.group(1);
      String owner = owner(imported);
      if (owner != null) {
        named.add(owner);
        visible.put(imported.substring(lastDot(imported) + 1), owner);
      } else if (imports.group(2) != null) {
        visible.putAll(inPackage(imported));
      }
    }
    Matcher declared = DECLARED.matcher(code);
    while (declared.find()) {
      visible.put(declared.group(1), type);
    }
    Matcher names = NAME.matcher(HEADER.matcher(code).replaceAll(""));
    while (names.find()) {
      String name = names.group().replaceAll("\\s", "");
      String simple = name.contains(".") ? name.substring(0, name.indexOf('.')) : name;
      String found = visible.containsKey(simple) ? visible.get(simple) : owner(name);
      if (found != null) {
        named.add(found);
      }
    }
    named.remove(type);
    return named;
  }

  /** The types of a package, by their simple names. */
  private Map<String, String> inPackage(String javaPackage) {
    Map<String, String> types = new HashMap<>();
    for (String type : codes.keySet()) {
      if (type.substring(0, lastDot(type)).equals(javaPackage)) {
        types.put(type.substring(lastDot(type) + 1), type);
      }
    }
    return types;
  }

  /** The type of this module with which a full name, perhaps of a member of it, begins. */
  private @Nullable String owner(String name) {
    String prefix = name;
    while (prefix.contains(".")) {
      if (codes.containsKey(prefix)) {
        return prefix;
      }
      prefix = prefix.substring(0, lastDot(prefix));
    }
    return null;
  }

  private static int lastDot(String name) {
    return name.lastIndexOf('.');
  }
}

package dev.holdfast.lab.bugs;

import dev.holdfast.Holdfast;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Holdfast and its simulation once more, with a bug in it: the patched sources are compiled in
 * memory, all other classes are loaded anew as they are. Nothing is written anywhere but on
 * request.
 */
public final class PatchedClasses extends ClassLoader {
  private static final String OURS = "dev.holdfast.";

  private final Map<String, byte[]> patched;
  private final Map<String, byte[]> resources;

  private PatchedClasses(Map<String, byte[]> patched, Map<String, byte[]> resources) {
    super(PatchedClasses.class.getClassLoader());
    this.patched = patched;
    this.resources = resources;
  }

  /**
   * The classes with a bug.
   *
   * @param root the folder of the project's sources
   */
  public static PatchedClasses with(Bug bug, Path root) {
    Map<String, String> sources = new LinkedHashMap<>();
    for (Bug.Change change : bug.changes()) {
      String text =
          sources.computeIfAbsent(
              change.file(),
              file -> {
                try {
                  return Files.readString(root.resolve(file));
                } catch (IOException missing) {
                  throw new UncheckedIOException(
                      "the bug '" + bug + "' needs the sources of Holdfast at " + root, missing);
                }
              });
      sources.put(change.file(), change.applyTo(text, bug.name()));
    }
    Map<String, byte[]> resources = new HashMap<>();
    sources.forEach(
        (file, text) -> {
          if (!file.endsWith(".java")) {
            resources.put(
                file.replaceFirst(".*/src/main/resources/", ""),
                text.getBytes(StandardCharsets.UTF_8));
          }
        });
    sources.keySet().removeIf(file -> !file.endsWith(".java"));
    return new PatchedClasses(sources.isEmpty() ? Map.of() : compile(sources, bug), resources);
  }

  /** Writes what is patched into a folder, which then goes before all others on a class path. */
  public void writeTo(Path folder) throws IOException {
    for (Map.Entry<String, byte[]> type : patched.entrySet()) {
      write(folder.resolve(type.getKey().replace('.', '/') + ".class"), type.getValue());
    }
    for (Map.Entry<String, byte[]> resource : resources.entrySet()) {
      write(folder.resolve(resource.getKey()), resource.getValue());
    }
  }

  private static void write(Path file, byte[] bytes) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
  }

  /** Finds the folder of the sources from where this runs. */
  public static Path root() {
    String known = System.getProperty("holdfast.root");
    Path at = Path.of(known == null ? "" : known).toAbsolutePath();
    for (Path folder = at; folder != null; folder = folder.getParent()) {
      if (Files.isDirectory(folder.resolve("holdfast-core/src/main/java"))) {
        return folder;
      }
    }
    throw new IllegalStateException(
        "bugs need the sources: run this inside a checkout of Holdfast");
  }

  private static Map<String, byte[]> compile(Map<String, String> sources, Bug bug) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new IllegalStateException("bugs are compiled, which needs a JDK; this is a mere JRE");
    }
    List<SourceText> units = new ArrayList<>();
    sources.forEach((file, text) -> units.add(new SourceText(file, text)));
    StringWriter messages = new StringWriter();
    try (ClassFiles files = new ClassFiles(compiler.getStandardFileManager(null, null, null))) {
      boolean compiled =
          compiler
              .getTask(
                  messages,
                  files,
                  null,
                  List.of("-proc:none", "-nowarn", "-cp", classPath()),
                  null,
                  units)
              .call();
      if (!compiled) {
        throw new IllegalStateException("the bug '" + bug + "' does not compile:\n" + messages);
      }
      return files.compiled();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static String classPath() {
    return Stream.of(Holdfast.class, PatchedClasses.class, Nullable.class)
        .map(PatchedClasses::home)
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String home(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException malformed) {
      throw new IllegalStateException("it is unknown where " + type + " comes from", malformed);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(OURS) || name.startsWith(PatchedClasses.class.getPackageName())) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      return known == null ? findClass(name) : known;
    }
  }

  @Override
  public @Nullable InputStream getResourceAsStream(String name) {
    byte[] bytes = resources.get(name);
    return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] bytes = patched.get(name);
    if (bytes == null) {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        bytes = in.readAllBytes();
      } catch (IOException unreadable) {
        throw new ClassNotFoundException(name, unreadable);
      }
    }
    return defineClass(name, bytes, 0, bytes.length);
  }

  /** A source file in memory. */
  private static final class SourceText extends SimpleJavaFileObject {
    private final String text;

    SourceText(String file, String text) {
      super(URI.create("string:///" + file.replaceFirst(".*/java/", "")), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  /** Keeps what is compiled in memory. */
  private static final class ClassFiles extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, ByteArrayOutputStream> outputs = new HashMap<>();

    ClassFiles(JavaFileManager files) {
      super(files);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      return new SimpleJavaFileObject(URI.create("bytes:///" + className), kind) {
        @Override
        public OutputStream openOutputStream() {
          ByteArrayOutputStream output = new ByteArrayOutputStream();
          outputs.put(className, output);
          return output;
        }
      };
    }

    Map<String, byte[]> compiled() {
      return outputs.entrySet().stream()
          .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().toByteArray()));
    }
  }
}

package dev.holdfast.gates;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The files of the project, without what builds leave behind. */
final class Tree {
  private static final Set<String> SKIPPED =
      Set.of(".git", ".idea", ".servers", ".vitepress", "target", "node_modules");

  private final Path root;
  private final List<SourceFile> files;

  private Tree(Path root, List<SourceFile> files) {
    this.root = root;
    this.files = files;
  }

  /** The tree this build is part of. */
  static Tree ofThisBuild() {
    return at(root());
  }

  /** The folder of the root pom, which the build hands to every test. */
  static Path root() {
    String root = System.getProperty("holdfast.root");
    return Path.of(root == null ? ".." : root).toAbsolutePath().normalize();
  }

  static Tree at(Path root) {
    List<SourceFile> files = new ArrayList<>();
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
              return SKIPPED.contains(String.valueOf(dir.getFileName())) && !dir.equals(root)
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (attributes.isRegularFile()) {
                files.add(new SourceFile(root, root.relativize(file)));
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    files.sort((a, b) -> a.path().compareTo(b.path()));
    return new Tree(root, List.copyOf(files));
  }

  /** All files whose name ends like this, for example {@code ".java"}. */
  List<SourceFile> named(String end) {
    return files.stream().filter(f -> f.name().endsWith(end)).toList();
  }

  /** The Java files under {@code src/main}. */
  List<SourceFile> mainJava() {
    return named(".java").stream().filter(SourceFile::isMain).toList();
  }

  /** The artifacts that the bill of materials names. */
  List<String> published() {
    return Pom.read(root.resolve("holdfast-bom/pom.xml")).managed();
  }

  /** The modules of the root pom, in all its profiles. */
  List<String> modules() {
    return Pom.read(root.resolve("pom.xml")).modules();
  }

  /** One file: {@code module/src/main/java/…}. */
  static final class SourceFile {
    private final Path root;
    private final Path relative;
    private final String path;

    // Most rules look at all files.
    private @Nullable String text;
    private @Nullable String code;

    private SourceFile(Path root, Path relative) {
      this.root = root;
      this.relative = relative;
      this.path = relative.toString().replace('\\', '/');
    }

    Path root() {
      return root;
    }

    Path relative() {
      return relative;
    }

    String path() {
      return path;
    }

    String name() {
      return String.valueOf(relative.getFileName());
    }

    String module() {
      return relative.getName(0).toString();
    }

    boolean isMain() {
      return path().contains("/src/main/");
    }

    String text() {
      if (text == null) {
        try {
          text = Files.readString(root.resolve(relative));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      return text;
    }

    /** The text of a Java file without comments and without the insides of literals. */
    String code() {
      if (code == null) {
        code = JavaText.code(text());
      }
      return code;
    }

    /** {@code dev.holdfast.spi} for a file in that package. */
    String javaPackage() {
      String folder = path().replaceFirst("/[^/]*$", "");
      return folder
          .replaceFirst("^.*/src/(main|test)/java/?", "")
          .replace('/', '.')
          .toLowerCase(Locale.ROOT);
    }
  }
}

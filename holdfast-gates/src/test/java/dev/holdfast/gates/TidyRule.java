package dev.holdfast.gates;

import dev.holdfast.gates.Tree.SourceFile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What must hold of the tree, each rule a function from the tree to the places that break it.
 *
 * <p>Code is looked at without comments and literals; {@link #MARKS} reads comments too.
 */
enum TidyRule {
  /** A file is read in one sitting: at most 400 lines. */
  LENGTH(TidyRule::length),

  /** Time comes from the ticker seam, so that a simulation can replay it. */
  CLOCK(
      tree ->
          search(
              libraries(tree).filter(f -> !f.name().endsWith("Ticker.java")),
              "\\bSystem\\s*\\.\\s*(currentTimeMillis|nanoTime)\\b"
                  + "|\\bInstant\\s*\\.\\s*now\\b|\\bClock\\s*\\.\\s*system",
              "reads a clock of its own; take time from the ticker (or the store)")),

  /** Nothing waits by sleeping: tests await conditions, or move a clock. */
  SLEEP(
      tree ->
          search(
              tree.named(".java").stream()
                  .filter(f -> !(f.isMain() && f.module().equals("holdfast-cli"))),
              "\\bThread\\s*\\.\\s*sleep\\b|\\bTimeUnit\\s*\\.\\s*\\w+\\s*\\.\\s*sleep\\b",
              "sleeps; await a condition or advance a fake clock")),

  /** A library logs through {@code System.Logger}; only programs print. */
  CONSOLE(
      tree ->
          search(
              tree.mainJava().stream().filter(f -> !isProgram(f)),
              "\\bSystem\\s*\\.\\s*(out|err)\\b|\\bprintStackTrace\\s*\\(\\s*\\)",
              "prints; log through System.Logger")),

  /** No monitor is held across I/O; a store has I/O everywhere. */
  MONITOR(
      tree ->
          search(
              tree.mainJava().stream().filter(TidyRule::isStore),
              "\\bsynchronized\\b",
              "has a monitor in a store; use a lock that is not held across I/O")),

  /**
   * No library does anything on the common pool: it may have one thread, which the program may
   * block.
   */
  COMMON_POOL(TidyRule::commonPool),

  /**
   * A wait for a future is {@code Futures.get}, which parks: on a thread of a pool, the future's
   * own {@code get} and {@code join} run other tasks of the program inside a call of the library.
   */
  WAIT(
      tree ->
          search(
              libraries(tree),
              "\\.\\s*join\\s*\\(\\s*\\)|\\bCompletableFuture\\s*::\\s*(join|get)\\b"
                  + "|\\.\\s*get\\s*\\([^;()]*(\\(\\)[^;()]*)*,\\s*(TimeUnit\\s*\\.\\s*)?"
                  + "(NANO|MICRO|MILLI)?SECONDS\\s*\\)",
              "waits by helping a pool; use Futures.get, or Futures.result of what is done")),

  /** What is left to do belongs into an issue. */
  MARKS(TidyRule::marks),

  /** What published modules and pages say is read by people whose second language is English. */
  PHRASES(TidyRule::phrases),

  /** A script says what it takes, what it gives, and what it keeps true. */
  LUA_HEADER(TidyRule::luaHeaders),

  /** The core needs nothing but the JDK. */
  CORE_ALONE(TidyRule::coreAlone),

  /** Only the core reaches into the engine. */
  INTERNAL(
      tree ->
          search(
              tree.named(".java").stream().filter(f -> !f.module().equals("holdfast-core")),
              "\\bdev\\s*\\.\\s*holdfast\\s*\\.\\s*internal\\b",
              "reaches into dev.holdfast.internal; use the API or the SPI")),

  /** Public names say what a thing is, not how it was made. */
  NAMES(TidyRule::names),

  /** Every package says what null means in it. */
  NULL_MARKED(TidyRule::nullMarked),

  /** The bill of materials names every library, once, in the version of the build. */
  BOM(TidyRule::bom);

  /** Modules that are no library: they are a program, tests, or numbers. */
  private static final Set<String> NOT_LIBRARIES =
      Set.of(
          "holdfast-bom",
          "holdfast-cli",
          "holdfast-gates",
          "holdfast-published",
          "holdfast-benchmarks",
          "holdfast-lab",
          "holdfast-servers",
          "holdfast-spec");

  private static final Set<String> PROGRAMS =
      Set.of("holdfast-cli", "holdfast-benchmarks", "holdfast-lab");

  private static final int MOST_LINES = 400;

  @SuppressWarnings("ImmutableEnumChecker") // functions without state
  private final Function<Tree, List<Finding>> check;

  TidyRule(Function<Tree, List<Finding>> check) {
    this.check = check;
  }

  private static boolean isProgram(SourceFile file) {
    return PROGRAMS.contains(file.module());
  }

  List<Finding> findings(Tree tree) {
    return check.apply(tree);
  }

  /** The key of this rule in the list of exceptions: {@code lua-header}. */
  String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Main files that are long, but not too long. */
  static List<Finding> longish(Tree tree) {
    return longerThan(tree, MOST_LINES / 2).stream().filter(f -> f.line() <= MOST_LINES).toList();
  }

  private static List<Finding> length(Tree tree) {
    return longerThan(tree, MOST_LINES);
  }

  private static List<Finding> longerThan(Tree tree, int most) {
    return tree.mainJava().stream()
        .map(f -> new Finding(f.path(), Math.toIntExact(f.text().lines().count()), ""))
        .filter(f -> f.line() > most)
        .map(f -> new Finding(f.path(), f.line(), "lines; what is the second idea in it?"))
        .toList();
  }

  /** The test kit waits in real time for stores it does not know: it may read clocks. */
  private static Stream<SourceFile> libraries(Tree tree) {
    return tree.mainJava().stream()
        .filter(f -> !NOT_LIBRARIES.contains(f.module()) && !f.module().equals("holdfast-tck"));
  }

  private static boolean isStore(SourceFile file) {
    return libraries(file.module())
        && !Set.of("holdfast-core", "holdfast-tck", "holdfast-test").contains(file.module());
  }

  private static boolean libraries(String module) {
    return module.startsWith("holdfast-") && !NOT_LIBRARIES.contains(module);
  }

  private static final Pattern ON_A_POOL =
      Pattern.compile(
          "\\b(?:(?:run|supply|handle|whenComplete|exceptionally|then\\w*)Async|delayedExecutor)"
              + "\\s*\\(");

  private static List<Finding> commonPool(Tree tree) {
    List<Finding> findings = new ArrayList<>();
    for (SourceFile file : libraries(tree).toList()) {
      String code = file.code();
      Matcher m = ON_A_POOL.matcher(code);
      while (m.find()) {
        int withoutExecutor = m.group().startsWith("delayed") ? 2 : 1;
        if (arguments(code, m.end()) <= withoutExecutor) {
          findings.add(
              new Finding(
                  file.path(),
                  line(code, m.start()),
                  "`" + m.group() + "` uses the common pool; name an executor"));
        }
      }
    }
    return findings;
  }

  /** How many arguments a call has, from what follows its parenthesis on. */
  private static int arguments(String code, int from) {
    int count = 1;
    int depth = 1;
    for (int at = from; at < code.length() && depth > 0; at++) {
      char c = code.charAt(at);
      if ("([{".indexOf(c) >= 0) {
        depth++;
      } else if (")]}".indexOf(c) >= 0) {
        depth--;
      } else if (c == ',' && depth == 1) {
        count++;
      }
    }
    return count;
  }

  private static List<Finding> marks(Tree tree) {
    Stream<Finding> java =
        tree.named(".java").stream()
            .flatMap(f -> find(f, JavaText.codeAndComments(f.text()), MARK, LEFT_BEHIND));
    Stream<Finding> other =
        Stream.of(".lua", ".sql", ".xml", ".md")
            .flatMap(end -> tree.named(end).stream())
            .flatMap(f -> find(f, f.text(), MARK, LEFT_BEHIND));
    return Stream.concat(java, other).toList();
  }

  private static final Pattern MARK = Pattern.compile("\\b(?:TO" + "DO|FIX" + "ME|XX" + "X)\\b");
  private static final String LEFT_BEHIND = "a mark was left behind; do it, or write an issue";

  private static final Pattern PHRASE =
      Pattern.compile(
          "\\b(?:whoever|whosoever|somebody|nobody|in vain|for ever|so many"
                  .replace(" ", "[\\s*/]+")
              + "|who[\\s*/]+(?:asks|tries|comes|waits|holds|says|has|is|wants|knows))\\b",
          Pattern.CASE_INSENSITIVE);

  private static List<Finding> phrases(Tree tree) {
    Stream<SourceFile> code =
        Stream.of(".java", ".lua", ".sql")
            .flatMap(end -> tree.named(end).stream())
            .filter(f -> f.isMain())
            .filter(f -> libraries(f.module()) || f.module().equals("holdfast-cli"));
    Stream<SourceFile> pages =
        tree.named(".md").stream()
            .filter(f -> f.path().startsWith("docs/") || f.path().equals("README.md"));
    return Stream.concat(code, pages)
        .flatMap(f -> find(f, f.text(), PHRASE, "is hard to read; let a noun be the subject"))
        .toList();
  }

  private static List<Finding> luaHeaders(Tree tree) {
    List<Finding> findings = new ArrayList<>();
    for (SourceFile file : tree.named(".lua")) {
      if (!file.path().contains("/src/main/resources/")) {
        continue;
      }
      List<String> header = file.text().lines().takeWhile(l -> l.startsWith("--")).toList();
      List<String> missing =
          Stream.of("KEYS", "ARGV", "Returns", "Invariant")
              .filter(word -> header.stream().noneMatch(l -> l.contains(word)))
              .toList();
      if (!missing.isEmpty()) {
        findings.add(new Finding(file.path(), 1, "the comment at the top does not say " + missing));
      }
    }
    return findings;
  }

  private static List<Finding> coreAlone(Tree tree) {
    return tree.named("pom.xml").stream()
        .filter(f -> f.path().equals("holdfast-core/pom.xml"))
        .flatMap(f -> Pom.read(f.root().resolve(f.relative())).passedOn().stream())
        .map(d -> new Finding("holdfast-core/pom.xml", 0, "the core must not depend on " + d))
        .toList();
  }

  private static final Pattern PUBLIC_TYPE =
      Pattern.compile(
          "\\bpublic\\s+(?:(?:abstract|final|sealed|non-sealed|static)\\s+)*"
              + "(?:class|@?interface|record|enum)\\s+(\\w+)");
  private static final Pattern BAD_NAME =
      Pattern.compile("I[A-Z][a-z]\\w*|Abstract\\w*|\\w*Impl|\\w*Utils?");

  private static List<Finding> names(Tree tree) {
    List<Finding> findings = new ArrayList<>();
    for (SourceFile file : tree.mainJava()) {
      String module = file.module();
      if (!libraries(module) || !isExported(tree, module, file.javaPackage())) {
        continue;
      }
      String code = file.code();
      Matcher m = PUBLIC_TYPE.matcher(code);
      while (m.find()) {
        if (BAD_NAME.matcher(m.group(1)).matches()) {
          findings.add(
              new Finding(
                  file.path(),
                  line(code, m.start()),
                  m.group(1) + " is no name for public API; say what the thing is"));
        }
      }
    }
    return findings;
  }

  private static boolean isExported(Tree tree, String module, String javaPackage) {
    return tree.mainJava().stream()
        .filter(f -> f.module().equals(module) && f.name().equals("module-info.java"))
        .findFirst()
        .map(
            f ->
                Pattern.compile("\\bexports\\s+" + Pattern.quote(javaPackage) + "\\s*;")
                    .matcher(f.code())
                    .find())
        .orElse(!javaPackage.contains(".internal"));
  }

  private static final Pattern NULL_MARK = Pattern.compile("@(?:[\\w.]+\\.)?NullMarked\\b");

  private static List<Finding> nullMarked(Tree tree) {
    Set<String> marked = new HashSet<>();
    for (SourceFile file : tree.mainJava()) {
      if (NULL_MARK.matcher(file.code()).find()) {
        switch (file.name()) {
          case "module-info.java" -> marked.add(file.module());
          case "package-info.java" -> marked.add(file.module() + "/" + file.javaPackage());
          default -> {}
        }
      }
    }
    return tree.mainJava().stream()
        .filter(f -> !f.name().equals("module-info.java") && !marked.contains(f.module()))
        .map(f -> f.module() + "/" + f.javaPackage())
        .distinct()
        .filter(p -> !marked.contains(p))
        .map(p -> new Finding(p, 0, "this package needs a package-info.java with @NullMarked"))
        .toList();
  }

  private static List<Finding> bom(Tree tree) {
    String path = "holdfast-bom/pom.xml";
    List<Finding> findings = new ArrayList<>();
    List<String> published = tree.published();
    tree.modules().stream()
        .filter(m -> libraries(m) && !published.contains(m))
        .forEach(m -> findings.add(new Finding(path, 0, "does not name " + m)));
    Set<String> seen = new HashSet<>();
    published.stream()
        .filter(a -> !seen.add(a) || !tree.modules().contains(a))
        .forEach(a -> findings.add(new Finding(path, 0, a + " is there twice, or no module")));
    List<String> versions =
        tree.named("pom.xml").stream()
            .map(f -> Pom.read(f.root().resolve(f.relative())).version().orElse("none"))
            .distinct()
            .toList();
    if (versions.size() > 1) {
      findings.add(new Finding(path, 0, "the poms disagree about the version: " + versions));
    }
    return findings;
  }

  private static List<Finding> search(Stream<SourceFile> files, String regex, String message) {
    Pattern pattern = Pattern.compile(regex);
    return files.flatMap(f -> find(f, f.code(), pattern, message)).toList();
  }

  private static Stream<Finding> find(SourceFile file, String text, Pattern pattern, String why) {
    return pattern
        .matcher(text)
        .results()
        .map(m -> new Finding(file.path(), line(text, m.start()), "`" + m.group() + "` " + why));
  }

  private static int line(String text, int at) {
    return 1 + Math.toIntExact(text.substring(0, at).chars().filter(c -> c == '\n').count());
  }
}

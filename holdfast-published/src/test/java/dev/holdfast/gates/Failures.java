package dev.holdfast.gates;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** The tests that failed, as the reports that Surefire leaves in each module say. */
final class Failures {
  private static final int SHOWN = 9;
  private static final int WIDTH = 200;

  private final List<String> found;

  private Failures(List<String> found) {
    this.found = found;
  }

  /** Those of all modules below a folder, reported since. */
  static Failures below(Path root, Instant since) throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> modules = Files.list(root)) {
      for (Path module : modules.sorted().toList()) {
        Path reports = module.resolve("target/surefire-reports");
        if (Files.isDirectory(reports)) {
          try (Stream<Path> files = Files.list(reports)) {
            for (Path report : files.filter(Failures::isReport).sorted().toList()) {
              if (!Files.getLastModifiedTime(report).toInstant().isBefore(since)) {
                read(module.getFileName() + " ", report, found);
              }
            }
          }
        }
      }
    }
    return new Failures(found);
  }

  private static boolean isReport(Path file) {
    return file.getFileName().toString().matches("TEST-.*\\.xml");
  }

  private static void read(String where, Path report, List<String> found) throws IOException {
    try {
      NodeList tests =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(report.toFile())
              .getElementsByTagName("testcase");
      for (int i = 0; i < tests.getLength(); i++) {
        Element test = (Element) tests.item(i);
        for (String way : List.of("failure", "error")) {
          if (test.getElementsByTagName(way).item(0) instanceof Element failure) {
            String name = test.getAttribute("classname") + "#" + test.getAttribute("name");
            found.add(where + name + ": " + firstLine(failure));
          }
        }
      }
    } catch (SAXException | ParserConfigurationException unreadable) {
      found.add(where + report.getFileName() + " cannot be read: " + unreadable.getMessage());
    }
  }

  private static String firstLine(Element failure) {
    String text = failure.getAttribute("message");
    String told = text.isBlank() ? failure.getAttribute("type") : text.strip();
    String line = told.lines().findFirst().orElse("");
    return line.length() > WIDTH ? line.substring(0, WIDTH) + "\u2026" : line;
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  /** At most ten lines. */
  @Override
  public String toString() {
    List<String> lines = new ArrayList<>(found.subList(0, Math.min(SHOWN, found.size())));
    if (found.size() > SHOWN) {
      lines.add("and " + (found.size() - SHOWN) + " more");
    }
    return String.join("\n", lines);
  }
}

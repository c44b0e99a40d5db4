package dev.holdfast.gates;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** As much of a pom as the gates look at; nothing is inherited or interpolated. */
final class Pom {
  private final Element project;

  private Pom(Element project) {
    this.project = project;
  }

  static Pom read(Path file) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      return new Pom(factory.newDocumentBuilder().parse(file.toFile()).getDocumentElement());
    } catch (IOException | SAXException | ParserConfigurationException e) {
      throw new IllegalStateException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /** Artifact ids under {@code dependencyManagement}. */
  List<String> managed() {
    return all(project, "dependencyManagement", "dependencies", "dependency")
        .map(d -> text(d, "artifactId").orElse("?"))
        .toList();
  }

  List<String> modules() {
    return Stream.concat(
            all(project, "modules", "module"),
            all(project, "profiles", "profile", "modules", "module"))
        .map(m -> m.getTextContent().strip())
        .toList();
  }

  /** {@code group:artifact} of the dependencies that users of this artifact get too. */
  List<String> passedOn() {
    return all(project, "dependencies", "dependency")
        .filter(d -> !List.of("test", "provided").contains(text(d, "scope").orElse("compile")))
        .map(d -> text(d, "groupId").orElse("?") + ":" + text(d, "artifactId").orElse("?"))
        .toList();
  }

  List<String> licences() {
    return all(project, "licenses", "license")
        .map(l -> text(l, "name").or(() -> text(l, "url")).orElse("?"))
        .toList();
  }

  Optional<String> version() {
    return text(project, "version").or(() -> parent().map(Coordinates::version));
  }

  Optional<Coordinates> parent() {
    return all(project, "parent")
        .findFirst()
        .map(
            p ->
                new Coordinates(
                    text(p, "groupId").orElseThrow(),
                    text(p, "artifactId").orElseThrow(),
                    text(p, "version").orElseThrow()));
  }

  /** The texts of all elements on a path below the project. */
  List<String> texts(String... path) {
    return all(project, path).map(e -> e.getTextContent().strip()).toList();
  }

  record Coordinates(String group, String artifact, String version) {}

  private static Stream<Element> all(Element from, String... path) {
    List<Element> found = List.of(from);
    for (String name : path) {
      List<Element> next = new ArrayList<>();
      for (Element element : found) {
        for (Node n = element.getFirstChild(); n != null; n = n.getNextSibling()) {
          if (n instanceof Element child && child.getTagName().equals(name)) {
            next.add(child);
          }
        }
      }
      found = next;
    }
    return found.stream();
  }

  private static Optional<String> text(Element from, String name) {
    return all(from, name).findFirst().map(e -> e.getTextContent().strip());
  }
}

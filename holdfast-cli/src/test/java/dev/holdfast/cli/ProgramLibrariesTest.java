package dev.holdfast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/**
 * The launcher builds the program that every other build makes: the versions that its profile
 * manages, so that no other ones are fetched, are those that Maven resolves without it.
 */
final class ProgramLibrariesTest {
  private static final String MANAGED =
      "/project/profiles/profile[id='program']/dependencyManagement/dependencies/dependency";

  @Test
  void theLaunchersVersionsAreThoseOfTheProgram() throws Exception {
    Path root = Path.of(System.getProperty("holdfast.root", ".."));
    Document pom =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(root.resolve("pom.xml").toFile());
    XPath path = XPathFactory.newInstance().newXPath();
    List<String> resolved =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .map(jar -> Path.of(jar).getFileName().toString())
            .toList();
    List<String> others = new ArrayList<>();
    NodeList managed = (NodeList) path.evaluate(MANAGED, pom, XPathConstants.NODESET);
    for (int i = 0; i < managed.getLength(); i++) {
      String version = path.evaluate("version", managed.item(i));
      if (version.startsWith("${")) {
        String property = version.substring(2, version.length() - 1);
        version = path.evaluate("/project/properties/*[name()='" + property + "']", pom);
      }
      String jar = path.evaluate("artifactId", managed.item(i)) + "-" + version + ".jar";
      if (!resolved.contains(jar)) {
        others.add(jar);
      }
    }
    assertFalse(managed.getLength() == 0, "the profile manages no version");
    assertEquals(
        List.of(), others, "managed by the profile program of pom.xml, but no part of the program");
  }
}

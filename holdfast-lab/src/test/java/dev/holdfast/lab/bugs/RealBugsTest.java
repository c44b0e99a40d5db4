package dev.holdfast.lab.bugs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bugs show on a real server too, or it is said why they do not. */
final class RealBugsTest {
  @TempDir Path folder;

  @Test
  void eachBugIsLookedForOrItIsSaidWhyNot() {
    List<String> here = new ArrayList<>(RealBugs.all().stream().map(RealBug::bug).toList());
    here.addAll(RealBugs.hidden().keySet());
    List<String> all = new ArrayList<>(Bug.names());
    Collections.sort(here);
    Collections.sort(all);
    assertEquals(all, here);
  }

  /** The surest one; {@code lab --bugs} has them all. */
  @Tag("rest")
  @Test
  void aBugInTheScriptsIsFoundOnARealServer() throws IOException {
    RealBug bug =
        RealBugs.all().stream()
            .filter(b -> b.bug().equals("script-keys-without-end"))
            .findFirst()
            .orElseThrow();
    RealBug.Find find = bug.search(folder, 1);
    assertTrue(find.convicted(), () -> find.last().violations().toString());
  }
}

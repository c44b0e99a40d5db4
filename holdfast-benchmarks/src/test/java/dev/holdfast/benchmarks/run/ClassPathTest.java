package dev.holdfast.benchmarks.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClassPathTest {
  private static final List<String> MODULES = List.of("holdfast-core", "holdfast-redis");

  @TempDir Path folder;

  @Test
  void aModuleIsKnownAsAJarAndAsAFolder() {
    assertTrue(isLibrary("/x/target/lib/holdfast-core-0.1.0-SNAPSHOT.jar"));
    assertTrue(isLibrary("/x/target/lib/holdfast-redis.jar"));
    assertTrue(isLibrary("/x/holdfast-core/target/classes"));
  }

  @Test
  void othersAreNot() {
    assertFalse(isLibrary("/x/holdfast-benchmarks/target/lib/jedis-7.0.0.jar"));
    assertFalse(isLibrary("/x/holdfast-benchmarks/target/classes"));
    assertFalse(isLibrary("/x/target/lib/holdfast-redis-jedis-0.1.0.jar"), "is not asked for");
  }

  private static boolean isLibrary(String entry) {
    return ClassPath.isLibrary(Path.of(entry), MODULES);
  }

  @Test
  void aJarAloneHasItsClassesAndNotWhatItsManifestAdds() throws IOException {
    Path jar = folder.resolve("some.jar");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, "lib/other.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out, manifest)) {
      entries.putNextEntry(new ZipEntry("some/Thing.class"));
      entries.write(new byte[] {1, 2});
    }
    Path alone = ClassPath.alone(jar, folder);
    assertEquals(2, Files.size(alone.resolve("some/Thing.class")));
    assertFalse(Files.exists(alone.resolve("META-INF/MANIFEST.MF")));
    assertEquals(alone, ClassPath.alone(jar, folder), "once is enough");
  }
}

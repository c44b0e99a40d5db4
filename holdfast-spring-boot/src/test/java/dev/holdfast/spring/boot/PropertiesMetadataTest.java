package dev.holdfast.spring.boot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Editors know the properties. */
class PropertiesMetadataTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "holdfast.url",
        "holdfast.store",
        "holdfast.namespace",
        "holdfast.startup",
        "holdfast.doctor",
        "holdfast.locked.wait",
        "holdfast.shutdown.wait",
        "management.health.holdfast.enabled",
        "management.info.holdfast.enabled",
        "management.endpoint.holdfast.access"
      })
  void eachHasADescription(String property) throws Exception {
    try (InputStream in =
        HoldfastProperties.class.getResourceAsStream(
            "/META-INF/spring-configuration-metadata.json")) {
      assertNotNull(in, "no metadata was made");
      String metadata = new String(in.readAllBytes(), UTF_8);
      Pattern described =
          Pattern.compile(
              "\"name\": \"" + Pattern.quote(property) + "\"[^}]*\"description\": \"[A-Z]");
      assertTrue(described.matcher(metadata).find(), metadata);
    }
  }
}

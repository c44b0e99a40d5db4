package dev.holdfast.redis.spring;

import dev.holdfast.redis.TourForTests;
import dev.holdfast.redis.spring.FactoryForTests.Library;

/** A program that keeps locks over a factory of the Spring that is there, and says how it went. */
final class SpringTour {
  private SpringTour() {}

  /**
   * Goes through it.
   *
   * @param args the library, and a URL
   */
  public static void main(String[] args) throws InterruptedException {
    try (FactoryForTests factory = Library.valueOf(args[0]).server(args[1])) {
      TourForTests.through(SpringRedisStore.of(factory.factory()));
      System.out.println("works");
    } catch (IllegalArgumentException refused) {
      System.out.println(refused.getMessage());
    }
    System.exit(0);
  }
}

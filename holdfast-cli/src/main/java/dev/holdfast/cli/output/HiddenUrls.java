package dev.holdfast.cli.output;

import dev.holdfast.spi.StoreUrl;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Takes the store's URLs out of a message about arguments: passwords may be in them. */
public final class HiddenUrls {
  private static final String URL =
      "(?is)(?:.*(?:://|@).*|(?:rediss?|redlocks?|jdbc|etcds?|zookeeper|sqlite)\\b[^:]*:.*)";

  private HiddenUrls() {}

  /** The message with what may be shown of each URL among the arguments. */
  public static String in(String message, String... arguments) {
    List<String> longestFirst =
        Stream.of(arguments)
            // picocli quotes the value of --option=value by itself, too
            .flatMap(argument -> Stream.of(argument, argument.replaceFirst("^-[^=]*=", "")))
            .filter(argument -> argument.matches(URL))
            .distinct()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
    String shown = message;
    for (String url : longestFirst) {
      shown = shown.replace(url, StoreUrl.mask(url));
    }
    return shown;
  }
}

package dev.holdfast.spring.boot;

import dev.holdfast.spi.LockStore;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides where locks are kept: through a {@link LockStore} bean, else at {@code holdfast.url},
 * else through the one bean that a store can be reached through. {@code holdfast.store} decides
 * among several beans, and contradicts each of the first two. Never in memory, unless an
 * application says so: it would look as if it locked.
 */
final class StoreChoice {
  /** The kind of stores that an application made. */
  static final String STORE = "store";

  private StoreChoice() {}

  /**
   * The bean that the store is reached through; empty if it is the URL.
   *
   * @param asked {@code holdfast.store}
   * @throws StoreChoiceException if it is not plain which it is
   */
  static Optional<StoreCandidate> of(
      List<StoreCandidate> candidates, @Nullable String asked, boolean hasUrl) {
    if (asked != null && !asked.isBlank()) {
      StoreCandidate named = named(candidates, asked.strip());
      boolean hasStore = !named.kind().equals(STORE) && !ofKind(candidates, STORE).isEmpty();
      if (hasUrl || hasStore) {
        throw StoreChoiceException.contradiction(named, hasUrl, candidates);
      }
      return Optional.of(named);
    }
    List<StoreCandidate> stores = ofKind(candidates, STORE);
    if (!stores.isEmpty()) {
      return Optional.of(one(candidates, stores));
    }
    if (hasUrl) {
      return Optional.empty();
    }
    List<StoreCandidate> each =
        candidates.stream()
            .map(StoreCandidate::kind)
            .distinct()
            .flatMap(kind -> ofKind(candidates, kind).stream())
            .toList();
    return Optional.of(one(candidates, each));
  }

  private static StoreCandidate named(List<StoreCandidate> candidates, String asked) {
    List<StoreCandidate> matching =
        candidates.stream().filter(each -> each.bean().equalsIgnoreCase(asked)).toList();
    if (matching.isEmpty()) {
      matching = ofKind(candidates, asked);
    }
    if (matching.size() != 1) {
      throw new StoreChoiceException(asked, candidates);
    }
    return matching.get(0);
  }

  /** The preferred one of a kind; all of it, if none is preferred. */
  private static List<StoreCandidate> ofKind(List<StoreCandidate> candidates, String kind) {
    List<StoreCandidate> all =
        candidates.stream().filter(each -> each.kind().equalsIgnoreCase(kind)).toList();
    List<StoreCandidate> preferred = all.stream().filter(StoreCandidate::preferred).toList();
    return preferred.size() == 1 ? preferred : all;
  }

  private static StoreCandidate one(List<StoreCandidate> candidates, List<StoreCandidate> left) {
    if (left.size() != 1) {
      throw new StoreChoiceException(null, candidates);
    }
    return left.get(0);
  }
}

package dev.holdfast.cli.store;

import dev.holdfast.Holdfast;
import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import dev.holdfast.cli.output.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a store knows of its names, one name after the other.
 *
 * @param locks the names that are held or waited for, sorted
 * @param unreadable the names of which the store cannot tell, and why
 * @param isCut whether there may be more names than were looked at
 */
public record Survey(List<LockInfo> locks, Map<String, StoreException> unreadable, boolean isCut) {
  /**
   * Asks the store.
   *
   * @param prefix with what the names begin
   * @param limit how many names are looked at
   * @throws StoreException if it does not answer
   */
  public static Survey of(Holdfast holdfast, String prefix, int limit) {
    List<LockInfo> locks = new ArrayList<>();
    Map<String, StoreException> unreadable = new LinkedHashMap<>();
    List<String> names = holdfast.names(limit);
    for (String name : names) {
      if (name.startsWith(prefix)) {
        look(holdfast, name, locks, unreadable);
      }
    }
    return new Survey(locks, unreadable, names.size() == limit);
  }

  /** What stays unreadable is one name's trouble; what may pass by itself is the store's. */
  private static void look(
      Holdfast holdfast,
      String name,
      List<LockInfo> locks,
      Map<String, StoreException> unreadable) {
    try {
      LockInfo info = holdfast.inspect(name);
      if (info.isHeld() || !info.waiters().isEmpty()) {
        locks.add(info);
      }
    } catch (StoreException error) {
      if (error.isTransient()) {
        throw error;
      }
      unreadable.put(name, error);
    }
  }

  /** What the table of names does not show, in sentences. */
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    unreadable.forEach(
        (name, error) ->
            remarks.add(
                Text.visible(name)
                    + " cannot be read: "
                    + Text.visible(String.valueOf(error.getMessage()))));
    if (isCut) {
      remarks.add("there may be more than these; see --limit");
    }
    return remarks;
  }
}

package dev.holdfast.internal.session;

import dev.holdfast.StoreException;
import java.util.List;

/**
 * A call that waits until the store was reached, or could not be. Its methods never throw, and to
 * tell many needs no memory.
 */
public interface OpeningCall {
  List<OpeningCall> NONE = List.of();

  void made(StoreInvoker opened);

  void failed(StoreException why);

  /** Whether a store that has refused this client is to be tried again soon for its sake. */
  boolean isAwaited();

  static void makeAll(List<OpeningCall> calls, StoreInvoker opened) {
    for (int i = 0; i < calls.size(); i++) {
      calls.get(i).made(opened);
    }
  }

  static void failAll(List<OpeningCall> calls, StoreException why) {
    for (int i = 0; i < calls.size(); i++) {
      calls.get(i).failed(why);
    }
  }
}

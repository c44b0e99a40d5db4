package dev.holdfast.redis.internal.port;

import java.util.List;
import java.util.concurrent.CompletionStage;

/** Where scripts are sent together. */
public interface ScriptSender {
  /** The replies in the order of the calls, with exceptions in the place of errors. */
  CompletionStage<List<Object>> callAll(List<ScriptCall> calls);
}

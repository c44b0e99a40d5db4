package dev.holdfast.cli.store;

import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;

/**
 * What the libraries log. Nothing of it is shown unless asked for, as the program tells by itself
 * what its user needs to know.
 *
 * <p>The JDK's logging asks for this class by name when it is first used (see {@link #set}); a
 * program that logs nothing never loads it.
 */
public final class Logging {
  private static final String DEBUG = "holdfast.debug";

  /** For the JDK's logging. */
  public Logging() {
    LogManager.getLogManager().reset();
    Logger root = Logger.getLogger("");
    if (Boolean.getBoolean(DEBUG)) {
      root.setLevel(Level.INFO);
      Logger.getLogger("dev.holdfast").setLevel(Level.ALL);
      root.addHandler(handler());
    } else {
      root.setLevel(Level.OFF);
    }
  }

  private static Handler handler() {
    Formatter plain = new SimpleFormatter();
    Handler handler =
        new StreamHandler(System.err, plain) {
          @Override
          public synchronized void publish(LogRecord record) {
            super.publish(record);
            flush();
          }
        };
    handler.setLevel(Level.ALL);
    return handler;
  }

  /** Decides what is shown, before anything logs. */
  static void set(boolean debug) {
    System.setProperty("java.util.logging.config.class", Logging.class.getName());
    System.setProperty(DEBUG, Boolean.toString(debug));
    System.setProperty(
        "java.util.logging.SimpleFormatter.format", "%1$tT.%1$tL %4$s %3$s: %5$s%6$s%n");
  }
}

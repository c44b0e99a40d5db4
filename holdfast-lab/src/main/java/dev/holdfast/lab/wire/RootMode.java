package dev.holdfast.lab.wire;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The lab in namespaces of its own, which only root can make: of the network, so that nothing of
 * the machine's own is touched, and of processes, so that nothing is left. When the first process
 * in there ends, however it does, the kernel ends all others, and with them go the clients'
 * namespaces, their links and their packet filters: they have no names by which they could stay.
 */
public final class RootMode {
  private static final String INSIDE = "holdfast.lab.inside";
  private static final List<String> UNSHARE =
      List.of("unshare", "--net", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child");

  private RootMode() {}

  /** Whether this process is in there. */
  public static boolean isInside() {
    return Boolean.getBoolean(INSIDE);
  }

  /** Why it cannot be had on this machine; empty if it can. */
  public static String obstacle() {
    if (!System.getProperty("os.name").equals("Linux")) {
      return "network namespaces are Linux's";
    }
    for (String tool : List.of("unshare", "nsenter", "ip")) {
      if (!Shell.works(tool, tool.equals("ip") ? "-V" : "--version")) {
        return "there is no command '" + tool + "'";
      }
    }
    List<String> probe = new ArrayList<>(UNSHARE);
    probe.addAll(List.of("ip", "link", "add", "hl0", "type", "veth", "peer", "name", "hl1"));
    try {
      Shell.run(probe);
      return "";
    } catch (IOException refused) {
      return "namespaces and links need root: " + words(refused);
    }
  }

  private static String words(IOException refused) {
    return String.valueOf(refused.getMessage()).replaceAll("\\s+", " ");
  }

  /**
   * Runs a program in there, with this one's class path, input and output; its exit code. It ends
   * with this process.
   */
  public static int enter(Class<?> program, List<String> arguments) throws IOException {
    List<String> words = new ArrayList<>(UNSHARE);
    words.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
    words.addAll(List.of("-XX:-UsePerfData", "-D" + INSIDE + "=true"));
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    words.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.redirectOutput(ProcessBuilder.Redirect.INHERIT);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    Process process = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    try {
      return process.waitFor();
    } catch (InterruptedException stop) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the lab ran in its namespaces", stop);
    }
  }

  /**
   * Inside: has a loopback; and ends this process, and so all that is in there, with the one
   * outside, which keeps our input open for as long as it lives.
   */
  public static void settle() throws IOException {
    Shell.run("ip", "link", "set", "lo", "up");
    Thread watch =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) {
                  // It says nothing.
                }
              } catch (IOException broken) {
                // Then it is gone too.
              }
              Runtime.getRuntime().halt(1);
            },
            "lab-outside");
    watch.setDaemon(true);
    watch.start();
  }
}

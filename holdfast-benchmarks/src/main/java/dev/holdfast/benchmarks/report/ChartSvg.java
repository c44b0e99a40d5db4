package dev.holdfast.benchmarks.report;

import dev.holdfast.benchmarks.figure.Chart;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;

/** A chart as SVG: the load on a logarithmic axis, the rate from zero. */
public final class ChartSvg {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 420;
  private static final int LEFT = 80;
  private static final int RIGHT = 20;
  private static final int TOP = 50;
  private static final int BOTTOM = 60;
  private static final int STEPS = 5;
  private static final List<String> COLOURS = List.of("#1b6ca8", "#c8553d", "#4a7c59", "#7a5195");

  private final Chart chart;
  private final StringBuilder svg = new StringBuilder();
  private final double top;
  private final double first;
  private final double last;

  public ChartSvg(Chart chart) {
    this.chart = chart;
    double highest = 1;
    double smallest = Double.MAX_VALUE;
    double largest = 1;
    for (SortedMap<Integer, Double> line : chart.lines().values()) {
      highest = Math.max(highest, line.values().stream().max(Double::compare).orElse(0.0));
      smallest = Math.min(smallest, line.firstKey());
      largest = Math.max(largest, line.lastKey());
    }
    this.top = roundUp(highest);
    this.first = Math.log(Math.min(smallest, largest));
    this.last = Math.log(largest);
  }

  /** The next of 1, 2, 5, 10, 20 and so on. */
  private static double roundUp(double value) {
    double power = Math.pow(10, Math.floor(Math.log10(value)));
    for (double factor : new double[] {1, 2, 5}) {
      if (value <= factor * power) {
        return factor * power;
      }
    }
    return 10 * power;
  }

  public String text() {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
            + " font-family=\"sans-serif\" font-size=\"13\">%n",
        WIDTH, HEIGHT);
    add("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>%n", WIDTH, HEIGHT);
    label(WIDTH / 2.0, 25, "middle", chart.id() + ": " + chart.title());
    label(WIDTH / 2.0, HEIGHT - 15, "middle", chart.xTitle());
    label(LEFT, TOP - 10, "end", chart.yTitle());
    rateAxis();
    loadAxis();
    Iterator<String> colours = COLOURS.iterator();
    int place = 0;
    for (Map.Entry<String, SortedMap<Integer, Double>> line : chart.lines().entrySet()) {
      line(line.getKey(), line.getValue(), colours.hasNext() ? colours.next() : "#555555", place++);
    }
    return svg.append("</svg>\n").toString();
  }

  private void rateAxis() {
    for (int step = 0; step <= STEPS; step++) {
      double rate = top * step / STEPS;
      add(
          "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#dddddd\"/>%n",
          LEFT, WIDTH - RIGHT, y(rate), y(rate));
      label(LEFT - 8, y(rate) + 4, "end", String.format(Locale.ROOT, "%,.0f", rate));
    }
  }

  private void loadAxis() {
    chart.lines().values().stream()
        .flatMap(line -> line.keySet().stream())
        .distinct()
        .forEach(
            load ->
                label(
                    x(load),
                    HEIGHT - BOTTOM + 20.0,
                    "middle",
                    String.format(Locale.ROOT, "%,d", load)));
  }

  private void line(String name, SortedMap<Integer, Double> line, String colour, int place) {
    StringBuilder points = new StringBuilder();
    line.forEach(
        (load, rate) -> {
          points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(load), y(rate)));
          add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"/>%n", x(load), y(rate), colour);
        });
    add(
        "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>%n",
        points.toString().strip(), colour);
    double beside = HEIGHT - BOTTOM - 15 - 18.0 * place;
    add(
        "<rect x=\"%d\" y=\"%.1f\" width=\"12\" height=\"12\" fill=\"%s\"/>%n",
        LEFT + 15, beside - 10, colour);
    label(LEFT + 35, beside, "start", name);
  }

  private double x(double load) {
    double part = last > first ? (Math.log(load) - first) / (last - first) : 0.5;
    return LEFT + 30 + part * (WIDTH - LEFT - RIGHT - 60);
  }

  private double y(double rate) {
    return HEIGHT - BOTTOM - rate / top * (HEIGHT - TOP - BOTTOM);
  }

  private void label(double x, double y, String anchor, String text) {
    String escaped = text.replace("&", "&amp;").replace("<", "&lt;");
    add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n", x, y, anchor, escaped);
  }

  private void add(String format, Object... arguments) {
    svg.append(String.format(Locale.ROOT, format, arguments));
  }
}

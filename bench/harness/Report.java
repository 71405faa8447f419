package harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What a generator said about a run: percentiles (50, 99, 99.9) to ms, for those it tells.
///
/// @param latency the figure that it puts first: response time where it knows the intended send
/// @param lag how late requests were sent
record Report(Map<Double, Double> latency, Map<Double, Double> lag) {
    static final Report NONE = new Report(Map.of(), Map.of());

    private static final String NUMBER = "([\\d.]+(?:[eE][-+]?\\d+)?)";
    private static final double[] ASKED = {50, 99, 99.9};

    /// `percentile 99 12.345`, in ms: what our own scripts for wrk, wrk2 and k6 print.
    static Report percentileLines(Path folder) {
        return new Report(
                pairs(output(folder), "percentile " + NUMBER + " " + NUMBER, 1), Map.of());
    }

    static Report loombench(Path folder) {
        var json = output(folder);
        return new Report(
                pairs(
                        section(json, "responseTimeNanos"),
                        "\"p" + NUMBER + "\"\\s*:\\s*" + NUMBER,
                        1e-6),
                pairs(
                        section(json, "sendLagNanos"),
                        "\"p" + NUMBER + "\"\\s*:\\s*" + NUMBER,
                        1e-6));
    }

    static Report oha(Path folder) {
        var percentiles = section(output(folder), "latencyPercentiles");
        return new Report(
                pairs(percentiles, "\"p" + NUMBER + "\"\\s*:\\s*" + NUMBER, 1e3), Map.of());
    }

    /// `99%, 0.0021 secs` in words.
    static Report hey(Path folder) {
        return new Report(
                pairs(output(folder), NUMBER + "%+ in " + NUMBER + " secs", 1e3), Map.of());
    }

    /// The file of `-e`: `99,2.1`, in ms, whole percents only.
    static Report ab(Path folder) {
        var file = read(folder.resolve("percentiles.csv"));
        return new Report(pairs(file, "(?m)^" + NUMBER + "," + NUMBER + "$", 1), Map.of());
    }

    /// `hdrplot`: value in ms, percentile as a fraction, two more columns.
    static Report vegeta(Path folder) {
        var found = new TreeMap<Double, Double>();
        var rows =
                Pattern.compile("(?m)^\\s*" + NUMBER + "\\s+" + NUMBER + "\\s")
                        .matcher(output(folder));
        while (rows.find()) {
            double percent = 100 * Double.parseDouble(rows.group(2));
            for (double asked : ASKED) {
                if (percent >= asked - 1e-6) {
                    found.putIfAbsent(asked, Double.valueOf(rows.group(1)));
                }
            }
        }
        return new Report(found, Map.of());
    }

    /// h2load prints no percentiles but logs every request: start, status, time in us.
    static Report h2load(Path folder) {
        double[] sorted;
        try (Stream<String> lines = Files.lines(folder.resolve("requests.tsv"))) {
            sorted =
                    lines.mapToDouble(l ->
                                    Double.parseDouble(l.substring(l.lastIndexOf('\t') + 1)) / 1e3)
                            .sorted()
                            .toArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var found = new TreeMap<Double, Double>();
        for (double asked : ASKED) {
            if (sorted.length > 0) {
                found.put(asked, Quartiles.quantile(sorted, asked / 100));
            }
        }
        return new Report(found, Map.of());
    }

    /// A number that loombench gives in its JSON.
    static double figure(Path folder, String key) {
        var found = Pattern.compile("\"" + key + "\"\\s*:\\s*" + NUMBER).matcher(output(folder));
        if (!found.find()) {
            throw new Failed("no \"%s\" in the report in %s".formatted(key, folder));
        }
        return Double.parseDouble(found.group(1));
    }

    /// What loombench doubts about its own figures.
    static String doubts(Path folder) {
        var found = Pattern.compile("\"doubts\"\\s*:\\s*\\[([^\\]]*)]").matcher(output(folder));
        var doubts = found.find() ? found.group(1).strip() : "";
        return doubts.isEmpty() ? "nothing" : doubts.replaceAll("\\s+", " ");
    }

    /// The flat JSON object under a key; empty when there is none.
    private static String section(String json, String key) {
        var found = Pattern.compile("\"" + key + "\"\\s*:\\s*\\{([^}]*)}").matcher(json);
        return found.find() ? found.group(1) : "";
    }

    private static Map<Double, Double> pairs(String text, String pattern, double toMillis) {
        var found = new TreeMap<Double, Double>();
        var matcher = Pattern.compile(pattern).matcher(text);
        while (matcher.find()) {
            found.put(
                    Double.valueOf(matcher.group(1)),
                    Double.parseDouble(matcher.group(2)) * toMillis);
        }
        return found;
    }

    /// The one `.out` file of the peer's folder.
    private static String output(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            var file = files.filter(f -> f.toString().endsWith(".out")).findFirst();
            return file.map(Report::read).orElseThrow(() -> new Failed("no output in " + folder));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

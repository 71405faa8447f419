package harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The report of a generator on a run: percentiles (50, 90, 99, 99.9) to ms, where reported.
///
/// @param latency the generator's main latency figure: response time where the generator knows the
///   intended send
/// @param lag delay of the send after the intended send
record GeneratorReport(Map<Double, Double> latency, Map<Double, Double> lag) {
    static final GeneratorReport NONE = new GeneratorReport(Map.of(), Map.of());

    private static final String NUMBER = "([\\d.]+(?:[eE][-+]?\\d+)?)";
    private static final double[] PERCENTS = {50, 90, 99, 99.9};

    /// `percentile 99 12.345`, in ms: the output of the scripts for wrk, wrk2 and k6.
    static GeneratorReport percentileLines(Path folder) {
        return new GeneratorReport(
                pairs(output(folder), "percentile " + NUMBER + " " + NUMBER, 1), Map.of());
    }

    static GeneratorReport loombench(Path folder) {
        var json = output(folder);
        return new GeneratorReport(
                millis(section(json, "responseTime")), millis(section(json, "sendLag")));
    }

    /// `"p999Millis": 12.5` is the percentile 99.9 in ms.
    private static Map<Double, Double> millis(String section) {
        var found = new TreeMap<Double, Double>();
        var matcher =
                Pattern.compile("\"p(\\d\\d)(\\d*)Millis\"\\s*:\\s*" + NUMBER).matcher(section);
        while (matcher.find()) {
            found.put(
                    Double.valueOf(matcher.group(1) + "." + matcher.group(2) + "0"),
                    Double.valueOf(matcher.group(3)));
        }
        return found;
    }

    static GeneratorReport oha(Path folder) {
        var percentiles = section(output(folder), "latencyPercentiles");
        return new GeneratorReport(
                pairs(percentiles, "\"p" + NUMBER + "\"\\s*:\\s*" + NUMBER, 1e3), Map.of());
    }

    /// `99%, 0.0021 secs` in words.
    static GeneratorReport hey(Path folder) {
        return new GeneratorReport(
                pairs(output(folder), NUMBER + "%+ in " + NUMBER + " secs", 1e3), Map.of());
    }

    /// The file of `-e`: `99,2.1`, in ms, whole percentages only.
    static GeneratorReport ab(Path folder) {
        var file = read(folder.resolve("percentiles.csv"));
        return new GeneratorReport(pairs(file, "(?m)^" + NUMBER + "," + NUMBER + "$", 1), Map.of());
    }

    /// `hdrplot`: value in ms, percentile as a fraction, two more columns.
    static GeneratorReport vegeta(Path folder) {
        var found = new TreeMap<Double, Double>();
        var rows =
                Pattern.compile("(?m)^\\s*" + NUMBER + "\\s+" + NUMBER + "\\s")
                        .matcher(output(folder));
        while (rows.find()) {
            double percent = 100 * Double.parseDouble(rows.group(2));
            for (double wanted : PERCENTS) {
                if (percent >= wanted - 1e-6) {
                    found.putIfAbsent(wanted, Double.valueOf(rows.group(1)));
                }
            }
        }
        return new GeneratorReport(found, Map.of());
    }

    /// h2load prints no percentiles but logs every request: start, status, time in us.
    static GeneratorReport h2load(Path folder) {
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
        for (double wanted : PERCENTS) {
            if (sorted.length > 0) {
                found.put(wanted, Quartiles.quantile(sorted, wanted / 100));
            }
        }
        return new GeneratorReport(found, Map.of());
    }

    /// A number in the JSON of loombench.
    static double figure(Path folder, String key) {
        var found = Pattern.compile("\"" + key + "\"\\s*:\\s*" + NUMBER).matcher(output(folder));
        if (!found.find()) {
            throw new HarnessException("no \"%s\" in the report in %s".formatted(key, folder));
        }
        return Double.parseDouble(found.group(1));
    }

    /// The messages of the findings that loombench reports about its own result.
    static String reportedProblems(Path folder) {
        var json = output(folder);
        int findings = json.indexOf("\"findings\"");
        if (findings < 0) {
            throw new HarnessException("no \"findings\" in the report in " + folder);
        }
        var problems =
                Pattern.compile("\"message\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"")
                        .matcher(json.substring(findings))
                        .results()
                        .map(message -> message.group(1))
                        .collect(Collectors.joining("; "));
        return problems.isEmpty() ? "none" : problems;
    }

    /// The flat JSON object under a key.
    private static String section(String json, String key) {
        var found = Pattern.compile("\"" + key + "\"\\s*:\\s*\\{([^}]*)}").matcher(json);
        if (!found.find()) {
            throw new HarnessException("no \"%s\" in the report".formatted(key));
        }
        return found.group(1);
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

    /// The only `.out` file in the generator's folder.
    private static String output(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            var file = files.filter(f -> f.toString().endsWith(".out")).findFirst();
            return file.map(GeneratorReport::read)
                    .orElseThrow(() -> new HarnessException("no output in " + folder));
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

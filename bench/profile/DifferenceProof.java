import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/// How often a comparison with profiles names a method that costs more, and how often it marks a
/// frame where nothing differs.
///
/// `difference [RUNS [THOUSANDTHS [SECONDS]]]`. Each run is a `loombench compare --profile` of ten
/// blocks of two processes of [InjectedService]; in half of the runs one of them does more work in
/// one method, in the other half both are equal. A run takes about four minutes at the default of 5
/// s.
final class DifferenceProof {
    private static final String INJECTED = "InjectedService.step7";
    private static final Pattern FRAME = Pattern.compile("\"frame\"\\s*:\\s*\"([^\"]*)\"");
    private static final Pattern COST = Pattern.compile("\"cost\"\\s*:\\s*\"(\\w+)\"");

    private DifferenceProof() {}

    public static void main(String[] args) throws Exception {
        int runs = args.length > 0 ? Integer.parseInt(args[0]) : 20;
        int thousandths = args.length > 1 ? Integer.parseInt(args[1]) : 30;
        int seconds = args.length > 2 ? Integer.parseInt(args[2]) : 5;
        var results = Files.createTempDirectory("difference-proof-");
        try {
            int found = 0;
            int marking = 0;
            for (int run = 1; run <= runs; run++) {
                var injected = marked(compare(results, thousandths, seconds));
                found += injected.contains(INJECTED) ? 1 : 0;
                var equal = marked(compare(results, 0, seconds));
                marking += equal.isEmpty() ? 0 : 1;
                System.err.printf("run %d: injected %s; equal %s%n", run, injected, equal);
            }
            System.out.printf(
                    "%d of %d runs name %s, which does %.1f %% of a request more; %d of %d runs of equal services mark a frame%n",
                    found, runs, INJECTED, thousandths / 10.0, marking, runs);
        } finally {
            delete(results);
        }
    }

    /// @return the result in JSON
    private static String compare(Path results, int thousandths, int seconds) throws Exception {
        var words = new ArrayList<String>();
        words.addAll(List.of("compare", "a=" + service(0), "b=" + service(thousandths)));
        words.addAll(List.of("-c", "4", "--trials", "10", "-d", seconds + "s"));
        words.addAll(List.of("--profile", "-o", "json", "--results", results.toString()));
        var process = Lab.command(words).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        var json = new String(process.getInputStream().readAllBytes());
        process.waitFor();
        return json;
    }

    private static String service(int thousandths) {
        return "%s -Xmx256m -cp %s InjectedService %d"
                .formatted(Lab.JAVA, Lab.CLASSES, thousandths);
    }

    /// The frames whose CPU time differs.
    private static List<String> marked(String json) throws IOException {
        int start = json.indexOf("\"codeDifferences\"");
        if (start < 0) {
            throw new IOException("no differences of code in the result: " + json);
        }
        var differences = json.substring(start);
        var costs = COST.matcher(differences).results().toList();
        int end = costs.size() > 1 ? costs.get(1).start() : differences.length();
        return FRAME.matcher(differences.substring(0, end))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}

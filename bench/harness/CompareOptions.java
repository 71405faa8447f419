package harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// The options of the command line.
///
/// @param scratch folder for the files of this comparison
/// @param maxConnections connections of the second measurement of memory
/// @param rate requests per second; 0 in the closed model
/// @param seed seed of the order within each round
/// @param reference generator that the others are compared with
record CompareOptions(
        Mode mode,
        CpuPlacement placement,
        Path scratch,
        int connections,
        int maxConnections,
        int rate,
        int rounds,
        int windowMillis,
        int warmUpSeconds,
        int seconds,
        long seed,
        String reference,
        List<Generator> generators) {

    static final String USAGE =
            """
            usage: bench/compare MODE [options]

            modes
              closed    CPU per request with every connection busy, all generators in turn in short windows
              open      CPU per request and send lag at a fixed rate, a fresh process per run
              memory    resident set at -c connections, and what each further connection adds
              offered   requests sent against requests required, at half and at twice the responder's capacity
              held      connections held open at once, by one process and by two
              soak      growth of memory in a long run
              agent     CPU per request of an agent and of a stand-alone loombench, in turn in short windows
              controller  CPU time of the controller of ten agents at a fixed rate
              accuracy  reported percentiles for a responder whose percentiles are known
              queue     the same for a responder that is busy for 80 % of the time, by the theory of queues
              check     self-test of the harness, the responder, the baselines and the report readers

            options
              -c N                   connections (default 100; held: 19000)
              -R N                   requests per second: open, controller (default 10000), accuracy (default 1000),
                                     queue (default 200)
              --max-connections N    connections of the second measurement of memory (default 10000)
              --rounds N             rounds: closed (default 60), agent (30 per pair), controller (6),
                                     open, memory, accuracy, queue (default 3)
              --window MS            length of a window in closed (default 500)
              --warm-up S            seconds before the first window of a process (default 5)
              --seconds S            length of a run: open, controller (default 5), offered (30), soak (600),
                                     accuracy (30: whole cycles of 5 s), queue (40)
              --seed N               seed of the random order (default: from the clock; printed)
              --cores shared|separate
                                     responder on the generator's core or on its own
                                     (default shared; offered, accuracy, queue: separate)
              --high-priority        generators and responders at nice -20, for accuracy on a busy machine; needs the
                                     privilege to do so
              --generators A,B       only these (default: all that are installed)
              --reference A          the generator that the others are compared with (default wrk; open: loombench)
              --command N=LINE       another command line, as in --command 'wrk-t2=wrk -t2 -c{c} -d{d}s {url}'; N up to
                                     its first dash is the generator whose form of report it prints.
                                     Placeholders: {url} {port}, {c} connections, {d} seconds, {R} requests per second,
                                     {R/c} requests per second per connection, {bench} {home} {dir}
            """;

    /// The options with other generators.
    CompareOptions with(List<Generator> others) {
        return new CompareOptions(
                mode,
                placement,
                scratch,
                connections,
                maxConnections,
                rate,
                rounds,
                windowMillis,
                warmUpSeconds,
                seconds,
                seed,
                reference,
                others);
    }

    /// The options with another rate; 0 for the closed model.
    CompareOptions withRate(int other) {
        return new CompareOptions(
                mode,
                placement,
                scratch,
                connections,
                maxConnections,
                other,
                rounds,
                windowMillis,
                warmUpSeconds,
                seconds,
                seed,
                reference,
                generators);
    }

    static CompareOptions parse(String[] args, Path bench, Path scratch) {
        var mode =
                Mode.named(args[0])
                        .orElseThrow(
                                () -> new UsageError("unknown mode \"%s\"".formatted(args[0])));
        return new Parser(mode, List.of(args).subList(1, args.length)).options(bench, scratch);
    }

    /// A command line that cannot be parsed.
    static final class UsageError extends RuntimeException {
        private static final long serialVersionUID = 1;

        UsageError(String message) {
            super(message);
        }
    }

    private static final class Parser {
        private final Mode mode;
        private final Iterator<String> words;
        private final List<Generator> variants = new ArrayList<>();
        private int connections;
        private int maxConnections = 10_000;
        private int rate;
        private int rounds;
        private int window = 500;
        private int warmUp = 5;
        private int seconds;
        private long seed = System.nanoTime() % 1_000_000;
        private boolean separateCores;
        private boolean highPriority;
        private String reference;
        private List<String> names = List.of();

        Parser(Mode mode, List<String> words) {
            this.mode = mode;
            this.words = words.iterator();
            this.connections = mode == Mode.HELD ? 19_000 : 100;
            this.rate = mode.rate;
            this.rounds = mode.rounds;
            this.seconds = mode.seconds;
            this.reference = mode.reference;
            this.separateCores = mode.separateCores;
        }

        CompareOptions options(Path bench, Path scratch) {
            while (words.hasNext()) {
                option(words.next());
            }
            var placement = new CpuPlacement(bench, 0, separateCores ? 1 : 0, highPriority);
            return new CompareOptions(
                    mode,
                    placement,
                    scratch,
                    connections,
                    maxConnections,
                    rate,
                    rounds,
                    window,
                    warmUp,
                    seconds,
                    seed,
                    reference,
                    generators());
        }

        private void option(String name) {
            switch (name) {
                case "-c" -> connections = number(name);
                case "-R" -> rate = number(name);
                case "--max-connections" -> maxConnections = number(name);
                case "--rounds" -> rounds = number(name);
                case "--window" -> window = number(name);
                case "--warm-up" -> warmUp = number(name);
                case "--seconds" -> seconds = number(name);
                case "--seed" -> seed = number(name);
                case "--cores" ->
                        separateCores = oneOf(name, "shared", "separate").equals("separate");
                case "--high-priority" -> highPriority = true;
                case "--generators" -> names = List.of(value(name).split(",", -1));
                case "--reference" -> reference = value(name);
                case "--command" -> variants.add(variant(value(name)));
                default -> throw new UsageError("unknown option \"" + name + "\"");
            }
        }

        private List<Generator> generators() {
            var all = new ArrayList<>(Generators.ALL);
            variants.forEach(v -> all.removeIf(p -> p.name().equals(v.name())));
            all.addAll(variants);
            for (var name : names) {
                if (all.stream().noneMatch(p -> p.name().equals(name))) {
                    throw new UsageError(
                            "unknown generator \"%s\"; known: %s"
                                    .formatted(name, all.stream().map(Generator::name).toList()));
                }
            }
            return all.stream().filter(p -> names.isEmpty() || names.contains(p.name())).toList();
        }

        private static Generator variant(String text) {
            int equals = text.indexOf('=');
            if (equals < 1) {
                throw new UsageError(
                        "--command must have the form NAME=LINE, was \"" + text + "\"");
            }
            var name = text.substring(0, equals);
            return Generators.ALL.stream()
                    .filter(p -> p.name().equals(name.replaceAll("-.*", "")))
                    .findFirst()
                    .orElse(Generator.of(name, "", "see --command"))
                    .variant(name, text.substring(equals + 1));
        }

        private String value(String name) {
            if (!words.hasNext()) {
                throw new UsageError(name + " needs a value");
            }
            return words.next();
        }

        private String oneOf(String name, String... allowed) {
            var value = value(name);
            if (!List.of(allowed).contains(value)) {
                throw new UsageError(
                        "%s must be one of %s, was \"%s\""
                                .formatted(name, List.of(allowed), value));
            }
            return value;
        }

        private int number(String name) {
            var value = value(name);
            if (!value.matches("[1-9]\\d{0,8}")) {
                throw new UsageError(
                        "%s must be a whole number above 0, was \"%s\"".formatted(name, value));
            }
            return Integer.parseInt(value);
        }
    }
}

package harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// What is asked on the command line.
///
/// @param scratch a folder for this run's files
/// @param many connections of the second measurement of memory
/// @param rate requests a second; 0 in the closed model
/// @param seed of the order within each round
record Options(
        Mode mode,
        Place place,
        Path scratch,
        int connections,
        int many,
        int rate,
        int rounds,
        int windowMillis,
        int warmUpSeconds,
        int seconds,
        long seed,
        String against,
        List<Peer> peers) {

    static final String USAGE =
            """
            usage: bench/compare MODE [options]

            modes
              closed  CPU per request, every connection busy: all generators warmed, then run in turn in short windows
              open    CPU per request and send lag at a fixed rate: a fresh process a run
              memory  resident set at -c, and what each connection up to --many adds
              offered what an open load sends of what it was asked for, at half and at twice the responder's capacity
              hold    connections held open at once, by one process and by two
              soak    whether memory grows in a long run
              truth   percentiles each generator reports of a responder whose percentiles are known
              check   hold the responder, the floors and the reading of reports to what they must do

            options
              -c N               connections (default 100; hold: 19000)
              -R N               requests a second, for open (default 10000) and truth (default 1000)
              --many N           connections of the second measurement of memory (default 10000)
              --rounds N         rounds (default 3; closed: 60)
              --window MS        length of a window in closed (default 500)
              --warm-up S        seconds before the first window of a process (default 5)
              --seconds S        length of a run: open (default 5), offered (30), soak (600), truth (30: whole cycles of 5 s)
              --seed N           of the random order (default: by the clock; it is printed)
              --cores same|apart responder on the generator's core or on its own (default same; truth: apart)
              --ahead            generators and responders at priority -20, for truth on a busy machine; needs the right to
              --peers A,B        only these (default: all that are installed)
              --against A        the generator that the others are compared with (default wrk; open: loombench)
              --command N=LINE   another command line, as in --command 'wrk-t2=wrk -t2 -c{c} -d{d}s {url}'; N up to its
                                 first dash is the peer whose report it prints. Filled in: {url} {port}, {c} connections,
                                 {d} seconds, {R} requests a second, {R/c} those of one connection, {bench} {home} {dir}
            """;

    /// The same for these peers alone.
    Options with(List<Peer> some) {
        return new Options(
                mode,
                place,
                scratch,
                connections,
                many,
                rate,
                rounds,
                windowMillis,
                warmUpSeconds,
                seconds,
                seed,
                against,
                some);
    }

    /// The same at another rate; 0 for the closed model.
    Options withRate(int other) {
        return new Options(
                mode,
                place,
                scratch,
                connections,
                many,
                other,
                rounds,
                windowMillis,
                warmUpSeconds,
                seconds,
                seed,
                against,
                peers);
    }

    static Options parse(String[] args, Path bench, Path scratch) {
        var mode =
                Mode.named(args[0])
                        .orElseThrow(() -> new UsageError("no mode \"%s\"".formatted(args[0])));
        return new Parser(mode, List.of(args).subList(1, args.length)).options(bench, scratch);
    }

    /// The words of the command line did not make sense.
    static final class UsageError extends RuntimeException {
        private static final long serialVersionUID = 1;

        UsageError(String message) {
            super(message);
        }
    }

    private static final class Parser {
        private final Mode mode;
        private final Iterator<String> words;
        private final List<Peer> variants = new ArrayList<>();
        private int connections;
        private int many = 10_000;
        private int rate;
        private int rounds;
        private int window = 500;
        private int warmUp = 5;
        private int seconds;
        private long seed = System.nanoTime() % 1_000_000;
        private boolean apart;
        private boolean ahead;
        private String against;
        private List<String> names = List.of();

        Parser(Mode mode, List<String> words) {
            this.mode = mode;
            this.words = words.iterator();
            this.connections = mode == Mode.HOLD ? 19_000 : 100;
            this.rate = mode.rate;
            this.rounds = mode.rounds;
            this.seconds = mode.seconds;
            this.against = mode.against;
            this.apart = mode.apart;
        }

        Options options(Path bench, Path scratch) {
            while (words.hasNext()) {
                option(words.next());
            }
            var place = new Place(bench, 0, apart ? 1 : 0, ahead);
            return new Options(
                    mode,
                    place,
                    scratch,
                    connections,
                    many,
                    rate,
                    rounds,
                    window,
                    warmUp,
                    seconds,
                    seed,
                    against,
                    peers());
        }

        private void option(String name) {
            switch (name) {
                case "-c" -> connections = number(name);
                case "-R" -> rate = number(name);
                case "--many" -> many = number(name);
                case "--rounds" -> rounds = number(name);
                case "--window" -> window = number(name);
                case "--warm-up" -> warmUp = number(name);
                case "--seconds" -> seconds = number(name);
                case "--seed" -> seed = number(name);
                case "--cores" -> apart = oneOf(name, "same", "apart").equals("apart");
                case "--ahead" -> ahead = true;
                case "--peers" -> names = List.of(value(name).split(",", -1));
                case "--against" -> against = value(name);
                case "--command" -> variants.add(variant(value(name)));
                default -> throw new UsageError("no option \"" + name + "\"");
            }
        }

        private List<Peer> peers() {
            var all = new ArrayList<>(Peers.ALL);
            variants.forEach(v -> all.removeIf(p -> p.name().equals(v.name())));
            all.addAll(variants);
            for (var name : names) {
                if (all.stream().noneMatch(p -> p.name().equals(name))) {
                    throw new UsageError(
                            "no peer \"%s\"; there are %s"
                                    .formatted(name, all.stream().map(Peer::name).toList()));
                }
            }
            return all.stream().filter(p -> names.isEmpty() || names.contains(p.name())).toList();
        }

        private static Peer variant(String text) {
            int equals = text.indexOf('=');
            if (equals < 1) {
                throw new UsageError("--command must be like NAME=LINE, was \"" + text + "\"");
            }
            var name = text.substring(0, equals);
            return Peers.ALL.stream()
                    .filter(p -> p.name().equals(name.replaceAll("-.*", "")))
                    .findFirst()
                    .orElse(Peer.of(name, "", "see --command"))
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

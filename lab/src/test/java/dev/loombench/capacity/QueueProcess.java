package dev.loombench.capacity;

import dev.loombench.analysis.capacity.CapacityFit;
import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.analysis.capacity.RateProbe.Outcome;
import dev.loombench.analysis.capacity.RateProbe.Purpose;
import dev.loombench.analysis.capacity.objective.Objectives;
import dev.loombench.analysis.capacity.objective.OverRule;
import dev.loombench.analysis.capacity.objective.WindowCounts;
import dev.loombench.result.Trial;
import dev.loombench.run.trial.ProbeWindow;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;

/// A process with a first-come, first-served queue and Poisson arrivals, in simulated time.
final class QueueProcess implements SimulatedProcess {
    private static final double SAMPLE = ProbeWindow.SAMPLE_INTERVAL.toNanos() / 1e9;

    /// Seconds after which a process with requests is replaced.
    private static final double DRAIN = 15;

    /// Time constant of services that become faster, s.
    private static final double WARM_UP = 20;

    private final Queue queue;
    private final Objectives objectives;
    private final Trial trial;
    private final SplittableRandom random;

    /// Seconds since the server started, at the start of the search and now.
    private final double began;

    private double now;

    private double spent;
    private int process = 1;

    /// Seconds that the requests of the latest window need after it.
    private double backlog;

    /// A queue.
    ///
    /// @param throughput that the warm-up shows, requests/s
    record Queue(int servers, Service service, Faults faults, double throughput) {
        static Queue of(int servers, double mean, Service service) {
            return new Queue(servers, service, Faults.NONE, servers / mean);
        }

        Queue with(Faults other) {
            return new Queue(servers, service, other, throughput);
        }

        /// The share of responses that take the limit or longer, in the long run.
        double slowShare(double rate, double limit, int requests, SplittableRandom random) {
            var free = new double[servers];
            double at = 0;
            int slow = 0;
            for (int i = 0; i < requests; i++) {
                at += exponential(1 / rate, random);
                double end = Math.max(at, free[0]) + service.seconds(random);
                place(free, end);
                slow += end - at >= limit ? 1 : 0;
            }
            return (double) slow / requests;
        }
    }

    /// A service time.
    interface Service {
        double seconds(SplittableRandom random);

        static Service exponential(double mean) {
            return random -> QueueProcess.exponential(mean, random);
        }

        static Service constant(double seconds) {
            return _ -> seconds;
        }

        /// Log-normal with sigma 1.
        static Service logNormal(double mean) {
            return random -> mean * Math.exp(random.nextGaussian() - 0.5);
        }

        /// One request of ten takes ten times as long.
        static Service twoPeaked(double mean) {
            return random -> (random.nextDouble() < 0.1 ? 10 : 1) * mean / 1.9;
        }
    }

    /// What a queue does besides.
    ///
    /// @param pauseEvery seconds between the starts of pauses
    /// @param pause seconds in which no service begins
    /// @param errors share of requests that fail
    /// @param slowdown growth of the service time, per second of the process
    /// @param phase seconds from the start of a pause to that of the process
    /// @param cold share by which services take longer at the start of the process, which falls
    ///   with a time constant of 20 s
    record Faults(
            double pauseEvery,
            double pause,
            double errors,
            double slowdown,
            double phase,
            double cold) {
        static final Faults NONE = new Faults(1, 0, 0, 0);

        Faults(double pauseEvery, double pause, double errors, double slowdown) {
            this(pauseEvery, pause, errors, slowdown, 0, 0);
        }

        static Faults cold(double share) {
            return new Faults(1, 0, 0, 0, 0, share);
        }

        /// Of a service, over that without faults.
        double factor(double age) {
            return 1 + slowdown * age + (cold > 0 ? cold * Math.exp(-age / WARM_UP) : 0);
        }
    }

    QueueProcess(Queue queue, Objectives objectives, Trial trial, SplittableRandom random) {
        this.queue = queue;
        this.objectives = objectives;
        this.trial = trial;
        this.random = random;
        began = 10 * random.nextDouble();
        now = began;
    }

    /// Seconds under load.
    double seconds() {
        return spent + now - began;
    }

    @Override
    public double warmThroughput() {
        return queue.throughput();
    }

    @Override
    public Window probe(Purpose purpose, double rate, Duration settling, Duration length) {
        double opens = settling.toNanos() / 1e9;
        double closes = opens + length.toNanos() / 1e9;
        double limit = objectives.longestLimit().map(l -> l.toNanos() / 1e9).orElse(1.0);
        var responses = new Responses((int) (2 * rate * closes) + 100);
        var free = new double[queue.servers()];
        for (double at = exponential(1 / rate, random);
                at < closes;
                at += exponential(1 / rate, random)) {
            double end = afterPause(Math.max(at, free[0])) + slower(at);
            place(free, end);
            responses.add(at, end, random.nextDouble() < queue.faults().errors());
        }
        double cut = Math.min(closes, responses.over(opens, limit, most(purpose, rate, length)));
        var counts = responses.counts(opens, cut);
        now += cut;
        backlog = responses.last(cut) - cut;
        double burn = counts.responses() + counts.errors() == 0 ? 0 : objectives.burn(counts);
        double ended = responses.ended(opens, cut);
        boolean over = cut < closes || rule(rate, length).isBehind((double) counts.ended(), ended);
        return new Window(
                new RateProbe(
                        1,
                        trial.variant(),
                        trial.block(),
                        process,
                        purpose,
                        rate,
                        new RateProbe.Figures(
                                cut - opens,
                                counts.responses() + counts.errors(),
                                counts.errors(),
                                (ended - counts.errors()) / (cut - opens),
                                counts.percentileNanos(50),
                                counts.percentileNanos(objectives.percent())),
                        over ? Math.max(burn, Math.nextUp(1.0)) : burn,
                        over ? Outcome.OVER : burn > 1 ? Outcome.VIOLATED : Outcome.MET,
                        Optional.empty()),
                Arrays.stream(responses.inFlight(opens, cut)).boxed().toList());
    }

    /// As of a warm-up with a few users.
    private OverRule rule(double rate, Duration length) {
        double lightSeconds = queue.servers() / queue.throughput();
        return new OverRule(objectives, rate, length, 1, lightSeconds);
    }

    /// Requests that may violate an objective before the window is over.
    private double most(Purpose purpose, double rate, Duration length) {
        double requests = rate * length.toNanos() / 1e9;
        double burn =
                switch (purpose) {
                    case BRACKET, HOLD, LATER -> 1;
                    case CONFIRM, REPEAT, BEYOND -> CapacityFit.MOST;
                };
        return burn * objectives.strictest().orElseThrow() * (requests + 3 * Math.sqrt(requests));
    }

    private double slower(double at) {
        return queue.service().seconds(random) * queue.faults().factor(now + at);
    }

    private double afterPause(double at) {
        double into = (now + at + queue.faults().phase()) % queue.faults().pauseEvery();
        return into < queue.faults().pause() ? at + queue.faults().pause() - into : at;
    }

    @Override
    public void settle() {
        if (backlog <= DRAIN) {
            now += Math.max(0.2, backlog);
        } else {
            process++;
            spent += now + DRAIN - began;
            now = began;
        }
    }

    /// Replaces the earliest of the sorted times at which servers are free.
    private static void place(double[] free, double end) {
        int i = 0;
        while (i + 1 < free.length && free[i + 1] < end) {
            free[i] = free[i + 1];
            i++;
        }
        free[i] = end;
    }

    static double exponential(double mean, SplittableRandom random) {
        return -mean * Math.log(1 - random.nextDouble());
    }

    /// The requests of a load.
    private static final class Responses {
        private double[] arrived;
        private double[] ended;
        private boolean[] failed;
        private int count;

        Responses(int size) {
            arrived = new double[size];
            ended = new double[size];
            failed = new boolean[size];
        }

        void add(double at, double end, boolean error) {
            if (count == arrived.length) {
                arrived = Arrays.copyOf(arrived, 2 * count);
                ended = Arrays.copyOf(ended, 2 * count);
                failed = Arrays.copyOf(failed, 2 * count);
            }
            arrived[count] = at;
            ended[count] = end;
            failed[count++] = error;
        }

        /// When the last of the requests ends that arrived until then.
        double last(double until) {
            double last = until;
            for (int i = 0; i < count && arrived[i] <= until; i++) {
                last = Math.max(last, ended[i]);
            }
            return last;
        }

        /// When more requests than allowed have violated the objectives.
        double over(double opens, double limit, double allowed) {
            var known = new double[count];
            int violated = 0;
            for (int i = 0; i < count; i++) {
                if (arrived[i] >= opens && (failed[i] || ended[i] - arrived[i] >= limit)) {
                    known[violated++] = failed[i] ? ended[i] : arrived[i] + limit;
                }
            }
            Arrays.sort(known, 0, violated);
            int most = (int) Math.floor(allowed);
            return violated > most ? known[most] : Double.POSITIVE_INFINITY;
        }

        WindowCounts counts(double opens, double cut) {
            var histogram = new Histogram(3);
            long errors = 0;
            for (int i = 0; i < count && arrived[i] <= cut; i++) {
                if (arrived[i] < opens) {
                    continue;
                }
                if (failed[i]) {
                    errors++;
                } else {
                    histogram.recordValue((long) ((ended[i] - arrived[i]) * 1e9) + 1);
                }
            }
            return new WindowCounts(histogram, histogram.getTotalCount() + errors, errors);
        }

        /// Requests that end within a window, whenever they arrived.
        int ended(double opens, double cut) {
            int within = 0;
            for (int i = 0; i < count; i++) {
                within += ended[i] >= opens && ended[i] < cut ? 1 : 0;
            }
            return within;
        }

        double[] inFlight(double opens, double cut) {
            int all = (int) (cut / SAMPLE) + 1;
            var change = new int[all + 1];
            for (int i = 0; i < count; i++) {
                change[Math.min(all, (int) (arrived[i] / SAMPLE))]++;
                change[Math.min(all, (int) (ended[i] / SAMPLE))]--;
            }
            int first = (int) (opens / SAMPLE);
            var samples = new double[Math.max(0, all - first)];
            int inFlight = 0;
            for (int i = 0; i < all; i++) {
                inFlight += change[i];
                if (i >= first) {
                    samples[i - first] = inFlight;
                }
            }
            return samples;
        }
    }
}

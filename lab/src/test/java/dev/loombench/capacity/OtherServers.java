package dev.loombench.capacity;

import dev.loombench.traffic.LoadModel;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// Servers that are no queues of a constant rate, in simulated time.
final class OtherServers {
    /// That of their objective, s.
    private static final double LIMIT = 0.05;

    private OtherServers() {}

    /// The share of responses of M/M/1 that take longer than the limit.
    private static double waiting(double serviceRate, double rate) {
        return rate < serviceRate ? Math.exp(-(serviceRate - rate) * LIMIT) : 1;
    }

    /// A limiter of 500/s that lets 1,000 more requests pass at once.
    static final class Bucket extends WindowedServer {
        private static final double RATE = 500;
        private static final double SIZE = 1_000;
        private double tokens = SIZE;

        Bucket(SplittableRandom random) {
            super(random, RATE);
        }

        @Override
        void warmUp(LoadModel load) {
            double rate = load instanceof LoadModel.Open open ? open.rate().peak() : 10 * RATE;
            refused(rate, 8);
        }

        private double refused(double rate, double seconds) {
            double left = tokens + (RATE - rate) * seconds;
            tokens = Math.clamp(left, 0, SIZE);
            return Math.max(0, -left);
        }

        @Override
        Requests window(double rate, double settling, double seconds) {
            refused(rate, settling);
            long all = count(rate * seconds);
            return new Requests(all, 0, Math.round(refused(all / seconds, seconds)));
        }

        @Override
        void rest() {
            refused(0, 0.6);
        }
    }

    /// Requests beyond 20 at a time are refused, 40 ms each.
    static final class Shedding extends WindowedServer {
        private static final int PLACES = 20;
        private static final double SECONDS = 0.04;

        Shedding(SplittableRandom random) {
            super(random, 200);
        }

        @Override
        Requests window(double rate, double settling, double seconds) {
            double lost = 1;
            for (int places = 1; places <= PLACES; places++) {
                lost = rate * SECONDS * lost / (places + rate * SECONDS * lost);
            }
            long all = count(rate * seconds);
            return new Requests(all, 0, Math.min(all, count(lost * rate * seconds)));
        }
    }

    /// A share of the responses that is slow at any rate, as of cache misses, and a queue of
    /// 3,000/s.
    static final class Misses extends WindowedServer {
        private static final double RATE = 3_000;
        private final double share;

        Misses(double share, SplittableRandom random) {
            super(random, RATE);
            this.share = share;
        }

        @Override
        Requests window(double rate, double settling, double seconds) {
            return slow(share + waiting(RATE, rate), rate * seconds);
        }

        /// Where the share of slow responses is a limit: that of the queue is `exp(-(3,000 - rate)
        /// T)`.
        static double capacity(double share, double limit) {
            return share < limit ? RATE + Math.log(limit - share) / LIMIT : 0;
        }
    }

    /// A share of the responses that is slow, which grows with a power of the rate, and a queue.
    static final class Growing extends WindowedServer {
        private static final double RATE = 3_000;
        private final double share;
        private final double power;
        private final double queue;

        /// @param share at 3,000/s
        /// @param queue its rate, requests/s
        Growing(double share, double power, double queue, SplittableRandom random) {
            super(random, RATE);
            this.share = share;
            this.power = power;
            this.queue = queue;
        }

        @Override
        Requests window(double rate, double settling, double seconds) {
            double slow = share * Math.pow(rate / RATE, power) + waiting(queue, rate);
            return slow(slow, rate * seconds);
        }
    }

    /// It holds 500/s, and after an overload 200/s.
    static final class Metastable extends WindowedServer {
        private boolean overloaded;

        Metastable(SplittableRandom random) {
            super(random, 500);
        }

        @Override
        Requests window(double rate, double settling, double seconds) {
            overloaded |= rate > 520;
            return slow(0.01 * Math.pow(rate / (overloaded ? 200 : 500), 40), rate * seconds);
        }
    }

    /// Ten threads of 20 ms on average and a queue of 20 places; what finds none is refused.
    static final class BoundedPool extends WindowedServer {
        private static final int THREADS = 10;
        private static final int PLACES = 30;
        private static final double SECONDS = 0.02;

        BoundedPool(SplittableRandom random) {
            super(random, 400);
        }

        @Override
        Requests window(double rate, double settling, double seconds) {
            return failed(refused(rate), rate * seconds);
        }

        /// The share of time in which M/M/10/30 is full.
        private static double refused(double rate) {
            double of = 1;
            double sum = 1;
            for (int requests = 1; requests <= PLACES; requests++) {
                of *= rate * SECONDS / Math.min(requests, THREADS);
                sum += of;
            }
            return of / sum;
        }
    }

    /// 20 clients, of which the n-th has `1 / sqrt(n)` of the requests of the first, may send 50/s
    /// each.
    static final class PerClient extends WindowedServer {
        private static final int CLIENTS = 20;
        private static final double LIMIT_OF_EACH = 50;
        private static final double SUM =
                IntStream.rangeClosed(1, CLIENTS).mapToDouble(n -> 1 / Math.sqrt(n)).sum();

        PerClient(SplittableRandom random) {
            super(random, 400);
        }

        @Override
        Requests window(double rate, double settling, double seconds) {
            return failed(refused(rate) / rate, rate * seconds);
        }

        private static double refused(double rate) {
            return IntStream.rangeClosed(1, CLIENTS)
                    .mapToDouble(n -> rate / Math.sqrt(n) / SUM - LIMIT_OF_EACH)
                    .filter(over -> over > 0)
                    .sum();
        }
    }

    /// A server whose rate depends on time or on what it has served.
    private abstract static class Changing extends WindowedServer {
        Changing(SplittableRandom random, double throughput) {
            super(random, throughput);
        }

        /// The rate of its queue now, requests/s.
        abstract double serviceRate();

        /// A second passes.
        abstract void pass(double rate);

        private void pass(double rate, double seconds) {
            for (int s = 0; s < seconds; s++) {
                pass(rate);
            }
        }

        @Override
        void warmUp(LoadModel load) {
            pass(load instanceof LoadModel.Open open ? open.rate().peak() : serviceRate(), 8);
        }

        @Override
        Requests window(double rate, double settling, double seconds) {
            pass(rate, settling);
            double share = 0;
            for (int s = 0; s < seconds; s++) {
                share += waiting(serviceRate(), rate) / Math.ceil(seconds);
                pass(rate);
            }
            return slow(share, rate * seconds);
        }
    }

    /// Up to four instances of 500/s; one more starts after 20 s above 80 % of those there are.
    static final class Scaling extends Changing {
        private int instances = 1;
        private int busy;

        Scaling(SplittableRandom random) {
            super(random, 500);
        }

        @Override
        double serviceRate() {
            return 500.0 * instances;
        }

        @Override
        void pass(double rate) {
            busy = rate > 0.8 * serviceRate() ? busy + 1 : 0;
            if (busy == 20 && instances < 4) {
                instances++;
                busy = 0;
            }
        }
    }

    /// Services take twice as long while its cache is empty, less after a number of requests.
    static final class WarmingCache extends Changing {
        private final double requests;
        private double served;

        WarmingCache(double requests, SplittableRandom random) {
            super(random, 600);
            this.requests = requests;
        }

        @Override
        double serviceRate() {
            return 1_000 / (1 + Math.exp(-served / requests));
        }

        @Override
        void pass(double rate) {
            served += Math.min(rate, serviceRate());
        }
    }

    /// Services take 1.3 times as long in every other minute.
    static final class EveryOtherMinute extends Changing {
        private int second;

        EveryOtherMinute(SplittableRandom random) {
            super(random, 1_000);
            second = random.nextInt(120);
        }

        @Override
        double serviceRate() {
            return second % 120 < 60 ? 1_000 : 1_000 / 1.3;
        }

        @Override
        void pass(double rate) {
            second++;
        }
    }
}

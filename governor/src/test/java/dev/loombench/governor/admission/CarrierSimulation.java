package dev.loombench.governor.admission;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;

/// A simulation of a service whose bottleneck is the carriers of its virtual threads. A request
/// waits for a carrier several times: before it asks for admission, in a turn on a carrier that
/// takes no time, after which it is away for a moment and waits again; and once more after its
/// admission, before its work, which holds the carrier. The limit sees only the last wait.
final class CarrierSimulation {
    /// Mean of the work, and half of it more or less at random.
    static final long WORK_NANOS = 50_000_000;

    private static final long AWAY_NANOS = 200_000;

    private final GradientLimit limit;
    private final int carriers;
    private final int turnsBefore;
    private final long deadlineNanos;
    private final Random random;

    private final ArrayDeque<Request> queue = new ArrayDeque<>();
    private final PriorityQueue<Request> away =
            new PriorityQueue<>(Comparator.comparingLong(Request::nextNanos));
    private final PriorityQueue<Request> busy =
            new PriorityQueue<>(Comparator.comparingLong(Request::nextNanos));

    private long now = 1_000_000_000;
    private int inFlight;
    private int inTime;
    private int rejected;

    private static final class Request {
        private final long arrivalNanos;
        private int turnsBefore;
        private boolean admitted;
        private long startNanos;
        private int inFlightAtStart;
        private long waitedNanos;
        private long nextNanos;

        Request(long arrivalNanos, int turnsBefore) {
            this.arrivalNanos = arrivalNanos;
            this.turnsBefore = turnsBefore;
        }

        /// The end of its work, or of the moment away.
        long nextNanos() {
            return nextNanos;
        }
    }

    /// @param turnsBefore turns on a carrier before admission; 0 where another thread admits
    /// @param deadlineNanos from arrival to response
    CarrierSimulation(
            GradientLimit limit, int carriers, int turnsBefore, long deadlineNanos, long seed) {
        this.limit = limit;
        this.carriers = carriers;
        this.turnsBefore = turnsBefore;
        this.deadlineNanos = deadlineNanos;
        this.random = new Random(seed);
    }

    /// Runs with requests that arrive at random.
    ///
    /// @param seconds simulated time
    void run(double perSecond, double seconds) {
        inTime = 0;
        rejected = 0;
        long stop = now + (long) (seconds * 1e9);
        long arrival = now;
        while (true) {
            arrival += (long) (-Math.log(1 - random.nextDouble()) / perSecond * 1e9);
            advance(Math.min(arrival, stop));
            if (arrival >= stop) {
                return;
            }
            arrive(new Request(arrival, turnsBefore));
        }
    }

    /// Responses of the last run within the deadline.
    int inTime() {
        return inTime;
    }

    /// Rejections of the last run.
    int rejected() {
        return rejected;
    }

    private void advance(long until) {
        while (true) {
            boolean returns = next(away) < next(busy);
            var first = returns ? away : busy;
            if (next(first) > until) {
                now = until;
                return;
            }
            var request = first.remove();
            now = request.nextNanos;
            if (returns) {
                queue.add(request);
            } else {
                end(request);
            }
            useCarriers();
        }
    }

    private static long next(PriorityQueue<Request> requests) {
        return requests.isEmpty() ? Long.MAX_VALUE : requests.element().nextNanos;
    }

    private void arrive(Request request) {
        if (turnsBefore > 0 || isAdmitted(request)) {
            queue.add(request);
        }
        useCarriers();
    }

    private void useCarriers() {
        while (busy.size() < carriers && !queue.isEmpty()) {
            var request = queue.remove();
            if (request.admitted) {
                work(request);
            } else if (--request.turnsBefore > 0) {
                request.nextNanos = now + AWAY_NANOS;
                away.add(request);
            } else if (isAdmitted(request)) {
                queue.add(request);
            }
        }
    }

    private boolean isAdmitted(Request request) {
        if (inFlight >= limit.limit()) {
            limit.onRejected(now, inFlight);
            rejected++;
            return false;
        }
        inFlight++;
        request.admitted = true;
        request.startNanos = now;
        request.inFlightAtStart = inFlight;
        return true;
    }

    private void work(Request request) {
        request.waitedNanos = now - request.startNanos;
        request.nextNanos = now + (long) (WORK_NANOS * (0.5 + random.nextDouble()));
        busy.add(request);
    }

    private void end(Request request) {
        inFlight--;
        limit.onSample(request.startNanos, now, request.inFlightAtStart, request.waitedNanos);
        inTime += now - request.arrivalNanos <= deadlineNanos ? 1 : 0;
    }
}

/// M/M/c: Poisson arrivals, c servers with exponential service times, first come, first served.
///
/// With `a = rate * seconds` the probability of a wait is Erlang's C, `C = B / (1 - (1 - B) a /
/// c)`, where B follows from `B(0) = 1, B(k) = a B(k-1) / (k + a B(k-1))`. A wait is exponential
/// with rate `theta = c / seconds - rate` (Erlang, 1917).
///
/// @param rate of the arrivals, requests/s
/// @param seconds mean service time
record ErlangQueue(int servers, double rate, double seconds) {
    ErlangQueue {
        if (servers < 1 || !(rate > 0) || !(rate * seconds < servers)) {
            throw new IllegalArgumentException(
                    "%d servers of %s s cannot serve %s/s".formatted(servers, seconds, rate));
        }
    }

    /// Erlang's C, the share of the requests that wait.
    double waitProbability() {
        double a = rate * seconds;
        double b = 1;
        for (int k = 1; k <= servers; k++) {
            b = a * b / (k + a * b);
        }
        return b / (1 - (1 - b) * a / servers);
    }

    /// The share of the responses that take longer, `(1 - C) e^(-mu t) + C P(W + S > t)` with W and
    /// S exponential of the rates theta and mu: `P(W + S > t) = (theta e^(-mu t) - mu e^(-theta t))
    /// / (theta - mu)`.
    double slowShare(double limit) {
        double mu = 1 / seconds;
        double theta = servers * mu - rate;
        double wait = waitProbability();
        double both =
                Math.abs(theta / mu - 1) < 1e-9
                        ? (1 + mu * limit) * Math.exp(-mu * limit)
                        : (theta * Math.exp(-mu * limit) - mu * Math.exp(-theta * limit))
                                / (theta - mu);
        return (1 - wait) * Math.exp(-mu * limit) + wait * both;
    }

    /// The response time that a share of the responses does not exceed, s.
    ///
    /// @param share as in 0.99
    double percentile(double share) {
        return Percentile.of(this::slowShare, share);
    }
}

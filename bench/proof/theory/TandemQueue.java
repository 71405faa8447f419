/// Two M/M/1 in series with the same mean service time: Poisson arrivals, first come, first served.
///
/// The departures of the first are Poisson arrivals of the second (Burke 1956), and the response
/// times of a request at both are independent (Reich 1957), each exponential with rate `theta = 1 /
/// seconds - rate`; their sum is longer than t with `(1 + theta t) e^(-theta t)`.
///
/// @param rate of the arrivals, requests/s
/// @param seconds mean service time of each
record TandemQueue(double rate, double seconds) {
    TandemQueue {
        if (!(rate > 0) || !(rate * seconds < 1)) {
            throw new IllegalArgumentException(
                    "a server of %s s cannot serve %s/s".formatted(seconds, rate));
        }
    }

    /// The response time that a share of the responses does not exceed, s.
    ///
    /// @param share as in 0.99
    double percentile(double share) {
        double theta = 1 / seconds - rate;
        return Percentile.of(t -> (1 + theta * t) * Math.exp(-theta * t), share);
    }
}

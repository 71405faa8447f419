/// M/M/c//N: N users who each think for an exponential time and then wait for one of c servers,
/// with exponential service times, first come, first served.
///
/// The number of requests at the server is a birth-death process: `p[k] = p[k-1] (N - k + 1) / Z *
/// S / min(k, c)` (Palm, 1947). An arrival finds the state of the same system with N - 1 users
/// (Lavenberg and Reiser, 1980).
///
/// @param thinkSeconds mean think time Z
/// @param serviceSeconds mean service time S
record MachineRepairman(int servers, int users, double thinkSeconds, double serviceSeconds) {

    /// The stationary probabilities of 0 .. N requests at the server.
    double[] states() {
        var p = new double[users + 1];
        p[0] = 1;
        double sum = 1;
        for (int k = 1; k <= users; k++) {
            p[k] =
                    p[k - 1]
                            * (users - k + 1)
                            / thinkSeconds
                            * serviceSeconds
                            / Math.min(k, servers);
            sum += p[k];
        }
        for (int k = 0; k <= users; k++) {
            p[k] /= sum;
        }
        return p;
    }

    /// Responses per second, the sum over k of `p[k] min(k, c) / S`.
    double throughput() {
        var p = states();
        double busy = 0;
        for (int k = 1; k <= users; k++) {
            busy += p[k] * Math.min(k, servers);
        }
        return busy / serviceSeconds;
    }

    /// The mean response time by Little's law, `N / X - Z`, s.
    double meanResponse() {
        return users / throughput() - thinkSeconds;
    }
}

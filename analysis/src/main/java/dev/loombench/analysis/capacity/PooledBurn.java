package dev.loombench.analysis.capacity;

import java.util.List;

/// The burn of windows together, weighted by their requests.
///
/// @param burn 0 without requests
/// @param lowest rate of these windows, and `highest` one, requests/s; NaN without any
record PooledBurn(double burn, double requests, double lowest, double highest) {

    /// Of all undisturbed windows at rates up to one.
    ///
    /// @param most the rate, requests/s
    static PooledBurn upTo(List<RateProbe> probes, double most) {
        double requests = 0;
        double used = 0;
        double lowest = Double.NaN;
        double highest = Double.NaN;
        for (var probe : probes) {
            if (probe.valid() && probe.disturbance().isEmpty() && probe.rate() <= most) {
                requests += probe.figures().requests();
                used += probe.figures().requests() * probe.burn();
                lowest = lowest <= probe.rate() ? lowest : probe.rate();
                highest = highest >= probe.rate() ? highest : probe.rate();
            }
        }
        return new PooledBurn(requests > 0 ? used / requests : 0, requests, lowest, highest);
    }
}

-- Prints the percentiles that the harness reads, in ms; wrk and wrk2 print only some of them.
done = function(summary, latency, requests)
   for _, p in ipairs({50, 90, 99, 99.9}) do
      io.write(string.format("percentile %g %.3f\n", p, latency:percentile(p) / 1000))
   end
end

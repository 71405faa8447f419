-- wrk and wrk2 print few percentiles by themselves; this adds those that the harness reads, in ms.
done = function(summary, latency, requests)
   for _, p in ipairs({50, 99, 99.9}) do
      io.write(string.format("percentile %g %.3f\n", p, latency:percentile(p) / 1000))
   end
end

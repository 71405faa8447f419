package dev.loombench.load.record;

import dev.loombench.http2.ErrorCode;
import dev.loombench.load.result.ErrorCodes;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/// A worker's counts of the errors of HTTP/2 in a window.
final class ErrorCodeCounts {
    private final Map<ErrorCode, LongAdder> goAways = new EnumMap<>(ErrorCode.class);
    private final Map<ErrorCode, LongAdder> resets = new EnumMap<>(ErrorCode.class);

    void goAway(ErrorCode code) {
        goAways.computeIfAbsent(code, _ -> new LongAdder()).increment();
    }

    void reset(ErrorCode code) {
        resets.computeIfAbsent(code, _ -> new LongAdder()).increment();
    }

    ErrorCodes codes() {
        return new ErrorCodes(byName(goAways), byName(resets));
    }

    private static Map<String, Long> byName(Map<ErrorCode, LongAdder> counts) {
        var byName = new HashMap<String, Long>();
        counts.forEach((code, count) -> byName.put(code.name(), count.sum()));
        return byName;
    }
}

package harness;

import java.util.List;

/// The generators that are compared. Each has one thread, keep-alive, no timeout (the harness
/// pauses them for long) and no live display. wrk keeps its default timeout of 2 s: it only counts
/// requests that exceed it, and a longer one takes memory for each microsecond.
final class Generators {
    private Generators() {}

    static final List<Generator> ALL =
            List.of(
                    Generator.of("loombench", "{home}/loombench", "./loombench list")
                            .closed("{home}/loombench load -c {c} -d {d}s --timeout 24h {url}")
                            .open("{home}/loombench load -c {c} -R {R} -d {d}s --timeout 24h {url}")
                            .reports("--warm-up 1s --output json", GeneratorReport::loombench),
                    Generator.of("loombench-nio", "{home}/loombench", "./loombench list")
                            .closed(
                                    "{home}/loombench load --transport nio -c {c} -d {d}s --timeout 24h {url}")
                            .open(
                                    "{home}/loombench load --transport nio -c {c} -R {R} -d {d}s --timeout 24h {url}")
                            .reports("--warm-up 1s --output json", GeneratorReport::loombench),
                    Generator.of("loombench-exact", "{home}/loombench", "./loombench list")
                            .open(
                                    "{home}/loombench load --pacing exact -c {c} -R {R} -d {d}s --timeout 24h {url}")
                            .reports("--warm-up 1s --output json", GeneratorReport::loombench),
                    Generator.of("loombench-1ms", "{home}/loombench", "./loombench list")
                            .open(
                                    "{home}/loombench load --pacing 1ms -c {c} -R {R} -d {d}s --timeout 24h {url}")
                            .reports("--warm-up 1s --output json", GeneratorReport::loombench),
                    Generator.of("baseline-uring", "{bench}/target/baseline-uring", "cc")
                            .closed("{bench}/target/baseline-uring {port} {c} {d}")
                            .open("{bench}/target/baseline-uring {port} {c} {d} {R}"),
                    Generator.of("baseline-epoll", "{bench}/target/baseline-epoll", "cc")
                            .closed("{bench}/target/baseline-epoll {port} {c} {d}"),
                    Generator.of("wrk", "wrk", "apt install wrk")
                            .closed("wrk -t1 -c{c} -d{d}s {url}")
                            .reports(
                                    "-s {bench}/percentiles.lua", GeneratorReport::percentileLines),
                    Generator.of(
                                    "wrk2",
                                    "wrk2",
                                    "build github.com/giltene/wrk2, name its program wrk2")
                            .open("wrk2 -t1 -c{c} -R{R} -d{d}s {url}")
                            .reports(
                                    "-s {bench}/percentiles.lua", GeneratorReport::percentileLines),
                    Generator.of("ab", "ab", "apt install apache2-utils")
                            .closed("ab -q -k -r -s 86400 -c {c} -t {d} -n 50000000 {url}")
                            .reports("-e {dir}/percentiles.csv", GeneratorReport::ab),
                    Generator.of("h2load", "h2load", "apt install nghttp2-client")
                            .closed("h2load --h1 -t1 -c{c} -D{d} {url}")
                            .open("h2load --h1 -t1 -c{c} --rps={R/c} -D{d} {url}")
                            .reports("--log-file={dir}/requests.tsv", GeneratorReport::h2load),
                    Generator.of("oha", "oha", "cargo install --locked oha")
                            .closed("oha --no-tui -c {c} -z {d}s {url}")
                            .open("oha --no-tui -c {c} -q {R} --latency-correction -z {d}s {url}")
                            .reports("--output-format json", GeneratorReport::oha),
                    Generator.of("hey", "hey", "go install github.com/rakyll/hey@v0.1.4")
                            .closed("hey -c {c} -z {d}s -t 0 {url}")
                            .open("hey -c {c} -q {R/c} -z {d}s -t 0 {url}")
                            .reports("", GeneratorReport::hey),
                    Generator.of(
                                    "vegeta",
                                    "vegeta",
                                    "go install github.com/tsenart/vegeta/v12@v12.12.0")
                            .closed(
                                    "vegeta attack -targets={dir}/target.txt -timeout=0 -http2=false"
                                            + " -rate=0 -workers={c} -max-workers={c} -duration={d}s"
                                            + " -output=/dev/null")
                            .open(
                                    "vegeta attack -targets={dir}/target.txt -timeout=0 -http2=false"
                                            + " -rate={R} -workers={c} -max-workers={c} -duration={d}s"
                                            + " -output={dir}/results.bin")
                            .digest("vegeta report -type=hdrplot {dir}/results.bin")
                            .reports("", GeneratorReport::vegeta),
                    Generator.of("k6", "k6", "go install go.k6.io/k6@v1.8.1")
                            .closed(
                                    "k6 run --quiet --no-usage-report --address= -e USERS={c} -e RATE=0"
                                            + " -e SECONDS={d} -e URL={url} {bench}/k6.js")
                            .open(
                                    "k6 run --quiet --no-usage-report --address= -e USERS={c} -e RATE={R}"
                                            + " -e SECONDS={d} -e URL={url} {bench}/k6.js")
                            .reports("", GeneratorReport::percentileLines),
                    Generator.of(
                                    "hyperfoil",
                                    "wrk.sh",
                                    "unzip a release of Hyperfoil, add its bin to PATH")
                            .closed("wrk.sh -t 1 -c {c} -d {d}s {url}")
                            .open("wrk2.sh -t 1 -c {c} -R {R} -d {d}s {url}"));
}

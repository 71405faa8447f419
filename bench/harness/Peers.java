package harness;

import java.util.List;

/// The generators that are compared. Each is given one thread, keep-alive, no limit of its own on
/// waiting (they are paused for long), and nothing to print while it runs. wrk keeps its own 2 s:
/// it only counts what takes longer, and takes memory for every microsecond of a longer one.
final class Peers {
    private Peers() {}

    static final List<Peer> ALL =
            List.of(
                    Peer.of("loombench", "{home}/loombench", "./loombench list")
                            .closed("{home}/loombench load -c {c} -d {d}s --timeout 24h {url}")
                            .open("{home}/loombench load -c {c} -R {R} -d {d}s --timeout 24h {url}")
                            .reports("--warm-up 1s --output json", Report::loombench),
                    Peer.of("loombench-nio", "{home}/loombench", "./loombench list")
                            .closed(
                                    "{home}/loombench load --transport nio -c {c} -d {d}s --timeout 24h {url}")
                            .open(
                                    "{home}/loombench load --transport nio -c {c} -R {R} -d {d}s --timeout 24h {url}")
                            .reports("--warm-up 1s --output json", Report::loombench),
                    Peer.of("loombench-1ms", "{home}/loombench", "./loombench list")
                            .open(
                                    "{home}/loombench load --pacing 1ms -c {c} -R {R} -d {d}s --timeout 24h {url}")
                            .reports("--warm-up 1s --output json", Report::loombench),
                    Peer.of("floor-uring", "{bench}/target/floor", "cc")
                            .closed("{bench}/target/floor {port} {c} {d}"),
                    Peer.of("floor-epoll", "{bench}/target/floor-epoll", "cc")
                            .closed("{bench}/target/floor-epoll {port} {c} {d}"),
                    Peer.of("wrk", "wrk", "apt install wrk")
                            .closed("wrk -t1 -c{c} -d{d}s {url}")
                            .reports("-s {bench}/percentiles.lua", Report::percentileLines),
                    Peer.of("wrk2", "wrk2", "build github.com/giltene/wrk2, name its program wrk2")
                            .open("wrk2 -t1 -c{c} -R{R} -d{d}s {url}")
                            .reports("-s {bench}/percentiles.lua", Report::percentileLines),
                    Peer.of("ab", "ab", "apt install apache2-utils")
                            .closed("ab -q -k -r -s 86400 -c {c} -t {d} -n 50000000 {url}")
                            .reports("-e {dir}/percentiles.csv", Report::ab),
                    Peer.of("h2load", "h2load", "apt install nghttp2-client")
                            .closed("h2load --h1 -t1 -c{c} -D{d} {url}")
                            .open("h2load --h1 -t1 -c{c} --rps={R/c} -D{d} {url}")
                            .reports("--log-file={dir}/requests.tsv", Report::h2load),
                    Peer.of("oha", "oha", "cargo install --locked oha")
                            .closed("oha --no-tui -c {c} -z {d}s {url}")
                            .open("oha --no-tui -c {c} -q {R} --latency-correction -z {d}s {url}")
                            .reports("--output-format json", Report::oha),
                    Peer.of("hey", "hey", "go install github.com/rakyll/hey@v0.1.4")
                            .closed("hey -c {c} -z {d}s -t 0 {url}")
                            .open("hey -c {c} -q {R/c} -z {d}s -t 0 {url}")
                            .reports("", Report::hey),
                    Peer.of("vegeta", "vegeta", "go install github.com/tsenart/vegeta/v12@v12.12.0")
                            .closed(
                                    "vegeta attack -targets={dir}/target.txt -timeout=0 -http2=false"
                                            + " -rate=0 -workers={c} -max-workers={c} -duration={d}s"
                                            + " -output=/dev/null")
                            .open(
                                    "vegeta attack -targets={dir}/target.txt -timeout=0 -http2=false"
                                            + " -rate={R} -workers={c} -max-workers={c} -duration={d}s"
                                            + " -output={dir}/results.bin")
                            .digest("vegeta report -type=hdrplot {dir}/results.bin")
                            .reports("", Report::vegeta),
                    Peer.of("k6", "k6", "go install go.k6.io/k6@v1.8.1")
                            .closed(
                                    "k6 run --quiet --no-usage-report --address= -e USERS={c} -e RATE=0"
                                            + " -e SECONDS={d} -e URL={url} {bench}/k6.js")
                            .open(
                                    "k6 run --quiet --no-usage-report --address= -e USERS={c} -e RATE={R}"
                                            + " -e SECONDS={d} -e URL={url} {bench}/k6.js")
                            .reports("", Report::percentileLines),
                    Peer.of(
                                    "hyperfoil",
                                    "wrk.sh",
                                    "unzip a release of Hyperfoil, add its bin to PATH")
                            .closed("wrk.sh -t 1 -c {c} -d {d}s {url}")
                            .open("wrk2.sh -t 1 -c {c} -R {R} -d {d}s {url}"));
}

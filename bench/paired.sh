# Parts of the scripts that compare the CPU time of load generators in pairs. Sourced by bench/*/run, with `set -euo pipefail`.

# The generators, and the server that they share, each have a processor of their own.
generator_cpu=${GENERATOR_CPU:-0}
server_cpu=${SERVER_CPU:-1}

# What compilers and warm-ups take at the beginning of a load, s.
begin=8

require() { # how to install, then tools
    local how=$1 tool
    for tool in "${@:2}" taskset python3; do
        if ! command -v "$tool" >/dev/null; then
            echo "${0##*/}: no $tool on PATH ($how)" >&2
            exit 1
        fi
    done
    if [ "$(nproc --all)" -lt 2 ]; then
        echo "${0##*/}: the server and the generator need a processor each, found $(nproc --all)" >&2
        exit 1
    fi
}

free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

await_port() { # port
    local try
    for try in $(seq 100); do
        (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null && return
        sleep 0.1
    done
    echo "${0##*/}: nothing listens on port $1" >&2
    exit 1
}

# CPU time of a process with all its threads, in clock ticks.
ticks() { # pid
    sed 's/.*) //' "/proc/$1/stat" | awk '{print $12 + $13}'
}

# Runs a generator and prints the CPU time of its whole process over some seconds in which the load is constant, in us. The load
# must last until second 2 after them.
cpu_time() { # seconds, file for its output, command
    local seconds=$1 out=$2 code=0 pid before after
    taskset -c "$generator_cpu" "${@:3}" >"$out" 2>"$out.err" &
    pid=$!
    sleep "$begin"
    before=$(ticks "$pid")
    sleep "$seconds"
    after=$(ticks "$pid")
    wait "$pid" || code=$?
    case $code in
    0) ;;
    3) echo "${0##*/}: ${3##*/} calls its own result invalid, as where it takes a whole processor" >&2 ;;
    *) cat "$out.err" >&2 && exit 1 ;;
    esac
    awk -v t=$((after - before)) -v hz="$(getconf CLK_TCK)" 'BEGIN { printf "%.0f", t / hz * 1e6 }'
}

# How long a load must last for cpu_time.
load_seconds() { # seconds of cpu_time
    echo $((begin + $1 + 2))
}

# CPU time per request, in us.
per_request() { # CPU time in us, requests per second, seconds
    awk -v c="$1" -v r="$2" -v s="$3" 'BEGIN { printf "%.3f", c / (r * s) }'
}

# Requests per second by the JSON of loombench load.
loombench_rate() { # file
    python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["throughputPerSecond"])' "$1"
}

# The median of the ratios of two columns, with their quartiles.
ratios() { # label, file with a line per round: one, other
    python3 - "$1" "$2" <<'PYTHON'
import statistics, sys
rows = [tuple(map(float, line.split())) for line in open(sys.argv[2])]
ratios = sorted(one / other for one, other in rows)
middle = statistics.median(ratios)
low, high = (statistics.quantiles(ratios, n=4)[i] for i in (0, 2)) if len(ratios) > 1 else (middle, middle)
print(f"{sys.argv[1]}: {middle:.3f}, quartiles {low:.3f} to {high:.3f}, {len(ratios)} rounds")
PYTHON
}

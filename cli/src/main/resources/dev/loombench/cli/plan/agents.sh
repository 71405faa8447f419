#!/usr/bin/env bash
# Starts agents of Loombench by ssh, drives a load from them, and stops them. Written by
# loombench plan. Each run has a key of its own. Ports, users and keys of ssh belong to
# ~/.ssh/config; the script's arguments are added to the controller's command.
set -euo pipefail

hosts=(load1 load2)
ports=(7800 7800)
launcher=loombench
controller=(load http://10.0.0.9:8080/)

loombench=${LOOMBENCH:-loombench} # on this machine
start_limit=${LOOMBENCH_START_LIMIT:-120} # seconds until all agents listen

work=$(mktemp -d)
key=$(head -c 32 /dev/urandom | base64 | tr -d '\n')
(umask 077 && printf '%s\n' "$key" >"$work/key")

# While this script holds the pipe open, the agents run; when it ends in any way, they see the end of their input. They
# inherit their end of the pipe: to open it would wait for ever once this script has closed its own.
mkfifo "$work/hold"
exec 9<>"$work/hold" 8<"$work/hold"
pids=()

stop_agents() {
    trap '' INT TERM HUP
    exec 9>&-
    local pid
    for pid in "${pids[@]}"; do
        wait "$pid" 2>/dev/null || true
    done
    rm -rf "$work"
}
trap stop_agents EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# A word in single quotes.
quoted() {
    local quote=\'
    printf "'%s'" "${1//$quote/$quote\\$quote$quote}"
}

# What the shell of a host executes. Argument: port of the agent.
remote() {
    printf '{\nlauncher=%s\nkey=%s\nport=%s\n' "$(quoted "$launcher")" "$(quoted "$key")" "$(quoted "$1")"
    cat <<'REMOTE'
address=${SSH_CONNECTION#* * }
address=${address%% *}
case $address in
'') echo 'ssh did not set SSH_CONNECTION' >&2 && exit 1 ;;
*:*) address="[$address]" ;;
esac
umask 077
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
printf '%s\n' "$key" >"$folder/key"
echo "ADDRESS $address"
exec 3<&0
"$launcher" agent "--listen=$address:$port" "--key-file=$folder/key" </dev/null 3<&- &
agent=$!
trap 'kill "$agent" 2>/dev/null' HUP INT TERM
{
    cat >/dev/null
    kill "$agent"
    seconds=0
    while [ $seconds -lt 10 ] && kill -0 "$agent"; do
        sleep 1
        seconds=$((seconds + 1))
    done
    kill -9 "$agent"
} <&3 >/dev/null 2>&1 &
watch=$!
exec 3<&-
wait "$agent"
code=$?
kill "$watch" 2>/dev/null
exit $code
}
REMOTE
}

# Arguments: host, port.
start_agent() {
    local number=${#pids[@]}
    : >"$work/$number.out" # it is read before ssh has begun
    {
        remote "$2"
        exec cat <&8
    } 9>&- | ssh -T -o BatchMode=yes -o ConnectTimeout=10 -o ServerAliveInterval=5 -o ServerAliveCountMax=3 \
        -- "$1" sh >"$work/$number.out" 2>"$work/$number.err" 8<&- 9>&- &
    pids+=($!)
}

# The address of agent number $1; waits until it listens.
address=
await_agent() {
    local out=$work/$1.out at='' port=''
    while [ -z "$port" ]; do
        at=$(sed -n 's/^ADDRESS \([][0-9A-Za-z:.%]*\)$/\1/p' "$out" | head -n 1)
        port=$(sed -n 's/^READY port=\([0-9]\{1,5\}\)$/\1/p' "$out" | head -n 1)
        if [ -z "$port" ]; then
            if ! kill -0 "${pids[$1]}" 2>/dev/null; then
                echo "the agent on ${hosts[$1]} did not start:" >&2
                cat "$work/$1.err" >&2
                exit 1
            elif [ "$SECONDS" -ge "$start_limit" ]; then
                echo "the agent on ${hosts[$1]} does not listen after $start_limit s" >&2
                cat "$work/$1.err" >&2
                exit 1
            fi
            sleep 0.1
        fi
    done
    address=$at:$port
}

for i in "${!hosts[@]}"; do
    start_agent "${hosts[i]}" "${ports[i]}"
done
load_on=()
for i in "${!pids[@]}"; do
    await_agent "$i"
    load_on+=("$address")
done

command=("$loombench" "${controller[@]}" --key-file "$work/key" --load-on "$(IFS=, && echo "${load_on[*]}")")
"${command[@]}" "$@" 8<&- 9>&- &
running=$!
# Also on Ctrl-C: a process in the background ignores SIGINT.
signal_code=
trap 'signal_code=130; kill -TERM "$running" 2>/dev/null || true' INT
trap 'signal_code=143; kill -TERM "$running" 2>/dev/null || true' TERM HUP
code=0
wait "$running" || code=$?
while kill -0 "$running" 2>/dev/null; do # a signal ended the wait
    code=0
    wait "$running" || code=$?
done
exit "${signal_code:-$code}"

# Sourced by ./loombench: a lock between processes of one machine that is released when its holder is killed.
# The lock is a symbolic link whose target names its holder, so that one system call takes it and names the holder.

started() { # pid -> sets `start`: the start time of the process as the system reports it; empty when it has ended
    start=
    local stat fields
    if [ -r /proc/self/stat ]; then
        { read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 0
        read -r -a fields <<<"${stat##*) }" # the state, then 18 fields, then the start time
        [ "${fields[0]}" = Z ] || start=${fields[19]}
    else
        start=$(ps -o lstart= -p "$1" 2>/dev/null) || start=
    fi
}

take_lock() { # link -> 0 when this process now holds it; else sets `holder` to the pid of its holder, empty for none
    local found start
    started "$$"
    ln -sn "$$ $start" "$1" 2>/dev/null && return 0
    found=$(readlink "$1") || found=
    holder=${found%% *}
    [ -n "$holder" ] || return 1 # it has just been released
    started "$holder"
    if [ "$found" != "$holder $start" ]; then # the holder has ended, or its pid belongs to another process now
        drop_stale_lock "$1" "$found"
    fi
    return 1
}

drop_stale_lock() { # link, holder's name: renames first, so that a lock taken meanwhile is not lost
    local taken=$1.$$
    mv "$1" "$taken" 2>/dev/null || return 0
    if [ "$(readlink "$taken")" = "$2" ]; then rm -f "$taken"; else mv "$taken" "$1"; fi
}

# Sourced by ./loombench and build/build.sh: finds stale Maven modules and builds them.
#
# A module is a folder of the project, such as zoo/tomcat. It is built once it has a jar and target/built, whose time
# is the start of its last good build. It is stale when one of its inputs, or of the modules it needs, is newer.

read_pom() { # module -> sets `needs`: its direct dependencies in the project, `sources`: its inputs, `jar`: its jar
    local line own= needed= borrowed
    needs=() jar=
    sources=("$home/pom.xml" "$home/$1/pom.xml" "$home/$1/src/main")
    while IFS= read -r line; do
        case $line in
        *'<groupId>dev.loombench</groupId>'*) own=yes ;;
        *'<artifactId>'*)
            line=${line#*<artifactId>}
            line=${line%%<*}
            needed=
            case $own$line in
            yesloombench) ;; # the parent
            yesloombench-tool) sources+=("$home/tool/pom.xml") ;; # that of the tool's modules
            yeszoo-*) needs+=("zoo/${line#zoo-}") needed=yes ;;
            yes*) needs+=("${line#loombench-}") needed=yes ;;
            esac
            own=
            ;;
        *'<scope>test</scope>'*) # nothing that runs needs it
            [ -z "$needed" ] || unset "needs[$((${#needs[@]} - 1))]"
            needed=
            ;;
        *'<finalName>'*)
            line=${line#*<finalName>}
            jar=$home/$1/target/${line%%<*}.jar
            ;;
        *'../'*'/src/main/'*) # sources shared with another module
            borrowed=${line#*../}
            sources+=("$home/${1%/*}/${borrowed%%/*}/src/main")
            ;;
        esac
    done <"$home/$1/pom.xml"
}

add_module() { # module -> adds its dependencies and then itself to `modules`, and the sources of all to `inputs`
    local needs sources jar module
    case " ${modules[*]-} " in *" $1 "*) return 0 ;; esac
    read_pom "$1"
    inputs+=("${sources[@]}")
    for module in "${needs[@]+"${needs[@]}"}"; do add_module "$module"; done
    modules+=("$1")
}

is_stale() { # module -> 0 when it is stale; sets `modules` to its dependencies and itself
    local needs sources jar inputs module built=$home/$1/target/built
    read_pom "$1"
    modules=() inputs=("${sources[@]}")
    for module in "${needs[@]+"${needs[@]}"}"; do add_module "$module"; done
    modules+=("$1")
    [ -f "$built" ] && [ -f "$jar" ] || return 0
    [ -n "$(find "${inputs[@]}" -newer "$built" -print 2>/dev/null | head -n 1)" ]
}

find_stale() { # module... -> sets `stale` to the stale ones, `to_build` to these and their dependencies
    local module needed modules=()
    stale=() to_build=()
    for module; do
        is_stale "$module" || continue
        stale+=("$module")
        for needed in "${modules[@]}"; do
            case " ${to_build[*]-} " in *" $needed "*) ;; *) to_build+=("$needed") ;; esac
        done
    done
}

say_building() { # what, seconds
    [ -t 2 ] && printf '\r\033[K  %s (%d s)' "$1" "$2" >&2
    return 0
}

# Builds the stale ones of the modules in one run of Maven; needs `home` and `jdk`, sets `stale` to the modules built.
# Exits when the build fails or is interrupted.
build_modules() { # module...
    local to_build
    find_stale "$@"
    [ ${#stale[@]} -gt 0 ] || return 0
    find_maven || exit 1
    mkdir -p "$home/target"
    lock_build
    find_stale "$@" # another process may have built them
    [ ${#stale[@]} -eq 0 ] || run_maven
    unlock_build
}

lock_build() { # waits for the lock of the builds, and takes it
    local began=$SECONDS holder named=
    lock=$home/target/build.lock
    until take_lock "$lock"; do
        if [ -z "$holder" ]; then # just released, or no lock can be created here
            sleep 0.1
            [ $((SECONDS - began)) -lt 5 ] || { echo "loombench: cannot create the build lock $lock" >&2; exit 1; }
            continue
        fi
        [ "$holder" = "$named" ] || echo "loombench: waiting for the build by process $holder" >&2
        named=$holder
        sleep 0.2
    done
    maven=
    trap end_build EXIT
    trap 'exit 130' INT TERM HUP
}

end_build() { # also after an interrupt
    [ -z "$maven" ] || { kill "$maven" && wait "$maven"; } 2>/dev/null || true
    rm -f "$lock"
}

unlock_build() {
    trap - EXIT INT TERM HUP
    end_build
}

run_maven() { # builds `to_build`
    local log=$home/target/build.log began=$SECONDS status=0 module
    echo "loombench: building ${stale[*]}; log: $log" >&2
    begin_modules
    : >"$log" # before Maven starts in the background: it is read at once
    JAVA_HOME=$jdk MAVEN_OPTS="${MAVEN_OPTS:-} $maven_opts -XX:+UseSerialGC -XX:TieredStopAtLevel=1" \
        mvn -B -ntp -T2 -Dloombench.launcher -f "$home/target/launcher/pom.xml" package </dev/null >"$log" 2>&1 &
    maven=$!
    while kill -0 "$maven" 2>/dev/null; do
        module=$(sed -n 's/^\[INFO\] Building Loombench \(.*\) 0.*$/\1/p' "$log" | tail -n 1)
        say_building "${module:-Maven starts}" $((SECONDS - began))
        sleep 0.3
    done
    wait "$maven" || status=$?
    maven=
    [ -t 2 ] && printf '\r\033[K' >&2
    if [ "$status" -ne 0 ]; then
        grep -E '^\[ERROR\]' "$log" | head -n 20 >&2 || tail -n 20 "$log" >&2
        echo "loombench: the build failed; log: $log" >&2
        exit 1
    fi
    for module in "${to_build[@]}"; do mv "$home/$module/target/building" "$home/$module/target/built"; done
    echo "loombench: built in $((SECONDS - began)) s" >&2
}

begin_modules() { # removes the output of an interrupted build, marks `to_build` as being built, writes a pom with only them
    local module target
    for module in "${to_build[@]}"; do
        target=$home/$module/target
        [ ! -e "$target/building" ] || rm -rf "$target"/launcher-classes "$target"/maven-status "$target"/*.jar "$target"/quarkus-app
        mkdir -p "$target"
        rm -f "$target/built"
        : >"$target/building"
    done
    mkdir -p "$home/target/launcher"
    {
        echo '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
        echo '<groupId>dev.loombench</groupId><artifactId>launcher</artifactId><version>0</version>'
        echo '<packaging>pom</packaging><modules>'
        printf '<module>../../%s</module>\n' "${to_build[@]}"
        echo '</modules></project>'
    } >"$home/target/launcher/pom.xml"
}

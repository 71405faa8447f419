#!/usr/bin/env bash
# Tests the launcher as users run it: from another folder, through a symlink, with wrong arguments, without a JDK.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
later=203001010000 # than any build

# A fresh copy of the sources, as after a clone.
home=$work/home
mkdir "$home"
tar -C "$(dirname "${BASH_SOURCE[0]}")/.." --exclude=target --exclude=./.git --exclude=./results -cf - . | tar -C "$home" -xf -
cd "$work"
ln -s "$home/loombench" "$work/through a link"

"$work/through a link" list >"$work/out" 2>"$work/err"
check "it builds missing modules and lists from any folder through a link" $?
grep -q '^  quickstart' "$work/out"
check "list shows the quickstart" $?
grep -q 'jvm-hello' "$work/out"
check "list shows the servers" $?
grep -q "building jvm-agent cli; log: $home/target/build.log" "$work/err"
check "it prints the modules that it builds and the log" $?
[ -z "$(ls -d "$home"/zoo/*/target "$home/governor/target" 2>/dev/null)" ]
check "list builds no server" $?

"$home/loombench" list >"$work/out" 2>"$work/err"
[ ! -s "$work/err" ]
check "nothing is built twice" $?

# A folder of CDPATH that has one of the same name: cd would go there, and print where it is.
mkdir -p "$work/elsewhere/home"
CDPATH=$work/elsewhere:$work home/loombench list >"$work/out" 2>"$work/err"
[ $? -eq 0 ] && [ ! -s "$work/err" ]
check "it starts by a relative path where CDPATH is set" $?
(cd "$home" && grep -rlE '(^|\()cd "\$\(dirname' loombench loombench-load check release .ci build bench examples |
    xargs grep -L '^unset CDPATH') >"$work/out" 2>"$work/err"
[ ! -s "$work/out" ]
check "no script depends on CDPATH" $?

JDK_JAVA_OPTIONS=-Xlog:class+load:file=$work/loaded "$home/loombench" list >"$work/out" 2>/dev/null
grep -q 'picocli.CommandLine source: shared objects file' "$work/loaded" && ! grep -E 'source: (file|jrt):' "$work/loaded" >"$work/err"
check "the AOT cache has every class of list" $?

cat >"$work/one.yaml" <<'YAML'
question: Does a server that was never built run?
variants: [{server: jvm-hello, model: main}]
load: {batch: {max: 20s}}
trials: 1
YAML
"$home/loombench" run "$work/one.yaml" --no-wait --results "$work/results" >"$work/out" 2>"$work/err"
grep -q "building zoo/jvm-hello;" "$work/err" && [ -f "$home/zoo/jvm-hello/target/built" ] && [ ! -e "$home/zoo/tomcat/target" ]
check "run builds only the servers that the experiment names" $?
"$home/loombench" run "$work/one.yaml" --no-wait --results "$work/results" >"$work/out" 2>"$work/err"
! grep -q building "$work/err"
check "run builds a server once" $?

touch -t "$later" "$home/zoo/jvm-hello/src/main" && : >"$home/zoo/jvm-hello/target/building"
rm "$home/target/build.log"
"$home/build/build.sh" zoo/jvm-hello >"$work/out" 2>"$work/err" &
built_by=$!
until [ -s "$home/target/build.log" ]; do sleep 0.05; done # Maven runs
kill $built_by
wait $built_by
[ $? -eq 130 ] && [ ! -L "$home/target/build.lock" ] && [ ! -e "$home/zoo/jvm-hello/target/built" ]
check "an interrupted build releases the lock and leaves no module that counts as built" $?

echo broken >>"$home/zoo/jvm-hello/src/main/java/dev/loombench/zoo/hello/JvmHello.java"
"$home/loombench" run "$work/one.yaml" --no-wait --results "$work/results" >"$work/out" 2>"$work/err"
[ $? -eq 2 ] && grep -q "ERROR.*JvmHello.java" "$work/err" && grep -q "cannot build zoo/jvm-hello" "$work/err"
check "a failed build exits with 2 and its errors, and nothing runs" $?

"$home/loombench-load" --help >"$work/out" 2>"$work/err"
[ $? -eq 0 ] && grep -q "^Usage: loombench-load" "$work/out" && [ ! -e "$home/load-cli/target/lib/loombench-report.jar" ]
check "the load generator alone is built and starts" $?
"$home/loombench-load" http://localhost:1/ -n 1 -c 1 >"$work/out" 2>"$work/err"
[ $? -eq 3 ] && head -n 1 "$work/out" | grep -q '^invalid: .*no-good-response'
check "it reports a server that does not listen as an invalid result" $?

"$home/loombench" lst >"$work/out" 2>"$work/err"
[ $? -eq 2 ] && grep -q "list" "$work/err"
check "a wrong command exits with 2 and a suggestion" $?

LOOMBENCH_JAVA_HOME=$work "$home/loombench" list >"$work/out" 2>"$work/err"
[ $? -eq 1 ] && grep -q "LOOMBENCH_JAVA_HOME is" "$work/err"
check "a wrong LOOMBENCH_JAVA_HOME is reported" $?
mkdir -p "$work/jdk21/bin" && printf 'JAVA_VERSION="21.0.8"\n' >"$work/jdk21/release"
for tool in java javac; do : >"$work/jdk21/bin/$tool" && chmod +x "$work/jdk21/bin/$tool"; done
LOOMBENCH_JAVA_HOME=$work/jdk21 "$home/loombench-load" --help >"$work/out" 2>"$work/err"
[ $? -eq 1 ] && grep -q "^loombench-load: LOOMBENCH_JAVA_HOME is .* a JDK 21; expected .* JDK 25 or later" "$work/err"
check "an older LOOMBENCH_JAVA_HOME is reported with both versions" $?

# A machine without a JDK 25: only a few tools on PATH, no usual folders.
mkdir "$work/bin"
for tool in bash dirname readlink; do ln -s "$(command -v "$tool")" "$work/bin/$tool"; done
env -i HOME="$work" PATH="$work/bin" bash -c '. "$1"; usual_jdk_folders=(); find_jdk' bash "$home/build/find-jdk.sh" \
    >"$work/out" 2>"$work/err"
[ $? -eq 1 ] && grep -q "no JDK 25 or later found" "$work/err" && grep -q "LOOMBENCH_JAVA_HOME=" "$work/err"
check "without a JDK it prints what to do" $?
env -i HOME="$work" PATH="$work/bin" JAVA_HOME="$work/jdk21" \
    bash -c '. "$1"; usual_jdk_folders=("$JAVA_HOME"); find_jdk' bash "$home/build/find-jdk.sh" >"$work/out" 2>"$work/err"
[ $? -eq 1 ] && [ "$(grep -c "JDK 21  $work/jdk21" "$work/err")" = 1 ]
check "it prints once the older JDK of JAVA_HOME" $?

if [ -e /dev/full ]; then
    "$home/loombench" list >/dev/full 2>"$work/err"
    [ $? -eq 1 ] && grep -q "cannot write to standard output" "$work/err"
    check "lost output exits with 1" $?
fi
"$home/loombench" list 2>"$work/err" | head -n 1 >"$work/out"
[ "${PIPESTATUS[*]}" = "0 0" ] && [ ! -s "$work/err" ]
check "a pipe closed by its reader is no error" $?

env -u HOME "$home/loombench" list >"$work/out" 2>"$work/err"
check "it starts without HOME" $?

accented=$work/$'caf\303\251'
mkdir "$accented" && cp "$home"/experiments/articles/alibaba-2024/figures.yaml "$accented/"
for ascii in LC_ALL=C LC_ALL=POSIX LC_ALL= LC_ALL=xx_YY.UTF-8; do # the last is installed nowhere
    env -u LANG -u LC_CTYPE "$ascii" "$home/loombench" audit "$accented/figures.yaml" >"$work/out" 2>"$work/err"
    [ $? -eq 99 ] && ! grep -qv '^bash: warning: setlocale' "$work/err"
    check "it reads a file whose name is not ASCII, with $ascii" $?
done
(. "$home/build/locale.sh" && export LC_ALL=C.UTF-8 && use_utf8 && [ "$LC_ALL" = C.UTF-8 ] &&
    unset LC_ALL LANG LC_CTYPE && use_utf8 && [ -z "${LC_ALL:-}" ] && [ "$LC_CTYPE" = C.UTF-8 ])
check "it changes only the encoding of the locale, and only where it is ASCII" $?

for wrong in 'a:b' 'wow!'; do
    mkdir "$work/$wrong" && cp -r "$home/loombench" "$home/build" "$work/$wrong/"
    "$work/$wrong/loombench" list >"$work/out" 2>"$work/err"
    [ $? -eq 2 ] && grep -q "it is installed in \".*$wrong\"" "$work/err" && [ ! -e "$work/$wrong/target" ]
    check "it refuses to start from a folder named $wrong" $?
done

# Locks of a running holder, of one that has ended, and of one whose pid now belongs to another process.
. "$home/build/lock.sh"
sleep 60 &
started $!
ln -s "$! $start" "$work/lock"
take_lock "$work/lock"
[ $? -ne 0 ] && [ "$holder" = $! ]
check "a lock of a running holder is not taken, and the holder is known" $?
{ kill $! && wait $!; } 2>/dev/null
take_lock "$work/lock"
take_lock "$work/lock"
check "a lock whose holder has ended is taken over" $?
ln -sfn "$$ 1" "$work/lock" && ! take_lock "$work/lock" && take_lock "$work/lock" && [ -z "$(ls "$work"/lock.* 2>/dev/null)" ]
check "a lock whose pid now belongs to another process is taken over" $?
ln -sfn "$$ $start" "$work/lock" && drop_stale_lock "$work/lock" "1 1" && [ -L "$work/lock" ]
check "a lock that was taken meanwhile is not dropped" $?

# Stale modules, in a copy of the poms that counts as built.
copy=$work/copy
(cd "$home" && for pom in {base,stats,load,load-cli,observe,model,analysis,lab,agents,report,cli,governor,jvm-agent,zoo/*}/pom.xml; do
    module=$copy/${pom%/pom.xml}
    mkdir -p "$module/src/main" "$module/target" && cp "$pom" "$module/"
    touch "$module/target/built" "$module/target/$(sed -n 's:.*<finalName>\(.*\)</finalName>.*:\1:p' "$pom").jar"
done)
: >"$copy/pom.xml"
mkdir "$copy/tool" && : >"$copy/tool/pom.xml"
make_old() { find "$@" \( -name pom.xml -o -name main \) -exec touch -t 202001010000 {} +; }
make_old "$copy"
all="cli load-cli jvm-agent zoo/bank zoo/tomcat zoo/spring-mvc-3 zoo/quarkus"
stale_now() { (home=$copy && . "$1/build/modules.sh" && find_stale $all && echo "${stale[*]-}"); }
stale_when() { # input, modules
    touch -t "$later" "$copy/$1"
    stale_now "$home" >"$work/out" 2>"$work/err"
    [ "$(<"$work/out")" = "$2" ]
    check "when $1 has changed it builds: $2" $?
    make_old "$copy/$1"
}
[ -z "$(stale_now "$home")" ]
check "modules that are up to date are not built again" $?
stale_when pom.xml "$all"
stale_when tool/pom.xml "cli load-cli"
stale_when cli/pom.xml cli
stale_when cli/src/main cli
stale_when load-cli/src/main "cli load-cli"
stale_when load/src/main "cli load-cli"
stale_when report/src/main cli
stale_when base/src/main "cli load-cli"
stale_when governor/src/main "zoo/bank zoo/tomcat zoo/spring-mvc-3"
stale_when zoo/work/pom.xml "zoo/bank zoo/tomcat zoo/spring-mvc-3 zoo/quarkus"
stale_when zoo/work/src/main "zoo/bank zoo/tomcat zoo/spring-mvc-3 zoo/quarkus"
stale_when zoo/spring-mvc/src/main zoo/spring-mvc-3
rm "$copy/zoo/tomcat/target/zoo-tomcat.jar"
[ "$(stale_now "$home")" = zoo/tomcat ]
check "it builds when a jar is missing" $?
rm "$copy/zoo/jetty/target/built"
(home=$copy && . "$work/home/build/modules.sh" && find_stale zoo/jetty zoo/tomcat && echo "${to_build[*]}") >"$work/out" 2>"$work/err"
[ "$(<"$work/out")" = "governor zoo/work zoo/jetty zoo/tomcat" ]
check "a module is built after its dependencies" $?

# macOS has bash 3.2 and the programs of BSD.
gnu='mapfile|readarray|declare -A|BASHPID|\$\{[A-Za-z_]+(,,|\^\^)|(touch|date) -d|readlink -f|realpath|stat -c|sed -i'
gnu="$gnu"'|sha256sum [-"]|xargs -r|cp --|--sort=name|(^|[|&;(] *)timeout [0-9]'
for script in release check loombench loombench-load build/{build,checks,find-jdk,gate,locale,lock,modules,site,version,bundle-test}.sh \
    build/bundle/{loombench,make-cache}; do
    bash -n "$home/$script" 2>"$work/err" && ! grep -nE "$gnu" "$home/$script" >"$work/out"
    check "$script uses nothing that macOS lacks" $?
done

end_checks launcher-test

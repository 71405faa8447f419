# Sourced by ./loombench: stale tells whether what is built lacks a jar or is older than one of its inputs.

stale() { # uses `home`, and `built`, whose time is that of the last good build
    local pom module jar
    [ -f "$built" ] && [ -f "$home/lab/target/loombench.jar" ] || return 0
    for jar in "$home"/{governor/target/governor,jmx-agent/target/jmx-agent}.jar; do
        [ -f "$jar" ] || return 0
    done
    for pom in "$home"/zoo/*/pom.xml; do
        module=${pom%/pom.xml}
        [ -f "$module/target/zoo-${module##*/}.jar" ] || return 0
    done
    [ -n "$(find "$home"/pom.xml "$home"/{lab,governor,jmx-agent}/{pom.xml,src/main} "$home"/zoo/*/{pom.xml,src/main} \
        -newer "$built" -print 2>/dev/null | head -n 1)" ]
}

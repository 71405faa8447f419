#!/usr/bin/env bash
# Makes the root folder of the image from a bundle: the bundle in /opt/loombench, a shell with the few programs that the
# launcher and the pods of `loombench plan --kubernetes` start, and the libraries that these, the Java runtime and the load
# generator link to, all of this machine. There is no package in it, and no base image to pull.
set -euo pipefail
bundle=$1 root=$2
# The launcher's; those of pods, with tee and tar for copies by kubectl; those by which the lab starts and ends servers.
programs=(sh cat cksum cut dirname ln mkdir mv nice readlink rm stty install sleep tee tar setsid taskset sed grep ls tr uname)
rm -rf "$root"
# Where the root is read-only, a volume can only be mounted on a folder that is there: /data is that of a plan's pods.
mkdir -p "$root"/{opt,etc,tmp,data,home/loombench,bin,usr/local/bin,dev,proc,sys}
chmod 1777 "$root/tmp" "$root/home/loombench"
cp -R "$bundle" "$root/opt/loombench"
rm -rf "$root/opt/loombench/share" # pages for man
for program in "${programs[@]}"; do
    file=$(type -P "$program") || { echo "image: no program $program on PATH, which the image needs" >&2 && exit 1; }
    cp -L "$file" "$root/bin/$program"
done
# Not a link, since Jib copies what a link leads to.
printf '#!/bin/sh\nexec /opt/loombench/bin/loombench "$@"\n' >"$root/usr/local/bin/loombench"
chmod 755 "$root/usr/local/bin/loombench"

# Each library by the path at which the loader looks for it, links followed. What the JDK loads later, as for names of hosts,
# is named, and so is OpenSSL, which the load generator loads where it is present.
later=$(ldconfig -p 2>/dev/null | grep -E 'lib(nss_files|nss_dns|resolv|ssl|crypto)\.so\.' |
    grep -oE '/[^ ()]+\.so\.[^ ()]*' || true)
{
    {
        find "$bundle/runtime" -type f \( -name '*.so' -o -path '*/bin/java' \) -print0
        find "$root/bin" -type f -print0
        [ -z "$later" ] || printf '%s\n' "$later" | tr '\n' '\0'
    } | xargs -0 -n 1 ldd 2>/dev/null || true
    printf '%s\n' "$later"
} | grep -oE '/[^ ()]+\.so[^ ()]*' | LC_ALL=C sort -u | while IFS= read -r library; do
    case $library in
    "$bundle"/*) continue ;;
    esac
    mkdir -p "$root$(dirname "$library")"
    cp -L "$library" "$root$library"
done
# By this locale a JVM decodes arguments and names of files: image/pom.xml names it.
locale=/usr/lib/locale/C.utf8
[ -d "$locale" ] || locale=/usr/lib/locale/C.UTF-8
[ -d "$locale" ] || { echo "image: no locale C.UTF-8 in /usr/lib/locale, which the image needs" >&2 && exit 1; }
mkdir -p "$root/usr/lib/locale"
cp -RL "$locale" "$root/usr/lib/locale/"
printf 'root:x:0:0::/:/none\nloombench:x:10001:10001::/home/loombench:/none\n' >"$root/etc/passwd"
printf 'root:x:0:\nloombench:x:10001:\n' >"$root/etc/group"
printf 'hosts: files dns\n' >"$root/etc/nsswitch.conf"
# As in the image, whatever the umask is here: the test of the folder is run by a user who does not own it.
chmod -R a+rX "$root"

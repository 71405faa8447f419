#!/usr/bin/env bash
# Makes the root folder of the image from a bundle: the bundle in /opt/loombench, and the files of the C library that its Java
# runtime links to, of this machine. There is no shell and no package in it, and no base image to pull.
set -euo pipefail
bundle=$1 root=$2
rm -rf "$root"
mkdir -p "$root/opt" "$root/etc" "$root/tmp" "$root/home/loombench"
cp -R "$bundle" "$root/opt/loombench"
rm -rf "$root/opt/loombench/share" # pages for man

# Each library by the path at which the loader looks for it, links followed. What the JDK loads later, as for names of hosts,
# is named.
{
    find "$bundle/runtime" -type f \( -name '*.so' -o -path '*/bin/java' \) -print0 | xargs -0 -n 1 ldd 2>/dev/null
    ldconfig -p 2>/dev/null | grep -E 'lib(nss_files|nss_dns|resolv)\.so' || true
} | grep -oE '/[^ ()]+\.so[^ ()]*' | LC_ALL=C sort -u | while IFS= read -r library; do
    case $library in
    "$bundle"/*) continue ;;
    esac
    mkdir -p "$root$(dirname "$library")"
    cp -L "$library" "$root$library"
done
printf 'root:x:0:0::/:/none\nloombench:x:10001:10001::/home/loombench:/none\n' >"$root/etc/passwd"
printf 'root:x:0:\nloombench:x:10001:\n' >"$root/etc/group"
printf 'hosts: files dns\n' >"$root/etc/nsswitch.conf"

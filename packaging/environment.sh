# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
#
# The build environment, sourced by run, test and shell.
#
# On Debian 13 or newer the packages are installed into the system. On an older system they would
# break it (trixie's C++ library pulls in its libc and apt), so a whole Debian 13 root is unpacked into
# the user's cache folder, once, and commands run inside it with the person's own files at their usual
# paths. The package mirror comes from the system's own apt sources; HALFTONE_MIRROR overrides it.

set -euo pipefail

checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/halftone
rootfs=$cache/debian-13
suite=trixie
insidePath=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
rootfsMegabytes=3500 # 1.9 GB unpacked, the rest while apt works.
buildMegabytes=1500

say() { printf '\033[1m==> %s\033[0m\n' "$*" >&2; }

# die WHAT HINT: stops with what happened and what to do.
die() {
    printf '\nhalftone: %s\n    %s\n' "$1" "$2" >&2
    exit 1
}

packages() { sed -e 's/#.*//' -e 's/[[:space:]]//g' -e '/^$/d' "$checkout/packaging/packages.txt"; }

isDebian13OrNewer() {
    local ID=unknown VERSION_ID='' VERSION_CODENAME=''
    # shellcheck disable=SC1091
    . /etc/os-release
    [ "$ID" = debian ] || return 1
    [ -n "$VERSION_ID" ] || return 0 # testing and unstable carry no number
    [ "${VERSION_ID%%.*}" -ge 13 ]
}

asRoot() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        die "root is needed for: $*" "Run it as root, or install sudo and try again."
    fi
}

# needSpace DIR MEGABYTES: stops early instead of failing half way on a full disk.
needSpace() {
    local free
    mkdir -p "$1"
    free=$(df -Pm "$1" | awk 'NR == 2 { print $4 }')
    [ "$free" -ge "$2" ] || die "$1 has $free MB free, and $2 MB are needed." \
        "Free some space there, or set XDG_CACHE_HOME to a folder on a larger disk."
}

# installIntoSystem PACKAGE...: installs what is missing, and touches nothing else.
installIntoSystem() {
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    say "Installing ${#missing[@]} packages: ${missing[*]}"
    asRoot env DEBIAN_FRONTEND=noninteractive apt-get update -q ||
        die "The package lists could not be fetched." "Check the network and /etc/apt/sources.list, then run this again."
    asRoot env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" ||
        die "A package could not be installed (apt's message stands above)." \
            "Check the network, the disk (df -h) and /etc/apt/sources.list, then run this again: it goes on where it stopped."
}

# debianMirror: the URI of the main archive in the system's own apt sources.
debianMirror() {
    local mirror=${HALFTONE_MIRROR:-}
    [ -n "$mirror" ] || mirror=$(apt-get indextargets --format '$(REPO_URI) $(LABEL)' 'Created-By: Packages' 2>/dev/null |
        awk '$2 == "Debian" { print $1; exit }')
    # Before the first apt-get update no label is known: the archive is the one that is named after it.
    [ -n "$mirror" ] || mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
        grep -E '/debian/?$' | head -n 1)
    [ -n "$mirror" ] || die "No Debian mirror stands in this system's apt sources." \
        "Set HALFTONE_MIRROR to the address of one, for instance the line of a Debian machine near you."
    printf '%s\n' "$mirror"
}

# missingPackages: those of the list that the unpacked root lacks.
missingPackages() {
    LC_ALL=C comm -23 <(packages | LC_ALL=C sort) <(dpkg-query --admindir="$rootfs/var/lib/dpkg" -W \
        -f='${db:Status-Status} ${Package}\n' 2>/dev/null | sed -n 's/^installed //p' | LC_ALL=C sort)
}

# addToRootfs PACKAGE...: what the list has gained since the root was unpacked. Commands that run inside go on.
addToRootfs() {
    say "Adding $# packages to $rootfs: $*"
    # shellcheck disable=SC2016
    asRoot env insidePath="$insidePath" unshare --mount --propagation private -- bash -c '
        set -e
        root=$1; shift
        mount --rbind /dev "$root/dev"
        mount -t proc proc "$root/proc"
        cp --remove-destination /etc/resolv.conf "$root/etc/resolv.conf"
        inside() { chroot "$root" /usr/bin/env PATH="$insidePath" DEBIAN_FRONTEND=noninteractive "$@"; }
        inside apt-get update -q
        inside apt-get install -y -q --no-install-recommends "$@"
        inside apt-get clean' bash "$rootfs" "$@"
}

# makeRootfs: unpacks Debian 13 beside its final place and renames it, so that a half-made one is never used.
makeRootfs() {
    local missing partial=$rootfs.partial
    mapfile -t missing < <(missingPackages)
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ -d "$rootfs" ]; then
        addToRootfs "${missing[@]}" && return 0
        say "They could not be added (apt's message stands above), so the root is made anew"
    fi
    installIntoSystem mmdebstrap bubblewrap
    needSpace "$cache" "$rootfsMegabytes"
    local mirror
    mirror=$(debianMirror)
    say "Unpacking Debian 13 with $(packages | wc -l) packages into $rootfs (once; one to three minutes)"
    asRoot rm -rf "$partial"
    asRoot mmdebstrap --mode=root --variant=apt --format=directory --aptopt='APT::Install-Recommends "false"' \
        --include="$(packages | paste -sd,)" "$suite" "$partial" "$mirror" ||
        die "Debian 13 could not be unpacked (the message stands above)." \
            "Check the network and the disk (df -h $cache). If a package has gone, its name stands above: tell us. Running this again starts afresh."
    asRoot rm -rf "$rootfs"
    asRoot mv "$partial" "$rootfs"
}

# One set-up at a time: two windows that start together must not unpack over each other.
prepareEnvironment() {
    mkdir -p "$cache"
    exec 9>"$cache/set-up.lock"
    flock -n 9 || { say "Waiting for another set-up to finish"; flock 9; }
    if isDebian13OrNewer; then
        # shellcheck disable=SC2046
        installIntoSystem $(packages)
    else
        makeRootfs
    fi
    flock -u 9
    exec 9>&-
}

# personalFolders: what of this machine is shown inside: everything but the system itself.
personalFolders() {
    local folder
    for folder in /*/; do
        folder=${folder%/}
        case $folder in
            /bin | /sbin | /lib* | /usr | /etc | /var | /dev | /proc | /sys | /boot | /lost+found | '/*') ;;
            *) [ -L "$folder" ] || printf '%s\n' "$folder" ;;
        esac
    done
    printf '%s\n' "$checkout" "$PWD" "$cache"
}

# The root stays read-only and pristine: only the person's own folders can be written.
enterByBubblewrap() {
    local arguments=(--ro-bind "$rootfs/usr" /usr --ro-bind "$rootfs/etc" /etc --ro-bind "$rootfs/var" /var
        --symlink usr/bin /bin --symlink usr/sbin /sbin --symlink usr/lib /lib --symlink usr/lib64 /lib64
        --dev-bind /dev /dev --bind /proc /proc --ro-bind /sys /sys) folder
    while read -r folder; do arguments+=(--bind "$folder" "$folder"); done < <(personalFolders)
    # The person's own name and home, not the root's; but never tools of their own from the older system.
    arguments+=(--setenv PATH "$insidePath" --ro-bind /etc/passwd /etc/passwd --ro-bind /etc/group /etc/group --chdir "$PWD")
    [ -z "${1:-}" ] || bwrap "${arguments[@]}" "$@"
}

# Where a container forbids bubblewrap's namespaces, root can still mount and chroot.
enterByChroot() {
    local folders
    mapfile -t folders < <(personalFolders)
    # shellcheck disable=SC2016
    insidePath=$insidePath unshare --mount --propagation private -- bash -c '
        set -e
        root=$1 work=$2 count=$3; shift 3
        mount --bind "$root" "$root"
        for folder in /dev /proc /sys "${@:1:$count}"; do
            mkdir -p "$root$folder"; mount --rbind "$folder" "$root$folder"
        done
        shift "$count"
        exec chroot "$root" /usr/bin/env --chdir="$work" PATH="$insidePath" "$@"' \
        bash "$rootfs" "$PWD" "${#folders[@]}" "${folders[@]}" "$@"
}

# inside CMD...: runs a command in the environment, with its exit status.
inside() {
    # Presets share what they compile alike, also behind precompiled headers.
    export CCACHE_DIR=${CCACHE_DIR:-$cache/ccache} CCACHE_NOHASHDIR=1
    export CCACHE_BASEDIR=$checkout CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    if isDebian13OrNewer; then
        "$@"
    elif enterByBubblewrap true 2>/dev/null; then
        enterByBubblewrap "$@"
    elif [ "$(id -u)" = 0 ]; then
        enterByChroot "$@"
    else
        die "bubblewrap may not make namespaces here." \
            "Allow them (sysctl kernel.unprivileged_userns_clone=1), or run this command as root."
    fi
}

# build PRESET [TARGET...]: configures when needed and builds; the output is Ninja's own progress.
build() {
    local preset=$1 targets=()
    shift
    [ $# -eq 0 ] || targets=(--target "$@")
    needSpace "$checkout/build" "$buildMegabytes"
    say "Building ($preset)"
    inside cmake --preset "$preset" -S "$checkout" --log-level=WARNING ||
        die "CMake could not configure the build." "Its message stands above; build/$preset can be deleted to start afresh."
    inside cmake --build "$checkout/build/$preset" "${targets[@]}" ||
        die "The build failed." "The first error above says where. When the disk is full (df -h), free some space and run this again."
}

#!/usr/bin/env bash
# Makes base images from Debian packages alone, for machines without a registry: tributary-jre:17 with Java 17, and
# tributary-galera-base:10.11 with MariaDB and Galera. Does nothing for those that are there. Needs root, mmdebstrap and a Docker
# engine (docker/engine.sh starts one).
#   docker/local-images.sh [jre|galera]...      default: both
set -euo pipefail
[ $# -gt 0 ] || set -- jre galera
tar=
trap 'rm -f "$tar"' EXIT

# image NAME PACKAGES ENVIRONMENT
image() {
  docker image inspect "$1" >/dev/null 2>&1 && return
  command -v mmdebstrap >/dev/null || { echo "docker: mmdebstrap is not installed" >&2; exit 1; }
  tar=$(mktemp --suffix=.tar)
  # Java's package wants /usr/share/man/man1, which the excluded paths take away.
  mmdebstrap -q --variant=minbase --include="$2" \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    --essential-hook='mkdir -p "$1/usr/share/man/man1"' \
    bookworm "$tar" "${DEBIAN_SOURCES:-/etc/apt/sources.list.d/debian.sources}"
  docker import --change "ENV $3" "$tar" "$1" >/dev/null
  rm -f "$tar"
}

for each in "$@"; do
  case $each in
    jre) image tributary-jre:17 ca-certificates,openjdk-17-jre-headless LANG=C.UTF-8 ;;
    galera) image tributary-galera-base:10.11 mariadb-server,galera-4,rsync,iproute2 LANG=C.UTF-8 ;;
    *) echo "docker: no image '$each': jre, galera" >&2; exit 2 ;;
  esac
done

#!/usr/bin/env bash
# Makes tributary-jre:17, a base image with Java 17, from Debian packages alone: for machines without a registry.
# Does nothing if it is there. Needs root, mmdebstrap and a Docker engine (docker/engine.sh starts one).
set -euo pipefail
docker image inspect tributary-jre:17 >/dev/null 2>&1 && exit 0
command -v mmdebstrap >/dev/null || { echo "docker: mmdebstrap is not installed" >&2; exit 1; }
tar=$(mktemp --suffix=.tar)
trap 'rm -f "$tar"' EXIT
# Java's package wants /usr/share/man/man1, which the excluded paths take away.
mmdebstrap -q --variant=minbase --include=ca-certificates,openjdk-17-jre-headless \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
  --essential-hook='mkdir -p "$1/usr/share/man/man1"' \
  bookworm "$tar" "${DEBIAN_SOURCES:-/etc/apt/sources.list.d/debian.sources}"
docker import --change 'ENV LANG=C.UTF-8' "$tar" tributary-jre:17 >/dev/null

#!/usr/bin/env bash
# Starts and stops a Docker engine of its own in a directory, where none is running. Needs root and dockerd.
#   docker/engine.sh up|down DIR      then: export DOCKER_HOST=unix://DIR/docker.sock
set -euo pipefail
action=${1:?up or down} dir=${2:?directory}
export DOCKER_HOST=unix://$dir/docker.sock
case $action in
  up)
    mkdir -p "$dir"
    docker version >/dev/null 2>&1 && exit 0
    command -v dockerd >/dev/null || { echo "docker: dockerd is not installed" >&2; exit 1; }
    setsid nohup dockerd --host "$DOCKER_HOST" --data-root "$dir/data" --exec-root "$dir/exec" \
      --pidfile "$dir/docker.pid" --exec-opt native.cgroupdriver=cgroupfs >"$dir/dockerd.log" 2>&1 </dev/null &
    for _ in $(seq 1 120); do
      docker version >/dev/null 2>&1 && exit 0
      sleep 0.5
    done
    tail -3 "$dir/dockerd.log" >&2
    exit 1
    ;;
  down)
    [ -f "$dir/docker.pid" ] || exit 0
    pid=$(cat "$dir/docker.pid")
    kill "$pid" 2>/dev/null || exit 0
    for _ in $(seq 1 60); do
      kill -0 "$pid" 2>/dev/null || exit 0
      sleep 0.5
    done
    kill -9 "$pid" 2>/dev/null || true
    ;;
  *) echo "usage: docker/engine.sh up|down DIR" >&2; exit 2 ;;
esac

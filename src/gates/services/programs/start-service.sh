#!/bin/sh
# One service, in a folder of its own; waited for until it is ready. `fail`, `top` and `pids` are with-services.sh's.
service='__NAME__'
for need in '__NEEDS__'; do command -v "$need" >/dev/null 2>&1 || fail "$service" "missing $need"; done
mkdir "$top/$service"
( DIR="$top/$service"; export DIR; cd "$DIR"; eval '__COMMAND__' ) >"$top/$service.log" 2>&1 </dev/null &
pid=$!; pids="$pids $pid"; tries=0
until ( __READY__ ) >/dev/null 2>&1; do
  kill -0 "$pid" 2>/dev/null || fail "$service" ended
  tries=$((tries + 1)); [ "$tries" -lt __TRIES__ ] || fail "$service" late
  sleep 0.1
done

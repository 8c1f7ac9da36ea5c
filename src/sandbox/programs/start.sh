#!/bin/sh
# Outside: caps what the kernel counts per process, then becomes bubblewrap. The options come through a file, not the
# command line, which everything inside can read in /proc/1/cmdline. `$0` bubblewrap, `$1` options, `$2` filter,
# `$3` bubblewrap's report, `$4` the report of what was left running, `$5` memory in KiB, `$6` file size in 512 bytes.
options=$1 filter=$2 status=$3 left=$4
ulimit -c 0; ulimit -d "$5"; ulimit -f "$6"
shift 6
exec "$0" --args 3 -- "$@" 3<"$options" 4<"$filter" 5>"$status" 9>"$left"

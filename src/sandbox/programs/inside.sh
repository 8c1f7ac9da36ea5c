#!/bin/sh
# Inside, around the program: the number of processes is capped here, where only this sandbox's are counted; and what
# outlives the program is counted before it is killed with the rest. The program is looked for here and not by the
# shell, to which `eval` and `exit` are programs too. `$0` a name for messages, `$1` processes, `$2` the program.
ulimit -u "$1" 2>/dev/null || ulimit -p "$1"
name=$2 program=
shift 2
case $name in
  */*) program=$name ;;
  *) set -f; IFS=:
    for folder in $PATH; do if [ -f "$folder/$name" ] && [ -x "$folder/$name" ]; then program=$folder/$name; break; fi; done
    set +f; unset IFS ;;
esac
if ! [ -f "$program" ] || ! [ -x "$program" ]; then echo "$0: cannot start $name" >&2; exit 127; fi
"$program" "$@" 9>&-
code=$?
set -- /proc/[0-9]*
if [ $# -gt 2 ]; then sleep 0.05; set -- /proc/[0-9]*; echo $(($# - 2)) >&9; fi
exit $code

#!/bin/sh
# Before start.sh: closes the files Assay itself was given open by whoever started it, which would be open inside as well.
# A plain sh can name only those below ten; for the others, which are rare, bash does it (without --norc it reads the
# person's .bashrc when its input is a socket, as Node's pipes are). `$1` what bash is to run.
bash=$1
shift
exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
for file in /proc/self/fd/*; do
  case ${file##*/} in ?) ;; *) exec bash --norc --noprofile -c "$bash" "$0" "$@" ;; esac
done

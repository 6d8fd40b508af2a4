# Sourced by whatever starts Node for a user. Node keeps what it has compiled, TypeScript without its types included,
# for the next start: half of the processor time of a short command. The folder is the user's own, as a checkout may be
# read-only and whoever can write to the cache decides what runs. Where Node cannot write, it compiles anew each time.
if [ -z "${NODE_COMPILE_CACHE+set}" ] && [ -n "${XDG_CACHE_HOME:-${HOME:-}}" ]; then
  export NODE_COMPILE_CACHE="${XDG_CACHE_HOME:-$HOME/.cache}/solano/node"
fi

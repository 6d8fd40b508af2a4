# Sourced by scripts of tools/install and tools/generate, with the root of the checkout as the working directory.
#   lock NAME         waits until this process alone holds NAME; given up by unlock, or when the script exits
#   hold NAME TITLE   notes that this process, and what it becomes by exec, uses NAME until it ends
#   holders NAME      says who uses NAME: `process 123 (npm run start)`, one a line
#   sha256            digest of the standard input
#
# The lock is a symbolic link to the name of its holder: made in one step, with its content. It lies outside
# node_modules, which `npm ci` empties. No flock here: macOS has none, and children of a killed holder would inherit it.

sha256() {
  if command -v sha256sum >/dev/null 2>&1; then sha256sum; else shasum -a 256; fi | cut -d ' ' -f 1
}

# A process id alone may be in use again after a reboot or in a new container: where /proc exists, the
# time at which the process started is a part of its name. A zombie has none, and so counts as gone.
name_of_process() {
  echo "$1.$(sed -n 's/.*) [^ZX] //p' "/proc/$1/stat" 2>/dev/null | cut -d ' ' -f 19)"
}

is_running() {
  [ "$(name_of_process "${1%%.*}")" = "$1" ] || return 1
  [ -e "/proc/${1%%.*}" ] || kill -0 "${1%%.*}" 2>/dev/null
}

lock() {
  lock_path=.cache/$1.lock
  mkdir -p .cache
  waiting=
  until ln -s "$(name_of_process $$)" "$lock_path" 2>/dev/null; do
    holder=$(readlink "$lock_path") || holder=
    if [ -z "$holder" ]; then
      # Given up between the two commands above, or this folder cannot be written to.
      [ -w .cache ] || { echo "solano: cannot write to $PWD/.cache" >&2; exit 1; }
    elif ! is_running "$holder"; then
      remove_stale_lock "$holder"
      continue
    elif [ -z "$waiting" ]; then
      waiting=yes
      echo "Waiting for another run of $1 (process ${holder%%.*}) …" >&2
    fi
    sleep 0.2 2>/dev/null || sleep 1
  done
  trap unlock EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
}

unlock() {
  rm -f "$lock_path"
  trap - EXIT INT TERM
}

# One waiter at a time, and only while the dead holder still has it: else a second waiter might
# remove the lock that the first one has just taken.
remove_stale_lock() {
  if mkdir "$lock_path.stale" 2>/dev/null; then
    [ "$(readlink "$lock_path")" != "$1" ] || rm -f "$lock_path"
    rmdir "$lock_path.stale"
  else
    find "$lock_path.stale" -prune -mmin +1 -exec rmdir {} \; 2>/dev/null || true
    sleep 0.2 2>/dev/null || sleep 1
  fi
}

# Of a holder that was killed the note stays, and is removed by the next who looks.
hold() {
  mkdir -p ".cache/$1.holders" 2>/dev/null && [ -w ".cache/$1.holders" ] || return 0 # nor can an installer write here
  holders "$1" >/dev/null
  printf '%s\n' "$2" >".cache/$1.holders/$(name_of_process $$)"
}

holders() {
  for note in ".cache/$1.holders"/*; do
    [ -e "$note" ] || continue
    holder=${note##*/}
    if is_running "$holder"; then
      echo "process ${holder%%.*} ($(cat "$note"))"
    else
      rm -f "$note"
    fi
  done
}

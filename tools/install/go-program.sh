# Sourced by scripts in this folder, with the root of the checkout as the working directory.
#   go_program NAME VERSION PACKAGE PURPOSE
#       prints the path of a program that tests need: that on PATH, else the version of the Go package, built once

say() {
  echo "solano: $*" >&2
}

go_program() {
  command -v "$1" && return
  binary=$PWD/.cache/$1-$2/$1
  [ -x "$binary" ] || lock "install-$1"
  [ -x "$binary" ] || build_go_program "$@"
  echo "$binary"
}

build_go_program() {
  if ! command -v go >/dev/null; then
    say "the tests need $4: install $1 $2, or Go 1.25 or later to build it"
    exit 1
  fi
  say "building $1 $2, $4 for the tests, once (some minutes) ..."
  # Nothing but Go's own caches is written elsewhere; the name appears when the program is whole.
  part=$PWD/.cache/$1-$2.part
  rm -rf "$part"
  log=$(
    CGO_ENABLED=0 GOFLAGS=-buildvcs=false GOBIN=$part \
      go install -trimpath -ldflags '-s -w' "$3@$2" 2>&1 </dev/null
  ) || {
    say "$1 $2 cannot be built, install it: $(printf '%s\n' "$log" | grep -v ': downloading ' | tail -n 1)"
    exit 1
  }
  mkdir -p "${binary%/*}"
  mv "$part/$1" "$binary"
  rmdir "$part"
}

# Sourced by scripts in this folder, with the root of the checkout as the working directory.
#   go_program NAME VERSION PACKAGE PURPOSE [FLAG ...]
#       prints the path of a program that tests need: that on PATH, else the version of the Go package, built once
#       (with further flags of `go install`)

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
  name=$1 version=$2 package=$3 purpose=$4
  shift 4
  say "building $name $version, $purpose for the tests, once (some minutes) ..."
  # Nothing but Go's own caches is written elsewhere; the name appears when the program is whole.
  part=$PWD/.cache/$name-$version.part
  rm -rf "$part"
  log=$(
    CGO_ENABLED=0 GOFLAGS=-buildvcs=false GOBIN=$part \
      go install -trimpath -ldflags '-s -w' "$@" "$package@$version" 2>&1 </dev/null
  ) || {
    say "$name $version cannot be built, install it: $(printf '%s\n' "$log" | grep -v ': downloading ' | tail -n 1)"
    exit 1
  }
  mkdir -p "${binary%/*}"
  mv "$part/$name" "$binary"
  rmdir "$part"
}

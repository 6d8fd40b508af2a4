{{- define "solano.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{/* The labels by which the pods of a part are found: (list . "api"). */}}
{{- define "solano.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: {{ $root.Chart.Name }}
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "solano.labels" -}}
{{- $root := index . 0 -}}
{{ include "solano.selector" . }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version }}
{{- end }}

{{/* The variables of both processes, as texts: of numbers those of JSON. The chart's own come last: the ports and probes rest on them. */}}
{{- define "solano.settings" -}}
{{- $own := dict "HOST" "0.0.0.0" "PORT" "3000" "METRICS_ADDRESS" "0.0.0.0:9464" "NODE_ENV" "production" -}}
{{- $standard := dict -}}
{{- if .Values.settings.TEMPORAL_ADDRESS -}}
{{- $_ := set $standard "CALLBACK_URL" (printf "http://%s:3000" (include "solano.name" .)) -}}
{{- end -}}
{{- range $name, $value := .Values.settings -}}
{{- $_ := set $standard $name (kindIs "string" $value | ternary $value (toJson $value)) -}}
{{- end -}}
{{- toYaml (mergeOverwrite $standard $own) -}}
{{- end }}

{{/* A Deployment of one of the two processes: (dict "root" . "part" "api" "values" .Values.api "args" (list) "probes" "..."). */}}
{{- define "solano.deployment" -}}
{{- $name := printf "%s-%s" (include "solano.name" .root) .part -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $name }}
  labels:
    {{- include "solano.labels" (list .root .part) | nindent 4 }}
spec:
  replicas: {{ .values.replicas }}
  # An upgrade starts new processes beside the old ones: the first of them migrates the database.
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  selector:
    matchLabels:
      {{- include "solano.selector" (list .root .part) | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "solano.labels" (list .root .part) | nindent 8 }}
      annotations:
        checksum/settings: {{ include "solano.settings" .root | sha256sum }}
        {{- with .root.Values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      serviceAccountName: {{ include "solano.name" .root }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      # It finishes running work for 10 seconds at most.
      terminationGracePeriodSeconds: 30
      securityContext:
        runAsNonRoot: true
        runAsUser: 10001
        runAsGroup: 10001
        fsGroup: 10001
        seccompProfile: { type: RuntimeDefault }
      {{- with .root.Values.image.pullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: {{ .part }}
          image: "{{ required "image.repository is required: the registry that holds the image" .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          {{- with .args }}
          args:
            {{- toYaml . | nindent 12 }}
          {{- end }}
          envFrom:
            - configMapRef: { name: {{ include "solano.name" .root }} }
            - secretRef: { name: {{ required "secretName is required: a Secret with DATABASE_URL and SECRETS_KEY" .root.Values.secretName }} }
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }
          {{- .process | nindent 10 }}
          resources:
            {{- toYaml .values.resources | nindent 12 }}
          volumeMounts:
            - { name: tmp, mountPath: /tmp }
            {{- if .root.Values.filesSecretName }}
            - { name: files, mountPath: /etc/solano, readOnly: true }
            {{- end }}
      volumes:
        - name: tmp
          emptyDir: { sizeLimit: {{ .root.Values.temporaryFiles }} }
        {{- with .root.Values.filesSecretName }}
        - name: files
          secret: { secretName: {{ . }} }
        {{- end }}
      {{- with .root.Values.topologySpreadConstraints }}
      topologySpreadConstraints:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .root.Values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .root.Values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ $name }}
  labels:
    {{- include "solano.labels" (list .root .part) | nindent 4 }}
spec:
  maxUnavailable: {{ .root.Values.disruptionBudget.maxUnavailable }}
  selector:
    matchLabels:
      {{- include "solano.selector" (list .root .part) | nindent 6 }}
{{- end }}

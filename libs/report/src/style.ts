/** The style of the page: for a screen, and for A4 in black and white. */
export const STYLE = `
@page { size: A4; margin: 12mm; }
:root { color-scheme: light; }
body { margin: 0 auto; padding: 6mm; max-width: 186mm; background: #fff; color: #1c2429;
  font: 9pt/1.35 system-ui, "Segoe UI", "Liberation Sans", Arial, sans-serif; }
h1 { margin: 0; font-size: 18pt; line-height: 1.2; }
h2 { margin: 4.5mm 0 1.5mm; font-size: 12pt; break-after: avoid; }
p, ul { margin: 1mm 0 2mm; }
ul { padding-left: 5mm; }
.whose { font-size: 11pt; overflow-wrap: anywhere; }
.note { color: #3d464d; }
figure { margin: 2mm 0; break-inside: avoid; }
svg { display: block; width: 100%; height: auto; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
thead { display: table-header-group; }
tfoot { display: table-row-group; }
tr { break-inside: avoid; }
th, td { padding: 0.45mm 1.2mm; border-bottom: 0.2mm solid #c5c8c9; text-align: left; vertical-align: bottom; }
th { border-bottom: 0.4mm solid #1c2429; font-weight: 600; }
tfoot td { border-top: 0.4mm solid #1c2429; border-bottom: 0; font-weight: 600; }
td { overflow-wrap: anywhere; }
.number { text-align: right; overflow-wrap: normal; white-space: nowrap; }
th.number { white-space: normal; }
td.key { white-space: nowrap; overflow-wrap: normal; }
.halves { display: flex; gap: 6mm; align-items: flex-start; }
.halves > * { flex: 1 1 0; min-width: 0; }
.halves h2 { margin-top: 2mm; }
.wide { font-size: 7.5pt; line-height: 1.3; }
.wide th, .wide td { padding: 0.35mm 0.8mm; }
.keep { break-inside: avoid; }
@media screen { body { padding: 5mm; } .scroll { overflow-x: auto; } }
@media screen and (max-width: 40em) { .halves { flex-direction: column; } .halves > * { width: 100%; } }
@media print { body { padding: 0; max-width: none; } .page { break-before: page; } .page > h2 { margin-top: 0; } }
`;

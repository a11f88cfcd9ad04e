"""How the class report looks: on a screen, light and dark, and on paper."""

CSS = """
:root { color-scheme: light dark; --ink: #1b1f24; --dim: #57606a; --page: #ffffff; --line: #d0d7de;
  --soft: #f3f5f7; --good: #1a6f37; --warn: #8a5a00; --bad: #b3261e; --link: #0a58b5; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --dim: #a3abb5; --page: #14171b;
  --line: #3a424c; --soft: #1e2329; --good: #6fd08c; --warn: #e9b44c; --bad: #ff8a80;
  --link: #7db8ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 75rem; background: var(--page);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.8rem; margin: 0 0 .5rem; } h2 { font-size: 1.35rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1.05rem; margin: 1.25rem 0 .25rem; }
a { color: var(--link); } p { margin: .25rem 0 .75rem; } .dim { color: var(--dim); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--dim); padding: .25rem 0; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top; }
thead th { background: var(--soft); white-space: nowrap; vertical-align: bottom; }
td.number, th.number { text-align: right; white-space: nowrap; }
.right { color: var(--good); } .warnings { color: var(--warn); } .faults { color: var(--bad); }
th.up { vertical-align: bottom; padding: .4rem .2rem; }
th.up span { writing-mode: vertical-rl; transform: rotate(180deg); font-weight: 500; }
.verdict { font-weight: 600; white-space: nowrap; }
.student { border-top: 2px solid var(--line); margin-top: 2rem; }
.finding { border-left: .25rem solid var(--bad); background: var(--soft); margin: .75rem 0;
  padding: .6rem .9rem; display: flex; gap: 1.25rem; flex-wrap: wrap; }
.finding.warn { border-color: var(--warn); }
.finding > div { flex: 1 1 22rem; min-width: 0; }
.finding dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0 .9rem;
  margin: .25rem 0; }
dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; }
code, pre { font: .9em/1.45 ui-monospace, monospace; }
pre { margin: .35rem 0 0; padding: .35rem .6rem; border: 1px solid var(--line); overflow-x: auto;
  white-space: pre-wrap; overflow-wrap: anywhere; }
.board { flex: none; align-self: flex-start; border-collapse: collapse; }
.board td { width: 1.9rem; height: 1.9rem; padding: 0; border: 1px solid var(--dim);
  text-align: center; vertical-align: middle; font-weight: 600; line-height: 1; }
.board td:empty::after { content: "\\00a0"; }
@media print { :root { color-scheme: light; --ink: #000; --dim: #444; --page: #fff; --line: #bbb;
  --soft: #f5f5f5; --good: #14532d; --warn: #6b4700; --bad: #8f1d17; --link: #000; }
  body { padding: 0; max-width: none; font-size: 10pt; } a { text-decoration: none; }
  .wide { overflow: visible; }
  .student { break-before: page; border: 0; margin: 0; } .finding, tr { break-inside: avoid; }
  .classtable { font-size: 8pt; } .classtable th, .classtable td { padding: .15rem .35rem; }
  .back { display: none; } }
"""

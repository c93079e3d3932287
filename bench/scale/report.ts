import type { Check } from './checks.ts'
import type { Costs } from './costs.ts'
import type { LogBook } from './log-lines.ts'
import type { PhaseResult } from './phases.ts'

/** By how much another node may increase the cost of an answer. */
const MOST_DEARER = 1.1
const MOST_LOG_LINES = 40

/** The tables of the report, as Markdown. */
export function printReport(input: {
  costs: Costs
  phases: readonly PhaseResult[]
  checks: readonly Check[]
  logs: LogBook
}): string {
  const { costs, phases, checks, logs } = input
  const lines = logs.summary()
  return [
    '## Under faults',
    table(
      [
        'phase',
        'responses',
        'failed tries',
        'p50',
        'p99',
        'slowest',
        'last failure after',
        'streams down',
      ],
      phases.map((phase) => [
        phase.name,
        phase.answers.toLocaleString('en'),
        inWords(phase.failures),
        ...[phase.p50, phase.p99, phase.slowest].map((ms) => `${Math.round(ms)} ms`),
        ...[phase.recoverySeconds, phase.streamGap].map((seconds) => `${seconds.toFixed(1)} s`),
      ]),
    ),
    '## Costs',
    table(
      ['nodes', 'µs of node CPU per response', 'relative to one node', 'statements per response'],
      costs.cpuPerAnswer.map((cpu, index) => [
        String(index + 1),
        Math.round(cpu).toLocaleString('en'),
        (cpu / (costs.cpuPerAnswer[0] ?? Number.NaN)).toFixed(2),
        (costs.statementsPerAnswer[index] ?? Number.NaN).toFixed(2),
      ]),
    ),
    table(
      ['what', 'cost'],
      [
        ['a change, at each node that receives it', `${Math.round(costs.listenPerChange)} µs`],
        ['a change, in PostgreSQL, for all nodes', `${Math.round(costs.notifyPerChange)} µs`],
        [
          'an idle node',
          `${costs.idle.statements.toFixed(1)} statements and ${(costs.idle.cpu * 1_000).toFixed(1)} ms of processor time a second`,
        ],
        ...costs.statements.map(({ call, count }) => [call, `${count.toFixed(1)} statements`]),
      ],
    ),
    '## Checks',
    table(
      ['check', 'what', 'passed'],
      checks.map(({ name, what, findings }) => [
        name,
        what,
        findings.length === 0 ? 'yes' : `NO: ${findings.join(' ')}`,
      ]),
    ),
    `## Logged as a warning or worse, by the nodes (${lines.length} kinds)`,
    lines
      .slice(0, MOST_LOG_LINES)
      .map(({ text, count }) => `${count} × ${text}`)
      .join('\n') || 'nothing',
  ].join('\n\n')
}

/** All findings that make the proof fail. */
export function findingsOf(input: {
  costs: Costs
  phases: readonly PhaseResult[]
  checks: readonly Check[]
}): string[] {
  const { costs, phases, checks } = input
  const [one = Number.NaN, ...more] = costs.cpuPerAnswer
  return [
    ...phases.flatMap(({ name, findings }) => findings.map((finding) => `${name}: ${finding}`)),
    ...checks.flatMap(({ findings }) => findings),
    ...more.flatMap((cpu, index) =>
      cpu / one <= MOST_DEARER
        ? []
        : [`An answer costs ${(cpu / one).toFixed(2)} times as much with ${index + 2} nodes.`],
    ),
  ]
}

function inWords(failures: ReadonlyMap<number, number>): string {
  if (failures.size === 0) return '0'
  return [...failures]
    .map(([status, count]) => `${count} × ${status === 0 ? 'no answer' : status}`)
    .join(', ')
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n')
}

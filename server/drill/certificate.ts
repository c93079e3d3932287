import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { timeInName } from '#server/local-files.ts'

/** One test of the restored site. */
export interface DrillStep {
  title: string
  /** `skipped` if the backup contains nothing to test. */
  outcome: 'passed' | 'failed' | 'skipped'
  /** Contains no names and no members' words. */
  detail: string
}

export interface DrillReport {
  archive: string
  /** When the backup was made. All instants here are ISO 8601. */
  backupMadeAt: string
  startedAt: string
  isPassed: boolean
  /** Seconds from the start until the restored site answered; null if it never did. */
  recoverySeconds: number | null
  steps: DrillStep[]
}

/** How many drills are kept. */
const MOST_KEPT = 24
const NAME = /^drill-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.(json|txt)$/

/** Writes the report as JSON and as text, and returns the path of the text. */
export async function writeCertificate(folder: string, report: DrillReport): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `drill-${timeInName(new Date(report.startedAt))}Z`
  const path = join(folder, name)
  await writeFile(`${path}.json`, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 })
  await writeFile(`${path}.txt`, certificateText(report), { mode: 0o600 })
  const names = (await readdir(folder)).filter((each) => NAME.test(each)).sort()
  for (const old of names.slice(0, -2 * MOST_KEPT)) await rm(join(folder, old), { force: true })
  return `${path}.txt`
}

export function certificateText(report: DrillReport): string {
  const { isPassed, archive, backupMadeAt, startedAt, recoverySeconds, steps } = report
  const width = Math.max(...steps.map(({ title }) => title.length)) + 2
  const lines = steps.map(
    ({ title, outcome, detail }) => `  ${outcome.padEnd(9)}${title.padEnd(width)}${detail}`,
  )
  return `Restore drill of ${dateText(startedAt)}: ${isPassed ? 'PASSED' : 'FAILED'}

The backup ${archive}, made ${dateText(backupMadeAt)}, was restored beside the site and used.
${
  recoverySeconds === null
    ? 'The restored site never answered.'
    : `Recovery time: ${timeText(recoverySeconds)} from the start until the site answered.`
}

${lines.join('\n')}
`
}

function dateText(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`
}

function timeText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return minutes === 0 ? `${seconds} seconds` : `${minutes} min ${seconds % 60} s`
}

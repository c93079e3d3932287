import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

interface StartCommand {
  environment: Record<string, string>
  /** Flags for Node. */
  flags: string[]
  /** The path of the program. */
  program: string
}

/**
 * Reads the command of `npm start` from `package.json`, so that tests and benchmarks use the same
 * memory limits.
 */
export function startCommand(): StartCommand {
  // Our own package file.
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  const [, settings, words] = /^exec env ((?:\w+=\S+ )+)node (.*)$/.exec(scripts.start) ?? []
  if (!settings || !words?.includes('--max-old-space-size=')) {
    throw new Error('`npm start` does not limit its memory.')
  }
  const flags = words.split(' ')
  const program = join(ROOT, flags.pop() ?? '')
  const pairs = settings
    .trim()
    .split(' ')
    .map((setting) => setting.split('='))
  return { environment: Object.fromEntries(pairs), flags, program }
}

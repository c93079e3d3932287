import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** The flags of Node in `npm start`. */
export function startFlags(): string[] {
  // Our own package file.
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  const flags = scripts.start.split(' ').filter((part) => part.startsWith('--'))
  if (!flags.some((flag) => flag.startsWith('--max-old-space-size='))) {
    throw new Error('`npm start` does not limit its memory.')
  }
  return flags
}

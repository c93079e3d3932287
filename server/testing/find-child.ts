import { readdir, readFile } from 'node:fs/promises'

/**
 * The child of a process whose command line contains `command`; undefined if there is none or the
 * system has no `/proc`.
 */
export async function findChild(parent: number, command: string): Promise<number | undefined> {
  const names = await readdir('/proc').catch(() => [])
  for (const name of names.filter((one) => /^\d+$/.test(one))) {
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '')
    if (Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) !== parent) continue
    const line = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    if (line.includes(command)) return Number(name)
  }
  return undefined
}

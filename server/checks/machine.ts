import { type Check, failed, ok, type Verdict, warning, worstOf } from './check.ts'
import type { DiskSpace, MemoryUse } from './probes.ts'
import { bytesInWords, percent } from './words.ts'

const GB = 1024 ** 3

/** `place` completes "free on the disk of …". */
export function judgeDisk(
  place: string,
  { freeBytes, totalBytes, freeFilesShare }: DiskSpace,
): Verdict {
  const share = freeBytes / totalBytes
  const finding = `${bytesInWords(freeBytes)} (${percent(share)}) is free on the disk of ${place}.`
  const advice = {
    finding,
    meaning: 'When the disk is full, nobody can post, upload or sign in, and backups stop.',
    action:
      'Delete what you don’t need on that disk, such as old logs, or give the server a larger one.',
  }
  if (freeFilesShare !== undefined && freeFilesShare < 0.05) {
    return failed({
      ...advice,
      finding: `The disk of ${place} can hold almost no more files (${percent(freeFilesShare)} of its inodes are free).`,
    })
  }
  if (freeBytes < 0.5 * GB || (share < 0.05 && freeBytes < 5 * GB)) return failed(advice)
  if (freeBytes < 2 * GB || (share < 0.1 && freeBytes < 20 * GB)) return warning(advice)
  return ok(finding)
}

export function judgeMemory({ availableBytes, totalBytes, heapShare }: MemoryUse): Verdict {
  const share = availableBytes / totalBytes
  const finding = `${bytesInWords(availableBytes)} of ${bytesInWords(totalBytes)} memory is available.`
  const machine = {
    finding,
    meaning: 'Without memory, the system ends programs, often the database first.',
    action: 'Stop other programs on this machine, or give it more memory.',
  }
  const heap = {
    finding: `The server uses ${percent(heapShare)} of the memory it’s allowed to use.`,
    meaning: 'The site gets slow, and the server stops when nothing is left.',
    action:
      'Raise the limit as “Memory” in the operations guide describes, then restart the server.',
  }
  if (share < 0.04) return failed(machine)
  if (heapShare > 0.95) return failed(heap)
  if (share < 0.08) return warning(machine)
  if (heapShare > 0.85) return warning(heap)
  return ok(finding)
}

export const MACHINE_CHECKS: readonly Check[] = [
  {
    name: 'disk',
    title: 'Disk space',
    run: async ({ config, probes }) => {
      const backups = config.backup?.address
      const places: [string, string | undefined][] = [
        ['the data folder', config.dataDir],
        ['the backups', backups?.provider === 'folder' ? backups.path : undefined],
      ]
      const verdicts: Verdict[] = []
      for (const [place, path] of places) {
        const space = path && (await probes.disk(path).catch(() => undefined))
        if (space) verdicts.push(judgeDisk(place, space))
      }
      if (verdicts.length > 0) return worstOf(verdicts)
      return failed({
        finding: 'The data folder doesn’t exist or can’t be read.',
        meaning: 'The server can’t start without it.',
        action: 'Check DATA_DIR, and that the user the server runs as may open that folder.',
      })
    },
  },
  { name: 'memory', title: 'Memory', run: async ({ probes }) => judgeMemory(probes.memory()) },
]

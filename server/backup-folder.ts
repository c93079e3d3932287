import { realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { isMissing } from './local-files.ts'

/** Folders of the operating system, with everything in them. */
const OF_THE_SYSTEM = [
  '/bin',
  '/boot',
  '/dev',
  '/etc',
  '/lib',
  '/lib32',
  '/lib64',
  '/proc',
  '/sbin',
  '/sys',
  '/usr',
]
/** Folders that other programs share. A folder in them is fine. */
const SHARED = ['/', '/home', '/media', '/opt', '/root', '/run', '/srv', '/tmp', '/var']

const PROGRAM = resolve(import.meta.dirname, '..')

/**
 * Why backups can't be stored in a folder, as the rest of a sentence about it; undefined if they
 * can. Symbolic links are followed.
 */
export function refuseBackupFolder(
  text: string,
  { dataDir }: { dataDir: string },
): string | undefined {
  if (/^[a-z][\w+.-]*:\/\//i.test(text)) {
    return 'must be a folder such as /mnt/backups/folx, or begin with s3://. Other addresses aren’t supported.'
  }
  if (!isAbsolute(text)) {
    return 'must be a whole path such as /mnt/backups/folx, without ~ or a relative start.'
  }
  const path = realPath(text)
  if (isWithin(path, realPath(dataDir))) {
    return 'must not be inside the data folder: whatever destroys the site would destroy its backups, too. Choose a folder on another disk.'
  }
  if (isWithin(path, realPath(PROGRAM))) {
    return 'must not be inside the folder of the program, which an update may replace. Choose a folder on another disk.'
  }
  const ofTheSystem = OF_THE_SYSTEM.find((folder) => isWithin(path, realPath(folder)))
  // A site that is only tried out may keep all of its folders in memory.
  if (ofTheSystem && !isWithin(path, realPath(tmpdir()))) {
    return `must not be in ${ofTheSystem}, which belongs to the operating system. Choose a folder on another disk, such as /mnt/backups/folx.`
  }
  if (SHARED.some((folder) => path === realPath(folder))) {
    return 'must be a folder for backups only, such as /mnt/backups/folx.'
  }
  return undefined
}

/** Whether a folder, or the nearest existing one above it, is on the same disk as another one. */
export function isOnSameDisk(one: string, other: string): boolean {
  return diskOf(one) === diskOf(other)
}

function diskOf(path: string): number {
  return statSync(existingPart(path)).dev
}

function existingPart(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return dirname(path) === path ? path : existingPart(dirname(path))
  }
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === '' || !(isAbsolute(way) || /^\.\.([/\\]|$)/.test(way))
}

/** The path without symbolic links, whether or not the folder exists. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    // Writing there shows whatever else is wrong with it.
    if (dirname(path) === path) return path
    const isThere = !isMissing(error) && !isNoFolder(error)
    return isThere ? path : join(realPath(dirname(path)), basename(path))
  }
}

function isNoFolder(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOTDIR'
}

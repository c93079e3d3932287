import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * Environment for a child process that gets nothing else from this one: the cache of compiled
 * modules, if this process has one. It halves the processor time of a start.
 */
export function compileCacheOf(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir()
  // Node adds a folder with its version to the configured one.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

import { rm } from 'node:fs/promises'
import { prepareDataDir } from './site.ts'

/** Prepares a data folder that each site copies, and removes it after the last test. */
export default async function prepareSites(): Promise<() => Promise<void>> {
  const dataDir = await prepareDataDir()
  process.env.TEMPLATE_DIR = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}

import { existsSync } from 'node:fs'

/** Loads `.env` into the environment, if there is one. Variables that are already set win. */
export function loadEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}

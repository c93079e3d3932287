import { existsSync } from 'node:fs'

/** Reads `.env` into the environment where there is one; what is set already wins. */
export function loadEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}

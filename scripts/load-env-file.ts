import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { isMissing } from '#server/local-files.ts'
import { StartError } from '#server/start-error.ts'

/** Loads `.env` into the environment, if there is one. Variables that are already set win. */
export function loadEnvFile(): void {
  Object.assign(process.env, { ...parseEnv(readEnvFile()), ...process.env })
}

function readEnvFile(): string {
  try {
    // Unlike `process.loadEnvFile`, the decoder removes the byte order mark that some editors write.
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync('.env'))
  } catch (cause) {
    if (isMissing(cause)) return ''
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(
      `The file .env cannot be read (${reason}). It must be a text file in UTF-8 that this user may read.`,
      { cause },
    )
  }
}

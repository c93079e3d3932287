import { inspect } from 'node:util'
import { ConfigError } from './config.ts'
import { connectionProblem } from './db/connection-problem.ts'
import { StartError } from './start-error.ts'
import { stopSignal } from './stop-signal.ts'

/** Prints a message for the operator at the terminal; everything else goes to the log. */
export function say(message: string): void {
  process.stderr.write(`\n${message}\n`)
}

/** Ends a program that could not start: with 0 if it was asked to stop, otherwise reported, with 1. */
export function exitEarly(error: unknown): never {
  if (!stopSignal.aborted) reportFailure(error)
  process.exit(stopSignal.aborted ? 0 : 1)
}

/** Prints a sentence for the operator, with a stack only for unexpected errors. */
export function reportFailure(error: unknown): void {
  say(sentenceOf(error) ?? inspect(error))
}

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof ConfigError) return `Configuration: ${error.message}`
  if (error instanceof StartError) return error.message
  const problem = connectionProblem(error)
  if (problem) return `The connection to the database was lost: ${problem}`
  return fileProblem(error)
}

/** The advice about a file that can't be used, by Node's error code. */
const FILE_ADVICE: Record<string, string> = {
  EACCES: 'Let the user that runs the server read and write it.',
  EPERM: 'Let the user that runs the server read and write it.',
  EROFS: 'Make the disk writable, or use another folder.',
  ENOSPC: 'Make room on the disk.',
  EDQUOT: 'Make room on the disk.',
  EEXIST: 'A file is in the place of a folder. Move it away.',
  ENOTDIR: 'A file is in the place of a folder. Move it away.',
  EISDIR: 'A folder is in the place of a file. Move it away.',
}

function fileProblem(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined
  const advice = FILE_ADVICE[String(error.code)]
  // Node's message names the file: "EACCES: permission denied, open '/data/tmp'".
  return advice && `A file or folder cannot be used (${error.message}). ${advice}`
}

import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { StartError } from '#server/start-error.ts'
import { interrupted } from './database-url.ts'
import { loadEnvFile } from './load-env-file.ts'

interface Command<Options extends ParseArgsOptionsConfig> {
  help: string
  options?: Options
  /** Whether the command takes words besides options, such as a username. */
  takesWords?: boolean
  /** The exit code for invalid arguments. */
  wrongCall?: number
}

/**
 * Parses a command's arguments. Exits with 0 after printing the help for `--help`, and with
 * `wrongCall` after naming an unknown option.
 */
export function readCommandLine<const Options extends ParseArgsOptionsConfig>({
  help,
  options,
  takesWords = false,
  wrongCall = 2,
}: Command<Options>) {
  try {
    const { values, positionals } = parseArgs({
      options: { ...(options as Options), help: { type: 'boolean', short: 'h' } },
      allowPositionals: takesWords,
    })
    if (!('help' in values && values.help)) return { values, words: positionals }
    console.log(help)
    process.exit(0)
  } catch (error) {
    if (!(error instanceof TypeError && 'code' in error)) throw error
    console.error(`${error.message}\n\n${help}`)
    process.exit(wrongCall)
  }
}

/** Ends a command with an error, the help if given, and exit code 2. */
export function fail(sentence: string, help?: string): never {
  console.error(help ? `${sentence}\n\n${help}` : sentence)
  process.exit(2)
}

/** Runs a command with the variables of `.env`. A `StartError` ends it with its sentence and 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    loadEnvFile()
    await work()
  } catch (error) {
    // The signal is about to end the process.
    if (interrupted.aborted) return await new Promise(() => {})
    if (!(error instanceof StartError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

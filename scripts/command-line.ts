import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

interface Command<Options extends ParseArgsOptionsConfig> {
  help: string
  options?: Options
  /** Whether words beside the options are taken, such as a username. */
  takesWords?: boolean
  /** The exit code of a wrong call. */
  wrongCall?: number
}

/**
 * What a command was called with. Ends the process with 0 after printing the help that was asked
 * for, and with `wrongCall` after naming an option that the command doesn't know.
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

/** The one word of a command that is about one member. Ends the process as `readCommandLine` does. */
export function readUsername(help: string): string {
  const { words } = readCommandLine({ help, takesWords: true })
  const [username, ...rest] = words
  if (username && rest.length === 0) return username
  return fail(`Name one member by their username.\n\n${help}`)
}

/** Ends a command that lacks something. */
export function fail(sentence: string): never {
  console.error(sentence)
  process.exit(2)
}

import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import type { Plugin } from 'vite'
import { z } from 'zod'

const SCHEMAS = '?schemas'
const USES_ZOD = /^import \{ z \} from 'zod'$|\bdefineEndpoint\(\{/m

/** The parts of an endpoint that pages use. */
const Call = z.object({
  method: z.string(),
  path: z.string().startsWith('/api/'),
  who: z.string(),
  paged: z.literal(true).optional(),
})
const Calls = z.record(z.string(), Call)

/**
 * Splits each contract file that has schemas or endpoints, for the pages. Tables of endpoints become
 * data: method, path, who and whether the answer is paged. Other data stays. Schemas and functions
 * move to their own module, which loads zod; only forms that validate something load it.
 */
export function contractForPages(): Plugin {
  return {
    name: 'contract-for-pages',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\/contract\/[a-z-]+\.ts\?schemas$/ },
      handler: (id) => id,
    },
    load: {
      filter: { id: /\/contract\/[a-z-]+\.ts\?schemas$/ },
      handler: async (id) => {
        const code = await readFile(id.slice(0, -SCHEMAS.length), 'utf8')
        return {
          code: `import '#web/lib/zod-without-eval.ts'\n${code}`,
          moduleSideEffects: false,
        }
      },
    },
    transform: {
      filter: { id: /\/contract\/[a-z-]+\.ts$/ },
      handler: async (code, id) =>
        USES_ZOD.test(code)
          ? { code: await splitModule(id), map: null, moduleSideEffects: false }
          : null,
    },
  }
}

/** @returns the code that replaces a contract file */
export async function splitModule(path: string): Promise<string> {
  const exports: Record<string, unknown> = await import(pathToFileURL(path).href)
  const lines: string[] = []
  const others: string[] = []
  for (const [name, value] of Object.entries(exports)) {
    const data = dataOf(value)
    if (data === undefined) others.push(name)
    else lines.push(`export const ${name} = ${JSON.stringify(data)}`)
  }
  if (others.length > 0) {
    lines.push(`export { ${others.join(', ')} } from ${JSON.stringify(path + SCHEMAS)}`)
  }
  return lines.join('\n')
}

/** The parts of an exported value that are data. */
function dataOf(value: unknown): unknown {
  const calls = Calls.safeParse(value)
  if (calls.success) return calls.data
  const text: string | undefined = JSON.stringify(value)
  const copy: unknown = text === undefined ? undefined : JSON.parse(text)
  return isDeepStrictEqual(copy, value) ? copy : undefined
}

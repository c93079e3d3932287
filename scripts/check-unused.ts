/**
 * Finds unused files, exports and packages. A value is used if another file imports it, a type if any
 * file names it. Entry points are files that a command or a configuration names.
 */
import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'

const SOURCES = '{contract,server,web,e2e,bench,fuzz,scripts}/**/*.{ts,tsx}'
const CONFIGURATION = ['package.json', '*.config.ts', 'vitest.setup.ts', 'scripts/build-web.ts']
/** Files that are never imported: loaded by a tool, built separately or run by hand. */
const ENTRIES =
  /(\.test\.tsx?|\.spec\.ts|\.d\.ts|testing\/(global-setup|dom)\.ts|scripts\/(make-icons|subset-fonts|check-unused|web-calls)\.ts|app\/entry-(server|client)\.tsx|lib\/calls\.gen\.ts)$/
/** Packages that a command runs or another package loads. */
const TOOLS =
  /^(node|typescript|@biomejs\/biome|tailwindcss|kysely-codegen|@tiptap\/pm|@types\/.+|@fontsource-variable\/.+)$/

interface SourceFile {
  path: string
  text: string
}

const sources = await readAll([SOURCES])
const configuration = await readAll(CONFIGURATION)
const all = [...sources, ...configuration]
const used = new Set<string>()
for (const file of all) collectImports(file)
const problems = [...unusedExports(), ...unusedFiles(), ...(await unusedPackages())]
for (const problem of problems) console.error(problem)
console.log(`${sources.length} files, ${problems.length} unused parts`)
process.exit(problems.length > 0 ? 1 : 0)

async function readAll(patterns: string[]): Promise<SourceFile[]> {
  const files: SourceFile[] = []
  for await (const path of glob(patterns)) {
    if (!path.includes('node_modules')) files.push({ path, text: await readFile(path, 'utf8') })
  }
  return files
}

/** Adds `path`, `path#name` or `path#*` to `used` for each import. */
function collectImports({ path, text }: SourceFile): void {
  const named = /(?:import|export)\s+(?:type\s+)?(?:\w+,\s*)?\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g
  for (const [, names = '', specifier = ''] of text.matchAll(named)) {
    const target = resolveTarget(path, specifier)
    used.add(target)
    for (const name of names.split(',')) {
      used.add(
        `${target}#${
          name
            .trim()
            .replace(/^type\s+/, '')
            .split(/\s+as\s+/)[0]
        }`,
      )
    }
  }
  const whole =
    /(?:import\s*\(\s*|new URL\(\s*|import\s+|import\s+\*\s+as\s+\w+\s+from\s+|import\s+\w+\s+from\s+)['"]([^'"]+)['"]/g
  for (const [, specifier = ''] of text.matchAll(whole)) {
    const target = resolveTarget(path, specifier)
    used.add(target)
    used.add(`${target}#*`)
  }
}

function unusedExports(): string[] {
  const declaration =
    /^export (?:async )?(?:abstract )?(function\*?|const|let|class|interface|type|enum) (\w+)/gm
  const exporting = sources.filter(({ path }) => !ENTRIES.test(path))
  return exporting.flatMap(({ path, text }) =>
    [...text.matchAll(declaration)].flatMap(([, kind = '', name = '']) => {
      if (used.has(`${path}#${name}`) || used.has(`${path}#*`)) return []
      const isType = kind === 'interface' || kind === 'type'
      const uses = text.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0
      if (isType && uses > 1) return []
      return [`${path}: nothing imports ${name}.`]
    }),
  )
}

function unusedFiles(): string[] {
  return sources
    .filter(({ path }) => !ENTRIES.test(path) && !used.has(path) && !isNamed(path))
    .map(({ path }) => `${path}: nothing imports this file.`)
}

/** Whether a command, a configuration or a source file mentions the file's name. */
function isNamed(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return all.some((file) => file.path !== path && file.text.includes(name))
}

async function unusedPackages(): Promise<string[]> {
  const { dependencies, devDependencies } = JSON.parse(await readFile('package.json', 'utf8'))
  return Object.keys({ ...dependencies, ...devDependencies })
    .filter((name) => !TOOLS.test(name) && !isPackageUsed(name))
    .map((name) => `package.json: nothing uses ${name}.`)
}

function isPackageUsed(name: string): boolean {
  const quoted = new RegExp(`['"](?:[^'"\\n]*node_modules/)?${name}(?:['"/])`)
  return all.some(({ path, text }) => path !== 'package.json' && quoted.test(text))
}

function resolveTarget(path: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('/')) return join('web', specifier)
  if (specifier.startsWith('.')) return normalize(join(dirname(path), specifier))
  return specifier
}

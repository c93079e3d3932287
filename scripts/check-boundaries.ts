/**
 * Checks which files import which. Each rule forbids imports from files that match `from` to targets
 * that match `to`; `\1` is the first group of `from`. `why` says where the code belongs.
 */
import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'

interface Rule {
  from: RegExp
  to: string
  why: string
}

const TEST_FILES = /(\.test\.tsx?$|^(server|web)\/testing\/)/

const RULES: Rule[] = [
  {
    from: /^contract\//,
    to: '^(?!contract/|zod$)',
    why: 'The contract imports only zod and itself.',
  },
  {
    from: /^web\//,
    to: '^server/',
    why: 'The browser talks to the server through web/lib/api.ts.',
  },
  { from: /^server\//, to: '^web/', why: 'The server imports nothing from the pages.' },
  {
    from: /^web\//,
    to: '^(node:|pg$|pg-boss$|kysely$|fastify$|@fastify/)',
    why: 'This does not run in a browser.',
  },
  {
    from: /^server\/features\/[^/]+\/(?!([a-z-]+\/)?([a-z-]+-)?routes\.ts$)/,
    to: '^(fastify$|@fastify/)',
    why: 'Only routes see Fastify.',
  },
  {
    from: /^server\/(?!db\/|backup\/|checks\/|drill\/|upgrade\/|features\/|context\.ts$|http\/operations\.ts$|http\/rate-limit\.ts$)/,
    to: '^(kysely$|pg$)',
    why: 'Queries are written in features, server/db, server/backup, server/checks, server/drill and server/upgrade.',
  },
  {
    from: /^server\/features\/.*\/([a-z-]+-)?(routes|policy|present)\.ts$/,
    to: '^(kysely$|pg$)',
    why: 'Routes, permissions and presenters run no queries.',
  },
  {
    from: /^server\/features\/([^/]+)\//,
    to: '^server/features/(?!\\1/)[^/]+/([a-z-]+/)?([a-z-]+-)?(routes|store|policy|present|jobs)\\.ts$',
    why: 'Use another feature through its use cases.',
  },
  {
    from: /^server\/features\//,
    to: '^server/ports/[^/]+/(?!port\\.ts$|sniff\\.ts$)',
    why: 'Features know ports, not adapters; context.ts chooses.',
  },
  {
    from: /^server\/(?!ports\/)/,
    to: '^(nodemailer|resend|svix$|@aws-sdk/|mediabunny|@mediabunny/|stripe|ai$|@ai-sdk/|sharp$|web-push$|werift$|@evan/opus$|livekit-server-sdk$|react$|react-dom)',
    why: 'Vendor packages belong in server/ports/<port>/<adapter>.ts.',
  },
  {
    from: /^server\/(?!http\/|ports\/)/,
    to: '^ws$',
    why: 'Sockets are opened in server/http.',
  },
  {
    from: /^server\/domain\//,
    to: '^server/(?!domain/)',
    why: 'The domain is pure.',
  },
  {
    from: /^server\/domain\//,
    to: '^node:(?!crypto$)',
    why: 'The domain does no input or output.',
  },
  {
    from: /^web\/ui\//,
    to: '^(contract/|web/(?!ui/|lib/))',
    why: 'web/ui could ship in another product.',
  },
]

/** A file of a server feature is named after its use case, never after being shared. */
const DRAWER_FILES = /^([a-z-]+-)?(utils?|helpers?|common|shared|misc|types)$/

/**
 * The floors of `server/features`, lowest first; a feature that no floor names is on the one left
 * empty. A feature imports from its own floor and those below.
 */
const FLOORS: string[][] = [
  ['audit', 'email', 'images', 'notifications', 'private-text', 'review', 'settings'],
  ['accounts', 'address-changes', 'factors', 'joining', 'pseudonyms', 'security-log'],
  [],
  ['account-data', 'desk', 'today'],
]

/** Lists a web feature's files that others may import besides its `queries.ts`, one path per line. */
const PUBLIC_LIST = 'public.txt'

/** Switches and taps that each set one thing, so that a quick second one counts too. */
const TAPS = new Set([
  'web/features/actions/actions-panel.tsx',
  'web/features/actions/checklist.tsx',
  'web/features/notifications/notification-link.tsx',
  'web/features/prayer/prayer-list.tsx',
  'web/features/stories/reaction-bar.tsx',
  'web/features/till/till-desk.tsx',
])

const problems: string[] = []
const publicFiles = await readPublicFiles()
const usedPublicFiles = new Set<string>()
let checked = 0
for await (const path of glob('{contract,server,web}/**/*.{ts,tsx}', { cwd: process.cwd() })) {
  if (path.endsWith('.d.ts')) continue
  checked += 1
  checkName(path)
  if (TEST_FILES.test(path)) continue
  const source = await readFile(path, 'utf8')
  if (path.startsWith('web/') && path !== 'web/lib/calls.gen.ts') checkCalls(path, source)
  if (path.startsWith('web/')) checkSending(path, source)
  for (const target of importsOf(path, source)) checkImport(path, target)
}
for (const target of publicFiles) {
  if (!usedPublicFiles.has(target)) problems.push(`${target}: no other feature uses this file.`)
}
for (const problem of problems) console.error(problem)
console.log(`${checked} files, ${problems.length} boundary problems`)
process.exit(problems.length > 0 ? 1 : 0)

function checkName(path: string): void {
  const match = /^server\/features\/[^/]+\/(?!templates\/)(?:[a-z-]+\/)?([^/]+)\.ts$/.exec(path)
  const name = match?.[1]?.replace(/(\.db)?\.test$/, '')
  if (name && DRAWER_FILES.test(name)) problems.push(`${path}: name the use case.`)
}

/** A form or a button sends once, however often it is pressed. */
function checkSending(path: string, source: string): void {
  if (!/\buseMutation\(/.test(source) || path.startsWith('web/lib/') || TAPS.has(path)) return
  problems.push(`${path} uses useMutation: use useAction, useServerForm or useSending.`)
}

/** Endpoints contain their schemas, and with them zod; pages have their calls without. */
function checkCalls(path: string, source: string): void {
  const value = /^import \{[^}]*(?<!type )\b\w+Endpoints\b[^}]*\} from '#contract/m.exec(source)
  if (value) problems.push(`${path} imports endpoints: use web/lib/calls.gen.ts.`)
}

function checkImport(path: string, target: string): void {
  if (/^(server|web)\/testing\//.test(target)) {
    problems.push(`${path} imports ${target}: only tests may import test helpers.`)
  }
  checkFloors(path, target)
  checkWebFeature(path, target)
  for (const rule of RULES) {
    const match = rule.from.exec(path)
    if (!match) continue
    const to = new RegExp(rule.to.replaceAll('\\1', match[1] ?? ''))
    if (to.test(target)) problems.push(`${path} imports ${target}: ${rule.why}`)
  }
}

function checkFloors(path: string, target: string): void {
  const [from, to] = [floorOf(path), floorOf(target)]
  if (from === undefined || to === undefined || from >= to) return
  problems.push(`${path} imports ${target} from floor ${to + 1}, but is on floor ${from + 1}.`)
}

/** The index of a file's floor; undefined outside `server/features`. */
function floorOf(path: string): number | undefined {
  const [, feature] = /^server\/features\/([^/]+)\//.exec(path) ?? []
  if (!feature) return undefined
  const named = FLOORS.findIndex((floor) => floor.includes(feature))
  return named === -1 ? FLOORS.findIndex((floor) => floor.length === 0) : named
}

function checkWebFeature(path: string, target: string): void {
  const [, from] = /^web\/features\/([^/]+)\//.exec(path) ?? []
  const [, to, file] = /^web\/features\/([^/]+)\/(.+)$/.exec(target) ?? []
  if (!from || !to || from === to || file === 'queries.ts') return
  usedPublicFiles.add(target)
  if (publicFiles.has(target)) return
  problems.push(`${path} imports ${target}: it is not in web/features/${to}/${PUBLIC_LIST}.`)
}

async function readPublicFiles(): Promise<Set<string>> {
  const files = new Set<string>()
  for await (const list of glob(`web/features/*/${PUBLIC_LIST}`)) {
    const lines = (await readFile(list, 'utf8')).split('\n')
    for (const line of lines.filter((text) => text !== '')) files.add(join(dirname(list), line))
  }
  return files
}

/** The targets of a file's imports: package names, or paths from the root for our files. */
function importsOf(path: string, source: string): string[] {
  const pattern = /(?:^|[^\w.])(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g
  return [...source.matchAll(pattern)].map((match) => resolveTarget(path, match[1] ?? ''))
}

function resolveTarget(path: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return normalize(join(dirname(path), specifier))
  return specifier
}

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/*
 * Which modules of the web app share a file. The bundler alone makes one for each set of pages, and
 * on the wire each small file costs a round trip.
 */

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[]; code: string | null } | null
}

interface ChunkGroup {
  name: string | ((id: string, graph: ModuleGraph) => string | null)
  test?: RegExp
  includeDependenciesRecursively: false
}

let base: Set<string> | undefined

/** The one part of Radix that every button has, and what every icon is drawn by. */
const BUTTON_PARTS =
  /node_modules\/(@radix-ui\/react-(slot|compose-refs)|lucide-react\/dist\/esm\/(?!icons|lucide-react|[dD]ynamic))/

/** Not from the start; the index files of libraries import everything, and most of it is left out. */
const LATER =
  /\?schemas$|node_modules\/(zod|radix-ui|@radix-ui|lucide-react)\/|lib\/zod-without-eval\.ts$/

/** What forms check their fields with. */
const FORMS =
  /node_modules\/(zod|react-hook-form|@hookform)\/|contract\/(fields|endpoint|accounts)\.ts\?schemas$|lib\/zod-without-eval\.ts$/

/** Code shared by toasts and dialogs, which every page loads after its first view. */
const LAYERS =
  /node_modules\/@radix-ui\/(primitive|react-(dismissable-layer|portal|presence|primitive|context|id|use-[a-z-]+))\//

/** Dialogs. */
const OVERLAYS =
  /node_modules\/(@radix-ui\/react-(dialog|alert-dialog|focus-scope|focus-guards)|aria-hidden|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|get-nonce|tslib)\/|web\/ui\/(dialog|confirm-dialog-box|focus-return)\.tsx?$/

/** Code shared by the dashboard and the daily page. */
const TODAY =
  /web\/features\/(actions\/(queries|week|week-ring|week-summary)|daily\/queries|live\/queries|moods\/(entry-mood|folded-entry|mood-draft|mood-emoji|mood-grid|mood-labels|queries|recent-moods)|notifications\/(queries|words|notification-link|use-mark-read)|shop\/queries)\.tsx?$/

/** Fields, notices, hooks and calls that most pages share. */
const SHARED =
  /web\/ui\/(card|badge|relative-time|pagination|skeletons?|empty-state|error-state|query-error|query-skeletons|error-notice|confirm-dialog|field|input|textarea|counted|notice|progress)\.tsx?$|web\/lib\/(dates|drafts|outbox|kept-toast|shape|characters-left|use-today|use-community-today|counted)\.tsx?$|web\/features\/live\/(folded|on-air|session-text)\.tsx?$|web\/features\/scripture\/(scripture-text|use-marks)\.tsx$|node_modules\/@tanstack\/|lucide-react\/dist\/esm\/icons\/(x|plus|check|info|circle-[a-z-]+|eye|eye-off|mic|clock|trash|pen-line|chevron-[a-z]+|arrow-left|key-round|sun)\.|contract\/(?!privacy-facts|users|till|email|factors|pseudonyms|security-log|operations|live-room|coaching-dates|joining|scripture|team\.)[a-z-]+\.ts$/

/** Tabs, and the arrow keys in them and in menus. */
const TABS =
  /node_modules\/@radix-ui\/react-(direction|roving-focus|collection|tabs)\/|web\/ui\/tabs\.tsx$/

/** Small parts of pages with something to fill in or to choose. */
const PARTS =
  /web\/ui\/(select|switch|checkbox|radio|disclosure|visually-hidden|chip)\.tsx$|web\/lib\/(use-text-draft|submission-key|sign-in-link|reason-draft|download|start-download|money)\.tsx?$|web\/features\/identity\/identity-check\.tsx$|lucide-react\/dist\/esm\/icons\/(volume-x|undo-2|triangle-exclamation-point|hand|hourglass|copy|download|square|sparkles|hand-heart)\./

/** Code shared by the pages for signing in, registering and the account. */
const ACCOUNTS =
  /web\/features\/accounts\/(account-frame|account-queries|session-draft|sign-in-toast|form-failure|code-digits|code-input|pseudonym|factors\/(queries|passkey-support))\.tsx?$|web\/ui\/password-input\.tsx$|web\/lib\/(time-zone|zone-options)\.tsx?$|contract\/factors\.ts$/

/** Code shared by the sections of the account page, which have addresses of their own. */
const ACCOUNT =
  /web\/features\/accounts\/(self-service-queries|use-change-user|choose-password-form)\.tsx?$|web\/features\/(email\/(queries|mailing-words)|team-messages\/(queries|words))\.ts$|web\/lib\/(push-device|calendar)\.ts$|contract\/(email|email-changes|pseudonyms|security-log)\.ts$|contract\/(factors|notifications)\.ts\?schemas$/

/** Helplines, and the words that show them. */
const CARE =
  /web\/features\/care\/crisis-panel\.tsx$|web\/lib\/crisis-words\.ts$|lucide-react\/dist\/esm\/icons\/(phone|message-circle|heart-handshake|external-link)\./

/** Code shared by lists of stories, their player and the account page. */
const STORIES =
  /web\/features\/stories\/(queries|drafts|dialogs|story-labels|player\/[a-z-]+)\.tsx?$|lucide-react\/dist\/esm\/icons\/(play|pause)\./

/** The room, for members and for hosts. */
const ROOM =
  /web\/features\/live\/(room|room-(socket|state|line|media|microphone|store|pages|queries|toasts)|announcements|dock|media-client|microphone|levels|offers|chime|players|use-announcer)\.tsx?$|web\/features\/stories\/recorder\/(microphone|level-meter|recording-level)\.tsx?$|contract\/live-room\.ts$|lucide-react\/dist\/esm\/icons\/mic-off\./

/** Descriptions of products, and buying them. */
const SHOP = /web\/features\/shop\/(description|shop-labels|use-checkout)\.tsx?$/

export const chunkGroups: ChunkGroup[] = [
  {
    name: 'load',
    test: /vite\/preload-helper|web\/lib\/quick-exit\.ts$/,
    includeDependenciesRecursively: false,
  },
  {
    name: (id, graph) => (isBase(id, graph) ? 'base' : null),
    includeDependenciesRecursively: false,
  },
  { name: 'forms', test: FORMS, includeDependenciesRecursively: false },
  { name: 'layers', test: LAYERS, includeDependenciesRecursively: false },
  { name: 'overlays', test: OVERLAYS, includeDependenciesRecursively: false },
  { name: 'today', test: TODAY, includeDependenciesRecursively: false },
  { name: 'shared', test: SHARED, includeDependenciesRecursively: false },
  { name: 'tabs', test: TABS, includeDependenciesRecursively: false },
  { name: 'parts', test: PARTS, includeDependenciesRecursively: false },
  { name: 'accounts', test: ACCOUNTS, includeDependenciesRecursively: false },
  { name: 'account', test: ACCOUNT, includeDependenciesRecursively: false },
  { name: 'care', test: CARE, includeDependenciesRecursively: false },
  { name: 'stories', test: STORIES, includeDependenciesRecursively: false },
  { name: 'room', test: ROOM, includeDependenciesRecursively: false },
  { name: 'shop', test: SHOP, includeDependenciesRecursively: false },
]

/** What the app starts with. */
function isBase(id: string, graph: ModuleGraph): boolean {
  base ??= findBase(graph)
  return base.has(id) || BUTTON_PARTS.test(id)
}

/** The landing page loads nothing of the app, and runs none of it. */
function findBase(graph: ModuleGraph): Set<string> {
  const entry = fileOf('web/app/main.tsx')
  const others = importedBy(entry, graph)
  const landing = importedBy(fileOf('web/app/landing.ts'), graph).add(entry)
  const modules = [...others].filter((id) => !landing.has(id))
  return new Set([...modules, ...iconsIn(modules, graph)])
}

/** A module and all that it imports, without what it fetches later and without schemas. */
function importedBy(entry: string, graph: ModuleGraph): Set<string> {
  const seen = new Set<string>()
  const visit = (id: string): void => {
    if (seen.has(id) || LATER.test(id)) return
    seen.add(id)
    graph.getModuleInfo(id)?.importedIds.forEach(visit)
  }
  visit(entry)
  return seen
}

/** The files of the icons that some modules show. */
function iconsIn(modules: readonly string[], graph: ModuleGraph): string[] {
  const folder = fileURLToPath(new URL('../esm/', import.meta.resolve('lucide-react')))
  const files = new Map<string, string>()
  const index = readFileSync(`${folder}lucide-react.mjs`, 'utf8')
  for (const [, names = '', file = ''] of index.matchAll(
    /^export \{(.*)\} from '\.\/(icons\/.*)';/gm,
  )) {
    for (const name of names.split(',')) files.set(name.replace(' default as ', '').trim(), file)
  }
  const icons = modules.flatMap((id) => {
    const code = graph.getModuleInfo(id)?.code ?? ''
    const [, names = ''] = /import \{([^}]*)\} from ["']lucide-react["']/.exec(code) ?? []
    return names.split(',').map((name) => files.get(name.trim()) ?? '')
  })
  return icons.filter(Boolean).map((file) => folder + file)
}

function fileOf(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url))
}

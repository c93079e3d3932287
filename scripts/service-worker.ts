import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Manifest } from 'vite'
import type { Build } from '#web/app/service-worker/rules.ts'

/** Pages that nobody opens offline, and files that only they need. */
const LEFT_OUT = /^features\/(admin\/|till\/|accounts\/first-admin|live\/(media-|host-))/
/** Files that the page needs and that have no hash in their name; they only change with a build. */
const FILES = ['/before-paint.js', '/icons/icon.svg', '/icons/icon-192.png']

/** Builds the service worker into `target`, with the list of the built app's files. */
export async function buildServiceWorker(input: {
  root: string
  target: string
  manifest: Manifest
  /** The manifest's key of the script that every page loads. */
  entry: string
}): Promise<void> {
  const { root, target } = input
  await rm(join(target, '.vite'), { recursive: true })
  const described = await describeBuild(input)
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: { __BUILD__: JSON.stringify(described) },
    build: {
      outDir: target,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'web/app/service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  })
}

async function describeBuild(input: {
  target: string
  manifest: Manifest
  entry: string
}): Promise<Build> {
  const { target, manifest } = input
  const entry = `/${manifest[input.entry]?.file}`
  const assets = [...filesOf(manifest, input.entry)].map((file) => `/${file}`).sort()
  const hash = createHash('sha256').update(assets.join('\n'))
  for (const file of FILES) hash.update(await readFile(join(target, file)))
  return { version: hash.digest('base64url').slice(0, 12), entry, assets, files: FILES }
}

/** Every file that a part of the app may load, found by following its imports. */
function filesOf(manifest: Manifest, start: string): Set<string> {
  const files = new Set<string>()
  const seen = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key) || LEFT_OUT.test(key)) return
    seen.add(key)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file)
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(next)
  }
  visit(start)
  return files
}

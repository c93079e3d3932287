import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

function inWeb(path: string): string {
  return fileURLToPath(new URL(`./web/${path}`, import.meta.url))
}

/** A hash of the contract: answers that a device kept under another contract can't be used. */
function contractFingerprint(): string {
  const folder = fileURLToPath(new URL('./contract/', import.meta.url))
  const hash = createHash('sha256')
  for (const file of globSync('*.ts', { cwd: folder }).sort()) {
    if (!file.includes('.test.')) hash.update(readFileSync(folder + file))
  }
  return hash.digest('base64url').slice(0, 12)
}

/**
 * What must not be in the file that every page loads, on however many pages it is: the administration,
 * forms, menus, and long lists of words, with what they are made of.
 */
const NOT_ON_EVERY_PAGE = [
  '/web/features/accounts/step-up-panel.',
  '/web/features/admin/',
  '/web/lib/crisis-words.',
  '/web/lib/field-errors.',
  '/web/lib/use-draft-form.',
  '/web/lib/use-server-form.',
  '/web/ui/checkbox.',
  '/web/ui/dialog.',
  '/web/ui/dropdown-menu.',
  '/web/ui/form-fields.',
  ...[
    'zod',
    '@hookform',
    'react-hook-form',
    '@floating-ui',
    'aria-hidden',
    'react-remove-scroll',
  ].map((it) => `/node_modules/${it}`),
  ...[
    'arrow',
    'collection',
    'dialog',
    'direction',
    'dismissable-layer',
    'dropdown-menu',
    'focus-scope',
    'menu',
    'popper',
    'roving-focus',
    'use-is-hydrated',
    'use-rect',
    'use-size',
  ].map((it) => `/node_modules/@radix-ui/react-${it}`),
]

function mayBeShared(id: string): boolean {
  const isOurs = /\/(web|node_modules)\/|\/contract\/text-length\./.test(id)
  return isOurs && !NOT_ON_EVERY_PAGE.some((part) => id.includes(part))
}

/**
 * Which modules share a file: those that the app starts with, and those that many of its parts use.
 * The bundler alone makes one for each set of parts, and each small file costs time. A shared file and
 * one that it needs must not need each other, or no page starts; `e2e/weight.spec.ts` notices.
 */
const CHUNKS = [
  { name: 'app', tags: ['$initial' as const] },
  { name: 'shared', test: mayBeShared, minShareCount: 12 },
]

export default defineConfig(({ isSsrBuild }) => ({
  root: inWeb(''),
  define: {
    'import.meta.env.VITE_CONTRACT': JSON.stringify(contractFingerprint()),
    // The server has no NODE_ENV, and would run React's development code.
    ...(isSsrBuild && { 'process.env.NODE_ENV': '"production"' }),
  },
  plugins: [tailwindcss(), react()],
  ssr: { noExternal: isSsrBuild || undefined },
  build: {
    outDir: isSsrBuild ? '../dist/web-server' : '../dist/web',
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    // Browsers that support `light-dark()` and popovers.
    target: ['chrome125', 'edge125', 'firefox126', 'safari17.5'],
    assetsInlineLimit: 0,
    // The server and the service worker get their lists of files from the manifest.
    manifest: !isSsrBuild,
    rolldownOptions: {
      // Ignores 'use client' directives in libraries.
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log)
      },
      input: inWeb(isSsrBuild ? 'app/entry-server.tsx' : 'app/entry-client.tsx'),
      output: {
        codeSplitting: isSsrBuild || { includeDependenciesRecursively: false, groups: CHUNKS },
      },
    },
  },
}))

/**
 * `npm start`: enables Node's compile cache, so that later starts don't strip types or compile again.
 * Plain JavaScript, because a TypeScript file here would load the type stripper, which keeps 30 MB of
 * memory.
 */
import './node-version.js'
import { join } from 'node:path'

// Not at the top, because an older Node lacks it and would fail before it says so.
const { enableCompileCache, flushCompileCache } = await import('node:module')
enableCompileCache(join(import.meta.dirname, '../dist/compile-cache'))
await import('./start.ts')
// Flushed early, because a killed server doesn't write the cache at its end.
setTimeout(flushCompileCache, 5_000).unref()

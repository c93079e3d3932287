/**
 * `npm start`: keeps what Node makes of each source file, so that later starts neither strip types nor
 * compile again. Plain JavaScript itself: the first TypeScript file loads the type stripper, and with
 * it 30 MB that stay.
 */
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../dist/compile-cache'))
await import('./start.ts')
// A server that is killed does not write it at its end.
setTimeout(flushCompileCache, 5_000).unref()

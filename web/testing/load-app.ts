import type { createAppRouter } from '#web/app/router.tsx'
import type { setTransport } from '#web/lib/api.ts'
import type { endHydration } from '#web/lib/hydration.ts'
import type { createQueryClient } from '#web/lib/query-client.ts'
import type { deviceVisit } from '#web/lib/visit.ts'

interface App {
  createAppRouter: typeof createAppRouter
  createQueryClient: typeof createQueryClient
  deviceVisit: typeof deviceVisit
  endHydration: typeof endHydration
  setTransport: typeof setTransport
}

/** Vitest's record of a module that was imported. */
interface EvaluatedModule {
  promise?: unknown
  exports?: unknown
  evaluated: boolean
  importers: Set<string>
}

declare global {
  var __vitest_worker__: { evaluatedModules: { idToModuleMap: Map<string, EvaluatedModule> } }
}

/** The app's own modules, not these helpers. */
const APP = /\/web\/(?!testing\/)[^?]*\.tsx?$/

/**
 * Imports the app anew, as a new document does: some modules remember what happened on a page.
 * `vi.resetModules()` would also forget the server, which takes a second to import.
 */
export async function loadApp(): Promise<App> {
  for (const [id, module] of globalThis.__vitest_worker__.evaluatedModules.idToModuleMap) {
    if (!APP.test(id) || id.includes('.test.')) continue
    module.promise = undefined
    module.exports = undefined
    module.evaluated = false
    module.importers.clear()
  }
  const [router, client, visit, hydration, transport] = await Promise.all([
    import('#web/app/router.tsx'),
    import('#web/lib/query-client.ts'),
    import('#web/lib/visit.ts'),
    import('#web/lib/hydration.ts'),
    import('#web/lib/api.ts'),
  ])
  return {
    createAppRouter: router.createAppRouter,
    createQueryClient: client.createQueryClient,
    deviceVisit: visit.deviceVisit,
    endHydration: hydration.endHydration,
    setTransport: transport.setTransport,
  }
}

import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { operationsEndpoints } from '#contract/operations.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/domain/app-error.ts'
import { type ApiDocument, apiDocument, apiPage } from './openapi.ts'
import { PublicResponse } from './response.ts'
import type { RouteBinder } from './route.ts'

const version = readVersion()

export function operationsRoutes(route: RouteBinder, context: Context): void {
  let probe: Promise<unknown> | undefined
  /** One query for everyone who asks while it runs. */
  const askDatabase = (): Promise<unknown> => {
    probe ??= sql`select 1`.execute(context.db).finally(() => {
      probe = undefined
    })
    return probe
  }
  route(operationsEndpoints.health, async ({ viewer }) => {
    await askDatabase().catch((cause: unknown) => {
      throw new AppError('provider_unavailable', 'The database does not answer.', { cause })
    })
    const live = viewer?.isAdmin ? { live: await context.live.health() } : {}
    return { status: 'ok' as const, version, ...live }
  })
  // Made at the first request: most servers never need them, and they take several megabytes.
  let json: PublicResponse | undefined
  let page: PublicResponse | undefined
  const readDocument = (): ApiDocument =>
    apiDocument({ version, publicUrl: context.config.publicUrl })
  route(operationsEndpoints.openapi, async () => {
    json ??= new PublicResponse(JSON.stringify(readDocument()), 'application/json; charset=utf-8')
    return json
  })
  route(operationsEndpoints.docs, async () => {
    page ??= new PublicResponse(apiPage(readDocument()), 'text/html; charset=utf-8')
    return page
  })
}

function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  // Our own package file.
  return (JSON.parse(text) as { version: string }).version
}

import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { operationsEndpoints } from '#contract/operations.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/domain/app-error.ts'
import { type ApiDocument, apiDocument, apiPage } from './openapi.ts'
import type { RouteBinder } from './route.ts'

const version = readVersion()

export function operationsRoutes(route: RouteBinder, context: Context): void {
  route(operationsEndpoints.health, async ({ viewer }) => {
    await sql`select 1`.execute(context.db).catch((cause: unknown) => {
      throw new AppError('provider_unavailable', 'The database does not answer.', { cause })
    })
    const live = viewer?.isAdmin ? { live: await context.live.health() } : {}
    return { status: 'ok' as const, version, ...live }
  })
  // Made at the first request: most servers never need them, and they take several megabytes.
  let document: ApiDocument | undefined
  let page: string | undefined
  const readDocument = (): ApiDocument => {
    document ??= apiDocument({ version, publicUrl: context.config.publicUrl })
    return document
  }
  route(operationsEndpoints.openapi, async () => readDocument())
  route(operationsEndpoints.docs, async ({ reply }) => {
    page ??= apiPage(readDocument())
    reply.type('text/html; charset=utf-8').send(page)
  })
}

function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  // Our own package file.
  return (JSON.parse(text) as { version: string }).version
}

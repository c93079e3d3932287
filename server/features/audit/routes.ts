import { auditEndpoints } from '#contract/audit.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { readCheckpoint } from './read.ts'

export function auditRoutes(route: RouteBinder, context: Context): void {
  route(auditEndpoints.checkpoint, async () => ({ checkpoint: await readCheckpoint(context) }))
}

import { settingsEndpoints } from '#contract/settings.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { readSettings } from './service.ts'

export function settingsRoutes(route: RouteBinder, context: Context): void {
  route(settingsEndpoints.get, () => readSettings(context.db))
}

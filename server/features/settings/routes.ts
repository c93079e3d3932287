import { localNameEndpoints } from '#contract/local-names.ts'
import { ruleEndpoints } from '#contract/rules.ts'
import { settingsEndpoints } from '#contract/settings.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { sendImage } from '#server/http/send-image.ts'
import { changeLocalNames, listLocalNames } from './local-names.ts'
import { readNumbers } from './rule-numbers.ts'
import { readRules, saveRules } from './rules.ts'
import { readVersionedSettings, saveSettings, siteImages, uploadSiteImage } from './service.ts'

export function settingsRoutes(route: RouteBinder, context: Context): void {
  route(settingsEndpoints.get, () => readVersionedSettings(context.db))
  route(settingsEndpoints.save, ({ viewer, body }) => saveSettings(context, viewer, body))
  route(localNameEndpoints.list, () => listLocalNames(context))
  route(localNameEndpoints.change, ({ viewer, body }) => changeLocalNames(context, viewer, body))
  route(ruleEndpoints.read, () => readRules(context.db))
  route(ruleEndpoints.numbers, ({ query }) => readNumbers(context, query.which))
  route(ruleEndpoints.save, ({ viewer, body }) => saveRules(context, viewer, body))
  route(settingsEndpoints.uploadLogo, ({ viewer, files }) =>
    uploadSiteImage(context, viewer, { field: 'logo', file: files.logo }),
  )
  route(settingsEndpoints.uploadFooterImage, ({ viewer, files }) =>
    uploadSiteImage(context, viewer, { field: 'image', file: files.image }),
  )
  route(settingsEndpoints.removeFooterImage, ({ viewer, params }) =>
    saveSettings(
      context,
      viewer,
      params.number === '1' ? { footerImage1: null } : { footerImage2: null },
    ),
  )
  route(settingsEndpoints.image, async ({ params: { name }, request, reply }) =>
    sendImage(await siteImages.open(context, name), { name, request, reply }),
  )
}

import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { WebsiteSettings } from '#contract/settings.ts'
import { FactorPolicyPanel } from '#web/features/accounts/factor-policy-panel.tsx'
import { ImageSetting } from '#web/features/admin/settings/image-setting.tsx'
import { freshSettingsQuery } from '#web/features/admin/settings/queries.ts'
import { SettingsForm } from '#web/features/admin/settings/settings-form.tsx'
import { sentenceOf } from '#web/lib/api.ts'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** What makes the site this community's own (administrator document, section 2). */
export function WebsiteSettingsPanel(): ReactElement {
  const settings = useQuery(freshSettingsQuery)
  if (settings.data) return <LoadedSettings settings={settings.data} />
  if (settings.error) {
    return (
      <ErrorState
        message={sentenceOf(settings.error)}
        onRetry={() => void settings.refetch()}
        isRetrying={settings.isFetching}
      />
    )
  }
  return (
    <div role="status" aria-label="Loading the settings" className="flex flex-col gap-6">
      <Skeleton className="h-160 rounded-xl" />
      <Skeleton className="h-80 rounded-xl" />
    </div>
  )
}

function LoadedSettings({ settings }: { settings: WebsiteSettings }): ReactElement {
  return (
    <div className="flex flex-col gap-6">
      <SettingsForm settings={settings} />
      <FactorPolicyPanel />
      <Card aria-labelledby="site-images">
        <CardHeader>
          <CardTitle id="site-images">Images</CardTitle>
          <CardDescription>
            They change for everyone as soon as they are uploaded. PNG, JPEG, WebP or AVIF, at most
            10 MB.
          </CardDescription>
        </CardHeader>
        <div className="flex flex-col gap-8">
          <ImageSetting field="logoUrl" url={settings.logoUrl} />
          <ImageSetting field="footerImage1" url={settings.footerImage1} />
          <ImageSetting field="footerImage2" url={settings.footerImage2} />
        </div>
      </Card>
    </div>
  )
}

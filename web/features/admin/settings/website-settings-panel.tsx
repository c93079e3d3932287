import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { WebsiteSettings } from '#contract/settings.ts'
import { useRight } from '#web/features/accounts/auth.tsx'
import { FactorPolicyPanel } from '#web/features/accounts/factor-policy-panel.tsx'
import { IMAGE_HELP } from '#web/features/admin/image-file.ts'
import { ImageSetting } from '#web/features/admin/settings/image-setting.tsx'
import { LocalNamesCard } from '#web/features/admin/settings/local-names-card.tsx'
import { freshSettingsQuery } from '#web/features/admin/settings/queries.ts'
import { SettingsForm } from '#web/features/admin/settings/settings-form.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'

/** The Settings tab (administrator document, section 2). */
export function WebsiteSettingsPanel(): ReactElement {
  const settings = useQuery(freshSettingsQuery)
  return (
    <Loaded
      query={settings}
      label="Loading the settings"
      rows={['h-160 rounded-xl', 'h-80 rounded-xl']}
      className="flex flex-col gap-6"
    >
      {(data) => <LoadedSettings settings={data} />}
    </Loaded>
  )
}

function LoadedSettings({ settings }: { settings: WebsiteSettings }): ReactElement {
  const isKeeper = useRight('keeper')
  return (
    <div className="flex flex-col gap-6">
      <SettingsForm settings={settings} />
      <LocalNamesCard />
      {isKeeper ? <FactorPolicyPanel /> : null}
      <SectionCard
        title="Images"
        description={`Uploaded images appear for everyone right away. ${IMAGE_HELP}`}
      >
        <div className="flex flex-col gap-8">
          <ImageSetting field="logoUrl" url={settings.logoUrl} />
          <ImageSetting field="footerImage1" url={settings.footerImage1} />
          <ImageSetting field="footerImage2" url={settings.footerImage2} />
        </div>
      </SectionCard>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { NoticePart, NoticeSent } from '#web/features/rules/notice-form.tsx'
import { rulesQuery } from '#web/features/rules/queries.ts'
import type { Load } from '#web/lib/load.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { Loaded } from '#web/ui/query-skeletons.tsx'
import { RichText } from '#web/ui/rich-text.tsx'

export function loadRules({ client }: Load): Promise<void> {
  return prefetch(client, rulesQuery)
}

/** The house rules, for members and visitors. */
export function RulesPage(): ReactElement {
  const { sent } = useSearch({ from: '/rules' })
  const rules = useQuery(rulesQuery)
  const helpEmail = useSiteSettings()?.helpEmail
  return (
    <div className="mx-auto flex max-w-prose flex-col gap-6">
      <h1>House rules</h1>
      {sent ? <NoticeSent /> : null}
      <Loaded query={rules} label="Loading the house rules" rows={['h-160']}>
        {({ html }) => <RichText html={html} />}
      </Loaded>
      {sent ? null : <NoticePart />}
      {helpEmail ? (
        <p className="text-ink-quiet">
          Questions, or a decision you disagree with? Write to{' '}
          <a href={`mailto:${helpEmail}`} className="wrap-anywhere underline underline-offset-4">
            {helpEmail}
          </a>
          .
        </p>
      ) : null}
    </div>
  )
}

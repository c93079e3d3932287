import type { QueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { sessionsQuery } from '#web/features/accounts/account-queries.ts'
import { AppearanceCard } from '#web/features/accounts/appearance-card.tsx'
import { useMember } from '#web/features/accounts/auth.tsx'
import { EmailCard } from '#web/features/accounts/email-card.tsx'
import { ExportCard } from '#web/features/accounts/export-card.tsx'
import { FactorsCard } from '#web/features/accounts/factors/factors-card.tsx'
import { factorsQuery } from '#web/features/accounts/factors/queries.ts'
import { PasswordCard } from '#web/features/accounts/password-card.tsx'
import { ProfileCard } from '#web/features/accounts/profile-card.tsx'
import { PseudonymCard } from '#web/features/accounts/pseudonym-card.tsx'
import { RemovalCard } from '#web/features/accounts/removal-card.tsx'
import { SecurityCard } from '#web/features/accounts/security-card.tsx'
import { allowanceQuery, securityLogQuery } from '#web/features/accounts/self-service-queries.ts'
import { SessionsCard } from '#web/features/accounts/sessions-card.tsx'
import { TimeZoneCard } from '#web/features/accounts/time-zone-card.tsx'
import { MailPreferencesPanel } from '#web/features/email/mail-preferences-panel.tsx'
import { emailPreferencesQuery } from '#web/features/email/queries.ts'
import { notificationSettingsQuery } from '#web/features/notifications/queries.ts'
import { NotificationSettingsPanel } from '#web/features/notifications/settings-panel.tsx'
import { prefetch } from '#web/lib/prefetch.ts'
import { Button } from '#web/ui/button.tsx'

/** Reads what the page shows first. */
export async function loadAccount(client: QueryClient): Promise<void> {
  await Promise.all([
    prefetch(client, sessionsQuery),
    prefetch(client, allowanceQuery),
    prefetch(client, factorsQuery),
    prefetch(client, securityLogQuery),
    prefetch(client, emailPreferencesQuery),
    prefetch(client, notificationSettingsQuery),
  ])
}

export function AccountPage(): ReactElement {
  const member = useMember()
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-center justify-between gap-x-6">
        <h1>Your account</h1>
        <Button asChild variant="link">
          <Link to="/privacy-facts">Who can see what about you</Link>
        </Button>
      </header>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <ProfileCard member={member} />
          <PseudonymCard member={member} />
          <EmailCard member={member} />
          <TimeZoneCard member={member} />
          <AppearanceCard />
          <NotificationSettingsPanel member={member} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <PasswordCard member={member} />
          <FactorsCard member={member} />
          <SessionsCard />
          <SecurityCard />
          <MailPreferencesPanel />
          <ExportCard />
          <RemovalCard />
        </div>
      </div>
    </div>
  )
}

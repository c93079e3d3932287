import { Link, Navigate, useParams } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { sessionsQuery } from '#web/features/accounts/account-queries.ts'
import { AppearanceCard } from '#web/features/accounts/appearance-card.tsx'
import { useMember } from '#web/features/accounts/auth.tsx'
import { EmailCard } from '#web/features/accounts/email-card.tsx'
import { ExportCard } from '#web/features/accounts/export-card.tsx'
import { FactorsCard } from '#web/features/accounts/factors/factors-card.tsx'
import { factorsQuery } from '#web/features/accounts/factors/queries.ts'
import { NeutralNameCard } from '#web/features/accounts/neutral-name-card.tsx'
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
import { journalLockQuery } from '#web/features/moods/queries.ts'
import { notificationSettingsQuery } from '#web/features/notifications/queries.ts'
import { ReminderCard } from '#web/features/notifications/reminder-card.tsx'
import { NotificationSettingsPanel } from '#web/features/notifications/settings-panel.tsx'
import { MutedCard } from '#web/features/stories/muted-card.tsx'
import { mutesQuery } from '#web/features/stories/queries.ts'
import { MessagesCard } from '#web/features/team-messages/messages-card.tsx'
import { teamMessagesQuery } from '#web/features/team-messages/queries.ts'
import type { MemberLoad } from '#web/lib/load.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { Button } from '#web/ui/button.tsx'

/** Prefetches the data that the page shows first. */
export async function loadAccount({ client }: MemberLoad): Promise<void> {
  await Promise.all([
    prefetch(client, sessionsQuery),
    prefetch(client, allowanceQuery),
    prefetch(client, factorsQuery),
    prefetch(client, securityLogQuery),
    prefetch(client, emailPreferencesQuery),
    prefetch(client, notificationSettingsQuery),
    prefetch(client, teamMessagesQuery),
    prefetch(client, mutesQuery),
    prefetch(client, journalLockQuery),
  ])
}

const SECTIONS = [
  { section: 'profile', label: 'Profile' },
  { section: 'security', label: 'Security' },
  { section: 'notifications', label: 'Notifications' },
  { section: 'community', label: 'Community' },
  { section: 'data', label: 'Your data' },
] as const
type Section = (typeof SECTIONS)[number]['section']

/** The whole account at `/account`, one section of it at `/account/<section>`. */
export function AccountPage(): ReactElement {
  const { section } = useParams({ strict: false })
  const open = SECTIONS.find((each) => each.section === section)
  if (section !== undefined && !open) return <Navigate to="/account" replace />
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-center justify-between gap-x-6">
        <h1>Your account</h1>
        <Button asChild variant="link">
          <Link to="/privacy-facts">Who can see what about you</Link>
        </Button>
      </header>
      <SectionLinks />
      {open ? <OpenSection section={open.section} /> : <AllSections />}
    </div>
  )
}

const linkClasses =
  'inline-flex min-h-11 items-center rounded-full border border-line px-4 font-medium text-ink no-underline hover:bg-sand data-[status=active]:border-primary data-[status=active]:bg-primary-soft data-[status=active]:text-primary-strong'

function SectionLinks(): ReactElement {
  return (
    <nav aria-label="Account sections" className="flex flex-wrap gap-2">
      <Link to="/account" activeOptions={{ exact: true }} className={linkClasses}>
        Everything
      </Link>
      {SECTIONS.map(({ section, label }) => (
        <Link key={section} to="/account/$section" params={{ section }} className={linkClasses}>
          {label}
        </Link>
      ))}
    </nav>
  )
}

function AllSections(): ReactElement {
  return (
    <Columns
      left={
        <>
          <Profile />
          <Preferences />
          <Notifications />
          <MutedCard />
        </>
      }
      right={
        <>
          <SignIn />
          <Activity />
          <MailPreferencesPanel />
          <MessagesCard />
          <OwnData />
        </>
      }
    />
  )
}

function OpenSection({ section }: { section: Section }): ReactElement {
  switch (section) {
    case 'profile':
      return <Columns left={<Profile />} right={<Preferences />} />
    case 'security':
      return <Columns left={<SignIn />} right={<Activity />} />
    case 'notifications':
      return <Columns left={<Notifications />} right={<MailPreferencesPanel />} />
    case 'community':
      return <Columns left={<MessagesCard />} right={<MutedCard />} />
    case 'data':
      return <Columns left={<OwnData />} right={null} />
  }
}

function Columns({ left, right }: { left: ReactNode; right: ReactNode }): ReactElement {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-6">{left}</div>
      <div className="flex min-w-0 flex-col gap-6">{right}</div>
    </div>
  )
}

function Profile(): ReactElement {
  const member = useMember()
  return (
    <>
      <ProfileCard member={member} />
      <PseudonymCard member={member} />
      <EmailCard member={member} />
    </>
  )
}

function Preferences(): ReactElement {
  const member = useMember()
  return (
    <>
      <TimeZoneCard member={member} />
      <NeutralNameCard member={member} />
      <AppearanceCard />
    </>
  )
}

function SignIn(): ReactElement {
  const member = useMember()
  return (
    <>
      <PasswordCard member={member} />
      <FactorsCard member={member} />
    </>
  )
}

function Activity(): ReactElement {
  return (
    <>
      <SessionsCard />
      <SecurityCard />
    </>
  )
}

function Notifications(): ReactElement {
  const member = useMember()
  return (
    <>
      <ReminderCard member={member} />
      <NotificationSettingsPanel member={member} />
    </>
  )
}

function OwnData(): ReactElement {
  return (
    <>
      <ExportCard />
      <RemovalCard />
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import type { User } from '#contract/accounts.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { EmailCard } from '#web/features/accounts/email-card.tsx'
import { FactorsCard } from '#web/features/accounts/factors/factors-card.tsx'
import { factorsQuery } from '#web/features/accounts/factors/queries.ts'
import { PasswordCard } from '#web/features/accounts/password-card.tsx'
import {
  AppearanceCard,
  NeutralNameCard,
  TimeZoneCard,
} from '#web/features/accounts/preference-cards.tsx'
import { PseudonymCard } from '#web/features/accounts/pseudonym-card.tsx'
import { allowanceQuery, securityLogQuery, sessionsQuery } from '#web/features/accounts/queries.ts'
import { RemovalCard } from '#web/features/accounts/removal-card.tsx'
import { SecurityCard, SessionsCard } from '#web/features/accounts/security-cards.tsx'
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
import { call } from '#web/lib/api.ts'
import { accountCalls, factorCalls } from '#web/lib/calls.gen.ts'
import { dayText } from '#web/lib/dates.ts'
import { DownloadAnchor } from '#web/lib/download.tsx'
import type { MemberLoad } from '#web/lib/load.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { prefetch } from '#web/lib/prefetch.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Button, buttonVariants } from '#web/ui/button.tsx'
import { Card, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

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

function ProfileCard({ member }: { member: User }): ReactElement {
  const { locale } = useDates()
  const { createdAt, timeZone } = member
  return (
    <Card>
      <CardHeader>
        <CardTitle>Profile</CardTitle>
      </CardHeader>
      <dl className="flex flex-col gap-4">
        <Fact name="Username" help="For signing in. Other members don’t see it.">
          {member.username}
        </Fact>
        <Fact name="Member since">{dayText(createdAt, { locale, timeZone })}</Fact>
      </dl>
    </Card>
  )
}

interface FactProps {
  name: string
  help?: string | undefined
  children: ReactNode
}

function Fact({ name, help, children }: FactProps): ReactElement {
  return (
    <div>
      <dt className="text-sm text-ink-quiet">{name}</dt>
      <dd>{children}</dd>
      {help ? <dd className="text-sm text-ink-quiet">{help}</dd> : null}
    </div>
  )
}

/** Loaded on demand, because few journals are locked. */
const LockedJournalPanel = onDemand(
  () => import('#web/features/moods/locked-journal-panel.tsx'),
  'LockedJournalPanel',
  <Skeleton className="h-36" />,
)

/** The archive contains the journal, so the server refuses it while the journal is locked. */
function ExportCard(): ReactElement {
  const { data: lock } = useQuery(journalLockQuery)
  return (
    <Card>
      <CardHeader>
        <CardTitle>Your data</CardTitle>
        <CardDescription>
          Everything you’ve written and recorded here, in one ZIP file.
        </CardDescription>
      </CardHeader>
      {lock?.isLocked ? (
        <LockedJournalPanel sentence="Your journal is part of your data, and it’s locked. Unlock it to download everything." />
      ) : (
        <ExportLink />
      )}
    </Card>
  )
}

/** Asks the member to confirm their identity before the download. */
function ExportLink(): ReactElement {
  return (
    <DownloadAnchor
      href={accountCalls.exportData.path}
      before={() => call(factorCalls.checkStepUp, {})}
      className={buttonVariants({ variant: 'outline' })}
    >
      Download all my data
    </DownloadAnchor>
  )
}

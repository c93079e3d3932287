import {
  Link,
  type LinkProps,
  Navigate,
  useLocation,
  useNavigate,
  useParams,
  useSearch,
} from '@tanstack/react-router'
import {
  ArrowLeft,
  Bell,
  ChevronRight,
  CircleUser,
  Download,
  Eye,
  EyeOff,
  KeyRound,
  type LucideIcon,
  Mail,
  Receipt,
  UserX,
} from 'lucide-react'
import type { ComponentType, ReactElement, ReactNode } from 'react'
import type { User } from '#contract/accounts.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { EmailCard } from '#web/features/accounts/email-card.tsx'
import { ExportData } from '#web/features/accounts/export-data.tsx'
import { FactorsCard } from '#web/features/accounts/factors/factors-card.tsx'
import { factorsQuery } from '#web/features/accounts/factors/queries.ts'
import {
  AppearanceCard,
  NeutralNameCard,
  TimeZoneCard,
} from '#web/features/accounts/preference-cards.tsx'
import { PseudonymCard } from '#web/features/accounts/pseudonym-card.tsx'
import { allowanceQuery, securityLogQuery, sessionsQuery } from '#web/features/accounts/queries.ts'
import { ConsequencesCard, RemovalCard } from '#web/features/accounts/removal-card.tsx'
import { PasswordCard, SecurityCard, SessionsCard } from '#web/features/accounts/security-cards.tsx'
import { MailPreferencesPanel } from '#web/features/email/mail-preferences-panel.tsx'
import { emailPreferencesQuery } from '#web/features/email/queries.ts'
import { journalLockQuery } from '#web/features/moods/queries.ts'
import { PushCard } from '#web/features/notifications/push-device.tsx'
import { notificationSettingsQuery } from '#web/features/notifications/queries.ts'
import { ReminderCard } from '#web/features/notifications/reminder-card.tsx'
import {
  NotificationSettingsPanel,
  QuietHoursCard,
} from '#web/features/notifications/settings-panel.tsx'
import { ownSecondLooksQuery } from '#web/features/second-looks/queries.ts'
import { PurchasesPanel } from '#web/features/shop/purchases-panel.tsx'
import { purchasesQuery } from '#web/features/shop/queries.ts'
import { MutedCard } from '#web/features/stories/muted-card.tsx'
import { mutesQuery } from '#web/features/stories/queries.ts'
import { teamMessagesQuery } from '#web/features/team-messages/queries.ts'
import { MessagesCard } from '#web/features/team-messages/team-messages.tsx'
import { dayText } from '#web/lib/dates.ts'
import type { MemberLoad } from '#web/lib/load.ts'
import { prefetch } from '#web/lib/prefetch.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { useIsHydrated } from '#web/lib/use-stored-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, SectionCard } from '#web/ui/card.tsx'

/** A page of the account, at `/account/<section>`. */
interface Section {
  section: string
  label: string
  /** The page's content, in a few words. */
  about: string
  icon: LucideIcon
  Content: ComponentType
  /** The queries that the page shows first. */
  load: (load: MemberLoad) => Promise<void>[]
}

const SECTIONS: readonly Section[] = [
  {
    section: 'profile',
    label: 'Profile',
    about: 'Usernames, email address, time zone and colors',
    icon: CircleUser,
    Content: ProfilePage,
    load: ({ client }) => [prefetch(client, allowanceQuery)],
  },
  {
    section: 'security',
    label: 'Sign-in and security',
    about: 'Password, passkeys, and your devices',
    icon: KeyRound,
    Content: SecurityPage,
    load: ({ client }) => [
      prefetch(client, sessionsQuery),
      prefetch(client, factorsQuery),
      prefetch(client, securityLogQuery),
    ],
  },
  {
    section: 'notifications',
    label: 'Notifications',
    about: 'Your daily reminder, push messages, and emails',
    icon: Bell,
    Content: NotificationsPage,
    load: ({ client }) => [
      prefetch(client, emailPreferencesQuery),
      prefetch(client, notificationSettingsQuery),
    ],
  },
  {
    section: 'messages',
    label: 'Messages from our team',
    about: 'About something you wrote or reported',
    icon: Mail,
    Content: MessagesPage,
    load: ({ client }) => [
      prefetch(client, teamMessagesQuery),
      prefetch(client, ownSecondLooksQuery),
    ],
  },
  {
    section: 'privacy',
    label: 'Privacy',
    about: 'A neutral name, muted members, and who can see what',
    icon: EyeOff,
    Content: PrivacyPage,
    load: ({ client }) => [prefetch(client, mutesQuery)],
  },
  {
    section: 'purchases',
    label: 'Purchases',
    about: 'What you bought, receipts and subscriptions',
    icon: Receipt,
    Content: PurchasesPage,
    load: ({ client, search }) => [prefetch(client, purchasesQuery(Number(search.purchases ?? 1)))],
  },
  {
    section: 'data',
    label: 'Your data',
    about: 'Download everything you’ve written and recorded',
    icon: Download,
    Content: DataPage,
    load: ({ client }) => [prefetch(client, journalLockQuery)],
  },
  {
    section: 'leave',
    label: 'Delete account',
    about: 'Leave, and choose what happens to your stories',
    icon: UserX,
    Content: LeavePage,
    load: ({ client }) => [prefetch(client, journalLockQuery)],
  },
]

function findSection(name: string | undefined): Section | undefined {
  return SECTIONS.find(({ section }) => section === name)
}

/** Prefetches what the page shows first. */
export async function loadAccount(load: MemberLoad): Promise<void> {
  const open = findSection(load.params.section)
  await Promise.all(open?.load(load) ?? [])
}

/** Where a part of the account stands that old links name by its id. */
const OLD_PLACES: Readonly<Record<string, string>> = { password: 'security', security: 'security' }

/** The index of the account, at `/account`. */
export function AccountPage(): ReactElement {
  const { emailVerified } = useMember()
  const hash = useLocation({ select: (location) => location.hash })
  // Browsers never send the part after `#`, so the server renders the index.
  const section = useIsHydrated() ? OLD_PLACES[hash] : undefined
  if (section) return <Navigate to="/account/$section" params={{ section }} hash={hash} replace />
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <h1>Account</h1>
      <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
        {SECTIONS.map((each) => (
          <li key={each.section}>
            <RowLink
              {...each}
              to="/account/$section"
              params={{ section: each.section }}
              about={
                each.section === 'profile' && !emailVerified
                  ? 'Your email address isn’t verified yet'
                  : each.about
              }
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

type RowLinkProps = Pick<Section, 'label' | 'about' | 'icon'> & Pick<LinkProps, 'to' | 'params'>

/** A row that leads to another page. */
function RowLink({ label, about, icon: Icon, to, params }: RowLinkProps): ReactElement {
  return (
    <Link
      to={to}
      params={params}
      className="flex min-h-16 items-center gap-4 rounded-xl px-4 py-2.5 text-ink no-underline hover:bg-sand sm:px-5"
    >
      <Icon aria-hidden size={22} className="shrink-0 text-primary" />
      <span className="min-w-0 grow">
        <span className="block leading-snug font-medium">{label}</span>
        <span className="block text-sm leading-snug text-ink-quiet">{about}</span>
      </span>
      <ChevronRight aria-hidden size={20} className="shrink-0 text-ink-quiet" />
    </Link>
  )
}

/** One page of the account, at `/account/<section>`. */
export function AccountSectionPage(): ReactElement {
  const { section } = useParams({ strict: false })
  const open = findSection(section)
  if (section === 'community') {
    return <Navigate to="/account/$section" params={{ section: 'messages' }} replace />
  }
  if (!open) return <Navigate to="/account" replace />
  const { label, Content } = open
  return (
    <div className="-mt-4 flex flex-col gap-4 sm:-mt-6">
      <header>
        <Button asChild variant="link">
          <Link to="/account">
            <ArrowLeft aria-hidden size={18} />
            Account
          </Link>
        </Button>
        <h1>{label}</h1>
      </header>
      <Content />
    </div>
  )
}

/** Cards as the parts of one, between lines. */
const joinedClasses =
  'rounded-xl border border-line bg-surface *:rounded-none *:border-0 *:bg-transparent *:not-first:border-t'

function ProfilePage(): ReactElement {
  const member = useMember()
  return (
    <Columns
      left={
        <div className={joinedClasses}>
          <PseudonymCard member={member} />
          <UsernameCard member={member} />
          <EmailCard member={member} />
        </div>
      }
      right={
        <div className={joinedClasses}>
          <TimeZoneCard member={member} />
          <AppearanceCard />
        </div>
      }
    />
  )
}

function SecurityPage(): ReactElement {
  const member = useMember()
  return (
    <Columns
      left={
        <>
          <PasswordCard member={member} />
          <FactorsCard member={member} />
        </>
      }
      right={
        <>
          <SessionsCard />
          <SecurityCard />
        </>
      }
    />
  )
}

function NotificationsPage(): ReactElement {
  const member = useMember()
  return (
    <Columns
      left={
        <>
          <ReminderCard member={member} />
          <PushCard member={member} />
          <QuietHoursCard member={member} />
        </>
      }
      right={
        <>
          <NotificationSettingsPanel />
          <MailPreferencesPanel />
        </>
      }
    />
  )
}

function MessagesPage(): ReactElement {
  return <Columns left={<MessagesCard />} />
}

function PrivacyPage(): ReactElement {
  return (
    <Columns
      left={<NeutralNameCard member={useMember()} />}
      right={
        <>
          <div className="rounded-xl border border-line bg-surface">
            <RowLink
              to="/privacy-facts"
              icon={Eye}
              label="Who can see what about you"
              about="Everything others can learn about you here, and what they can’t"
            />
          </div>
          <MutedCard />
        </>
      }
    />
  )
}

function DataPage(): ReactElement {
  return (
    <Columns
      left={
        <Card>
          <ExportData />
        </Card>
      }
    />
  )
}

function LeavePage(): ReactElement {
  return (
    <Columns
      left={<ConsequencesCard />}
      right={
        <>
          <SectionCard title="Before you go">
            <ExportData />
          </SectionCard>
          <RemovalCard />
        </>
      }
    />
  )
}

function PurchasesPage(): ReactElement {
  const { purchases = 1 } = useSearch({ strict: false })
  const navigate = useNavigate()
  const handlePageChange = (next: number): void => {
    void navigate({
      to: '/account/$section',
      params: { section: 'purchases' },
      search: { purchases: next === 1 ? undefined : next },
      resetScroll: false,
    })
  }
  return (
    <SectionCard title="My Purchases & Subscriptions" className="max-w-3xl">
      <PurchasesPanel page={purchases} onPageChange={handlePageChange} />
    </SectionCard>
  )
}

function Columns({ left, right }: { left: ReactNode; right?: ReactNode }): ReactElement {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-6">{left}</div>
      <div className="flex min-w-0 flex-col gap-6">{right}</div>
    </div>
  )
}

function UsernameCard({ member }: { member: User }): ReactElement {
  const { locale } = useDates()
  const { createdAt, timeZone } = member
  return (
    <SectionCard title="Username" description="For signing in. Other members don’t see it.">
      <p>{member.username}</p>
      <p className="mt-4 text-sm text-ink-quiet">
        Member since {dayText(createdAt, { locale, timeZone })}
      </p>
    </SectionCard>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { UserProfile, UserPurchase } from '#contract/users.ts'
import { useRight } from '#web/features/accounts/auth.tsx'
import { StepUpPanel } from '#web/features/accounts/step-up-panel.tsx'
import { EntryHead } from '#web/features/admin/kit/entry-page.tsx'
import { Fact } from '#web/features/admin/kit/fact.tsx'
import { profileQuery, userPurchasesQuery } from '#web/features/admin/users/queries.ts'
import { UserActions } from '#web/features/admin/users/user-actions.tsx'
import { EmailAddress, UserStatus, weekWords } from '#web/features/admin/users/user-facts.tsx'
import { isStepUp } from '#web/lib/api.ts'
import { useMoney } from '#web/lib/money.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { DatedTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The profile of one member. */
export function UserProfilePanel(): ReactElement {
  const { userId = '' } = useParams({ from: '/admin/users/$userId' })
  const profile = useQuery(profileQuery(userId))
  const isTreasurer = useRight('treasurer')
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <EntryHead
          list="/admin/users"
          label="Back to users"
          title={profile.data ? nameOf(profile.data) : 'User'}
        />
        {profile.data ? <UserActions user={profile.data} hasButtons /> : null}
      </div>
      {isStepUp(profile.error) ? (
        <StepUpPanel onConfirmed={() => void profile.refetch()} isBusy={profile.isFetching} />
      ) : profile.data ? (
        <>
          <ProfileCard user={profile.data} />
          {isTreasurer ? <PurchasesCard userId={userId} /> : null}
        </>
      ) : profile.error ? (
        <QueryError query={profile} />
      ) : (
        <Skeleton className="h-72 rounded-xl" />
      )}
    </div>
  )
}

function nameOf({ username, isSelf }: UserProfile): string {
  return isSelf ? `${username} (you)` : username
}

function ProfileCard({ user }: { user: UserProfile }): ReactElement {
  return (
    <SectionCard title={nameOf(user)} isTitleAbove>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Fact name="Status">
          <UserStatus user={user} />
        </Fact>
        <Fact name="Last seen">{weekWords(user.lastSeenWeek)}</Fact>
        <Fact name="Email">
          <EmailAddress email={user.email} />
          {user.emailVerified ? null : <span className="text-ink-quiet"> · Not verified</span>}
        </Fact>
        <Fact name="Community username">{user.anonymousUsername}</Fact>
        <Fact name="Created">
          <DatedTime date={user.createdAt} />
        </Fact>
        <Fact name="Warnings">{user.warnings}</Fact>
        <Fact name="Suspensions">{user.suspensions}</Fact>
      </dl>
      <p className="mt-6 border-t border-line pt-4 text-sm wrap-anywhere text-ink-quiet">
        ID {user.id}. The audit log records each time a profile is opened.
      </p>
    </SectionCard>
  )
}

function PurchasesCard({ userId }: { userId: string }): ReactElement {
  const purchases = useQuery(userPurchasesQuery(userId))
  const { data } = purchases
  return (
    <SectionCard title="Purchases">
      {data ? null : purchases.error ? (
        <QueryError query={purchases} />
      ) : (
        <Skeleton className="h-16" />
      )}
      {data?.total === 0 ? <p className="text-ink-quiet">No purchases.</p> : null}
      <ul className="-my-3 divide-y divide-line empty:hidden">
        {data?.items.map((purchase) => (
          <PurchaseRow key={purchase.id} purchase={purchase} />
        ))}
      </ul>
      {data && data.total > data.items.length ? (
        <p className="mt-4 text-sm text-ink-quiet">
          The latest {data.items.length} of {data.total}.
        </p>
      ) : null}
    </SectionCard>
  )
}

function PurchaseRow({ purchase }: { purchase: UserPurchase }): ReactElement {
  const { title, price, purchaseDate } = purchase
  const money = useMoney()
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
      <div className="min-w-0">
        <p dir="auto" className="font-medium wrap-anywhere">
          {title}
        </p>
        <p className="text-sm text-ink-quiet">
          {accessWords(purchase)} · <DatedTime date={purchaseDate} />
        </p>
      </div>
      <span>{money(price)}</span>
    </li>
  )
}

function accessWords({ status, hasAccess, isRefunded }: UserPurchase): string {
  if (isRefunded) return 'Refunded'
  if (hasAccess) return 'Gives access'
  return status === 'on_hold' ? 'On hold' : 'No access'
}

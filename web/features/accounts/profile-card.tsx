import type { ReactElement, ReactNode } from 'react'
import type { User } from '#contract/accounts.ts'
import { VerifyEmail } from '#web/features/accounts/verify-email.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardHeader, CardTitle } from '#web/ui/card.tsx'

export function ProfileCard({ member }: { member: User }): ReactElement {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Profile</CardTitle>
      </CardHeader>
      <dl className="flex flex-col gap-4">
        <Fact name="Community username" help="The only name that others see.">
          <span className="font-medium">{member.anonymousUsername}</span>
        </Fact>
        <Fact name="Username" help="For signing in. Only you see it.">
          {member.username}
        </Fact>
        <Fact
          name="Email"
          help={member.emailVerified ? undefined : 'Until it is verified, we only email you codes.'}
        >
          <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 break-all">{member.email}</span>
            <Badge variant={member.emailVerified ? 'default' : 'gold'}>
              {member.emailVerified ? 'Verified' : 'Not verified'}
            </Badge>
          </span>
          {member.emailVerified ? null : <VerifyEmail email={member.email} />}
        </Fact>
        <Fact name="Member since">{joinedOn(member)}</Fact>
      </dl>
    </Card>
  )
}

function joinedOn({ createdAt, timeZone }: User): string {
  return new Date(createdAt).toLocaleDateString(undefined, { dateStyle: 'long', timeZone })
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

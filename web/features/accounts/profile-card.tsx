import type { ReactElement, ReactNode } from 'react'
import type { User } from '#contract/accounts.ts'
import { dayText } from '#web/lib/dates.ts'
import { useDates } from '#web/lib/use-dates.ts'
import { Card, CardHeader, CardTitle } from '#web/ui/card.tsx'

export function ProfileCard({ member }: { member: User }): ReactElement {
  const { locale } = useDates()
  const { createdAt, timeZone } = member
  return (
    <Card>
      <CardHeader>
        <CardTitle>Profile</CardTitle>
      </CardHeader>
      <dl className="flex flex-col gap-4">
        <Fact name="Username" help="For signing in. Other members don't see it.">
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

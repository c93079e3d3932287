import { useNavigate } from '@tanstack/react-router'
import type { ComponentType, ReactElement } from 'react'
import type { Right } from '#contract/rights.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { PartTabs } from '#web/features/admin/kit/part-tabs.tsx'
import { TeamPanel } from '#web/features/admin/team/team-panel.tsx'
import { AuditLog } from '#web/features/admin/users/audit-log.tsx'
import { UserList } from '#web/features/admin/users/user-list.tsx'
import { UserProfilePanel } from '#web/features/admin/users/user-profile.tsx'

interface Part {
  /** Its name in the address; the first part needs none. */
  value: string
  label: string
  right: Right
  Panel: ComponentType
}

const PARTS: readonly Part[] = [
  { value: 'members', label: 'Members', right: 'people', Panel: UserList },
  { value: 'team', label: 'Team', right: 'keeper', Panel: TeamPanel },
  { value: 'audit', label: 'Audit log', right: 'keeper', Panel: AuditLog },
]

/** The Users tab: the members, the team and the audit log. */
export function UsersPanel(): ReactElement {
  const { user } = useAdminAddress()
  const { rights } = useMember()
  const navigate = useNavigate({ from: '/admin' })
  const parts = PARTS.filter(({ right }) => rights.includes(right))
  // A search in one part means nothing in another.
  const handleOpen = (part: string | undefined): void =>
    void navigate({ search: { tab: 'users', part } })
  return (
    <PartTabs label="Users" parts={parts} onOpen={handleOpen}>
      {({ value, Panel }) =>
        user && value === 'members' ? <UserProfilePanel userId={user} /> : <Panel />
      }
    </PartTabs>
  )
}

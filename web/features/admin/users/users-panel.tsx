import { useNavigate } from '@tanstack/react-router'
import type { ComponentType, ReactElement } from 'react'
import type { Right } from '#contract/rights.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { TeamPanel } from '#web/features/admin/team/team-panel.tsx'
import { AuditLog } from '#web/features/admin/users/audit-log.tsx'
import { UserList } from '#web/features/admin/users/user-list.tsx'
import { UserProfilePanel } from '#web/features/admin/users/user-profile.tsx'
import { TabRow, Tabs, TabsContent } from '#web/ui/tabs.tsx'

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
export function UsersPanel(): ReactElement | null {
  const { part, user } = useAdminAddress()
  const { rights } = useMember()
  const navigate = useNavigate({ from: '/admin' })
  const parts = PARTS.filter(({ right }) => rights.includes(right))
  const [first] = parts
  const open = parts.find(({ value }) => value === part) ?? first
  if (!open) return null
  // A search in one part means nothing in another.
  const handleChange = (value: string): void =>
    void navigate({ search: { tab: 'users', part: value === first?.value ? undefined : value } })
  return (
    <Tabs value={open.value} onValueChange={handleChange}>
      <TabRow label="Users" tabs={parts} value={open.value} />
      <TabsContent value={open.value}>
        {user && open.value === 'members' ? <UserProfilePanel userId={user} /> : <open.Panel />}
      </TabsContent>
    </Tabs>
  )
}

import { useNavigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { AuditLog } from '#web/features/admin/users/audit-log.tsx'
import { UserList } from '#web/features/admin/users/user-list.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/ui/tabs.tsx'

const MEMBERS = 'members'
/** Names the part in the address; the members need no name there. */
const AUDIT = 'audit'

/** The members, and what administrators did. */
export function UsersPanel(): ReactElement {
  const { part } = useAdminAddress()
  const navigate = useNavigate({ from: '/admin' })
  // What one part is searched for says nothing to the other one.
  const handleChange = (value: string): void =>
    void navigate({ search: { tab: 'users', part: value === AUDIT ? AUDIT : undefined } })
  return (
    <Tabs value={part === AUDIT ? AUDIT : MEMBERS} onValueChange={handleChange}>
      <TabsList aria-label="Users">
        <TabsTrigger value={MEMBERS}>Members</TabsTrigger>
        <TabsTrigger value={AUDIT}>Audit log</TabsTrigger>
      </TabsList>
      <TabsContent value={MEMBERS}>
        <UserList />
      </TabsContent>
      <TabsContent value={AUDIT}>
        <AuditLog />
      </TabsContent>
    </Tabs>
  )
}

import { Link } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { type ReactElement, Suspense } from 'react'
import { AdminFactorPanel } from '#web/features/accounts/admin-factor-panel.tsx'
import { useAuth, useMember } from '#web/features/accounts/auth.tsx'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { adminTabsFor } from '#web/features/admin/admin-tabs.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TabRow, Tabs, TabsContent } from '#web/ui/tabs.tsx'

export function AdminPage(): ReactElement {
  return (
    <div className="flex flex-col gap-6">
      <AdminHeader />
      <AdminFactorPanel>
        <AdminTabs />
      </AdminFactorPanel>
    </div>
  )
}

function AdminHeader(): ReactElement {
  const { logout } = useAuth()
  return (
    <header className="flex flex-wrap items-center justify-between gap-3">
      <h1>Admin Dashboard</h1>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" asChild>
          <Link to="/flow">Daily Practice</Link>
        </Button>
        <Button variant="ghost" size="sm" onClick={() => void logout()}>
          <LogOut aria-hidden size={18} />
          Logout
        </Button>
      </div>
    </header>
  )
}

function AdminTabs(): ReactElement {
  const { tab, openTab } = useAdminAddress()
  const { rights } = useMember()
  const tabs = adminTabsFor(rights)
  const [first] = tabs
  const open = tabs.find(({ value }) => value === tab) ?? first
  // Whoever only goes live has a page of their own for it.
  if (!open) return <HostOnly />
  const handleChange = (value: string): void => openTab(value === first?.value ? undefined : value)
  return (
    <Tabs value={open.value} onValueChange={handleChange}>
      <div className="flex flex-col gap-2 xl:flex-row xl:items-stretch xl:border-b xl:border-line">
        <TabRow
          label="Administration"
          tabs={tabs}
          value={open.value}
          className="min-w-0 xl:border-b-0"
        />
        {rights.includes('mail') ? (
          <Link
            to="/admin/scheduled-emails"
            className="inline-flex min-h-11 shrink-0 items-center self-start px-3.5 font-medium text-primary hover:underline xl:self-auto"
          >
            Scheduled Emails
          </Link>
        ) : null}
      </div>
      <TabsContent value={open.value}>
        <Suspense fallback={<Skeleton className="h-96 rounded-xl" />}>
          <open.Panel />
        </Suspense>
      </TabsContent>
    </Tabs>
  )
}

function HostOnly(): ReactElement {
  return (
    <EmptyState message="Your right is to host the live room.">
      <Button asChild>
        <Link to="/sfx-members">Live Coaching</Link>
      </Button>
    </EmptyState>
  )
}

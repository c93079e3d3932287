import { Link } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { type ReactElement, Suspense } from 'react'
import { AdminFactorPanel } from '#web/features/accounts/admin-factor-panel.tsx'
import { useAuth } from '#web/features/accounts/auth.tsx'
import { useAdminAddress } from '#web/features/admin/admin-address.ts'
import { ADMIN_TABS, FIRST_TAB } from '#web/features/admin/admin-tabs.tsx'
import { Button } from '#web/ui/button.tsx'
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
  const open = ADMIN_TABS.find(({ value }) => value === tab) ?? FIRST_TAB
  const handleChange = (value: string): void =>
    openTab(value === FIRST_TAB.value ? undefined : value)
  return (
    <Tabs value={open.value} onValueChange={handleChange}>
      <div className="flex flex-col gap-2 xl:flex-row xl:items-stretch xl:border-b xl:border-line">
        <TabRow
          label="Administration"
          tabs={ADMIN_TABS}
          value={open.value}
          className="min-w-0 xl:border-b-0"
        />
        <Link
          to="/admin/scheduled-emails"
          className="inline-flex min-h-11 shrink-0 items-center self-start px-3.5 font-medium text-primary hover:underline xl:self-auto"
        >
          Scheduled Emails
        </Link>
      </div>
      <TabsContent value={open.value}>
        <Suspense fallback={<Skeleton className="h-96 rounded-xl" />}>
          <open.Panel />
        </Suspense>
      </TabsContent>
    </Tabs>
  )
}

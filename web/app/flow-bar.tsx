import { Link, useLocation } from '@tanstack/react-router'
import { BookOpenText, HandHeart, House, type LucideIcon, MessageCircle, Sun } from 'lucide-react'
import type { ReactElement } from 'react'
import type { FlowSearch } from '#web/app/routes.ts'
import { useAuth } from '#web/features/accounts/auth.tsx'
import { FLOW_TAB_LABELS, flowTabOf } from '#web/features/flow/flow-tabs.ts'
import { cn } from '#web/lib/cn.ts'

interface Place {
  label: string
  icon: LucideIcon
  to: '/flow' | '/dashboard'
  search?: FlowSearch
}

const PLACES: readonly Place[] = [
  { label: FLOW_TAB_LABELS.daily, icon: Sun, to: '/flow' },
  { label: FLOW_TAB_LABELS.faith, icon: HandHeart, to: '/flow', search: { tab: 'faith' } },
  { label: FLOW_TAB_LABELS.exit, icon: BookOpenText, to: '/flow', search: { tab: 'exit' } },
  {
    label: FLOW_TAB_LABELS.guidance,
    icon: MessageCircle,
    to: '/flow',
    search: { tab: 'guidance' },
  },
  { label: 'Dashboard', icon: House, to: '/dashboard' },
]

/** Without this, the first tab would be current on every tab. */
const EXACT = { exact: true }

/**
 * The tabs of `/flow`. On a phone they are at the bottom of every page, together with the dashboard;
 * elsewhere they are below the header of `/flow`, because the header has a link to the dashboard.
 * With large text on a phone, the labels stand in two rows without icons.
 */
export function FlowBar(): ReactElement | null {
  const { user } = useAuth()
  const { pathname, search } = useLocation()
  if (!user || pathname.startsWith('/admin')) return null
  const isFlow = pathname === '/flow'
  const current = isFlow ? FLOW_TAB_LABELS[flowTabOf(search)] : undefined
  return (
    <nav
      aria-label="Daily Practice"
      data-flow-bar={isFlow ? 'flow' : ''}
      className={cn(
        'border-line bg-surface max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-25 max-md:border-t max-md:pb-[env(safe-area-inset-bottom)]',
        isFlow ? 'md:sticky md:top-[min(4rem,72px)] md:z-20 md:border-b' : 'md:hidden',
      )}
    >
      <div className="mx-auto grid max-w-page grid-cols-5 max-[16rem]:grid-cols-6 md:flex md:gap-1 md:px-2">
        {PLACES.map(({ label, icon: Icon, to, search }) => (
          <Link
            key={label}
            to={to}
            search={search ?? {}}
            activeOptions={EXACT}
            aria-current={label === current ? 'page' : undefined}
            className={cn(
              'flex min-h-14 min-w-0 flex-col items-center justify-center gap-0.5 text-center text-[min(0.75rem,3.05vw)] leading-tight font-medium text-ink-quiet no-underline aria-[current]:text-primary',
              // The line of the current one lies on that of the bar.
              'max-md:-mt-px max-md:border-t-2 max-md:border-transparent max-md:aria-[current]:border-primary',
              'max-[16rem]:col-span-2 max-[16rem]:min-h-[48px] max-[16rem]:text-[min(0.75rem,5.6vw)] max-[16rem]:nth-[n+4]:col-span-3',
              'md:min-h-12 md:flex-row md:border-b-2 md:border-transparent md:px-4 md:text-base md:hover:text-ink md:aria-[current]:border-primary',
              to === '/dashboard' && 'md:hidden',
            )}
          >
            <Icon aria-hidden size={22} className="max-[16rem]:hidden md:hidden" />
            {label}
          </Link>
        ))}
      </div>
    </nav>
  )
}

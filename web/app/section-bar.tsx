import { Link, useLocation } from '@tanstack/react-router'
import {
  BookOpenText,
  HandHeart,
  type LucideIcon,
  MessageCircle,
  Sun,
  UserRound,
} from 'lucide-react'
import type { ReactElement } from 'react'
import type { FlowSearch } from '#web/app/routes.ts'
import { useAuth } from '#web/features/accounts/auth.tsx'

interface Section {
  label: string
  icon: LucideIcon
  to: '/flow' | '/dashboard'
  search?: FlowSearch
}

const SECTIONS: readonly Section[] = [
  { label: 'Today', icon: Sun, to: '/flow' },
  { label: 'Stories', icon: BookOpenText, to: '/flow', search: { tab: 'exit' } },
  { label: 'Prayer', icon: HandHeart, to: '/flow', search: { tab: 'exit', list: 'prayer' } },
  { label: 'Guidance', icon: MessageCircle, to: '/flow', search: { tab: 'guidance' } },
  { label: 'Me', icon: UserRound, to: '/dashboard' },
]

/** Without this, Today would be current on every tab. */
const EXACT = { exact: true }

/** What members come for: a bar at the bottom of a phone, a row below the header elsewhere. */
export function SectionBar(): ReactElement | null {
  const { user } = useAuth()
  const { pathname, search } = useLocation()
  if (!user || pathname.startsWith('/admin')) return null
  const current = currentSection(pathname, search)
  return (
    <nav
      aria-label="Sections"
      data-sections
      className="border-line bg-surface max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-25 max-md:border-t max-md:pb-[env(safe-area-inset-bottom)] md:border-b"
    >
      <div className="mx-auto grid max-w-page grid-cols-5 md:flex md:gap-1 md:px-6">
        {SECTIONS.map(({ label, icon: Icon, to, search }) => (
          <Link
            key={label}
            to={to}
            search={search ?? {}}
            activeOptions={EXACT}
            aria-current={label === current ? 'page' : undefined}
            className="flex min-h-14 min-w-0 flex-col items-center justify-center gap-0.5 text-[min(0.75rem,3.4vw)] font-medium text-ink-quiet no-underline aria-[current]:text-primary md:min-h-11 md:flex-row md:px-3 md:text-base md:hover:text-ink"
          >
            <Icon aria-hidden size={22} className="md:hidden" />
            {label}
          </Link>
        ))}
      </div>
    </nav>
  )
}

function currentSection(
  pathname: string,
  { story, tab, list }: { story?: unknown; tab?: string; list?: string },
): string | undefined {
  if (pathname === '/dashboard' || pathname.startsWith('/account')) return 'Me'
  if (pathname !== '/flow') return undefined
  if (list === 'prayer' || list === 'answered') return 'Prayer'
  if (story !== undefined || tab === 'exit') return 'Stories'
  return tab === 'guidance' ? 'Guidance' : 'Today'
}

import { Link } from '@tanstack/react-router'
import { LogOut, Menu, X } from 'lucide-react'
import { type ReactElement, type ToggleEvent, useRef } from 'react'
import type { User } from '#contract/accounts.ts'
import { ThemeSwitch } from '#web/app/theme-switch.tsx'
import { cn } from '#web/lib/cn.ts'
import { buttonVariants } from '#web/ui/button.tsx'

const MEMBER_LINKS = [
  { to: '/dashboard', label: 'Dashboard' },
  { to: '/flow', label: 'Daily Practice' },
] as const
const LIVE_LINK = { to: '/live', label: 'Live Coaching' } as const
/** Hosts get the same page with the host controls. */
const HOST_LINK = { to: '/sfx-members', label: 'Live Coaching' } as const
const ADMIN_LINK = { to: '/admin', label: 'Admin Dashboard' } as const
const ACCOUNT_LINK = { to: '/account', label: 'Account' } as const
const VISITOR_LINKS = [
  { to: '/auth', label: 'Login' },
  { to: '/register', label: 'Create Account' },
] as const

/** A row of the menu on a phone. */
const menuRowClasses =
  'flex min-h-12 items-center gap-3 rounded-lg px-3 text-lg font-medium text-ink no-underline hover:bg-sand data-[status=active]:bg-primary-soft data-[status=active]:text-primary-strong'

type MenuLink =
  | (typeof MEMBER_LINKS)[number]
  | typeof LIVE_LINK
  | typeof HOST_LINK
  | typeof ADMIN_LINK
  | typeof ACCOUNT_LINK
  | (typeof VISITOR_LINKS)[number]

/** The links of the header (member document, section 2), without Logout. */
export function menuFor(user: User | null): readonly MenuLink[] {
  if (!user) return VISITOR_LINKS
  const live = user.rights.includes('host') ? HOST_LINK : LIVE_LINK
  const admin = user.isAdmin ? [ADMIN_LINK] : []
  return [...MEMBER_LINKS, live, ...admin, ACCOUNT_LINK]
}

/** Opens the menu on small screens. */
export function MenuButton({ isAdmin }: { isAdmin: boolean }): ReactElement {
  return (
    <button
      type="button"
      popoverTarget="menu"
      aria-label="Open menu"
      className={cn(
        buttonVariants({ variant: 'ghost', size: 'icon' }),
        // Hidden where the row of links fits: see `site-header.tsx`.
        isAdmin ? 'min-[70rem]:hidden' : 'md:hidden',
      )}
    >
      <Menu aria-hidden size={24} />
    </button>
  )
}

interface MenuDrawerProps {
  user: User | null
  onLogout: () => void
}

/** The menu on small screens. A popover, because that works without a script. */
export function MenuDrawer({ user, onLogout }: MenuDrawerProps): ReactElement {
  const drawer = useRef<HTMLDivElement>(null)
  const closeButton = useRef<HTMLButtonElement>(null)
  const close = (): void => drawer.current?.hidePopover()
  const handleToggle = ({ newState }: ToggleEvent): void => {
    if (newState === 'open') closeButton.current?.focus()
  }
  return (
    <div
      id="menu"
      popover="auto"
      role="dialog"
      aria-labelledby="menu-title"
      ref={drawer}
      onToggle={handleToggle}
      className="fixed inset-y-0 left-0 m-0 hidden h-dvh max-h-none w-[min(20rem,85vw)] flex-col overflow-y-auto border-r border-line bg-surface p-5 text-ink shadow-lift backdrop:bg-scrim open:flex open:animate-slide-from-left"
    >
      <div className="mb-4 flex items-center justify-between">
        <h2 id="menu-title" className="text-xl">
          Menu
        </h2>
        <button
          type="button"
          popoverTarget="menu"
          popoverTargetAction="hide"
          aria-label="Close menu"
          ref={closeButton}
          className={cn(buttonVariants({ variant: 'ghost', size: 'icon' }), '-mr-2')}
        >
          <X aria-hidden size={22} />
        </button>
      </div>
      <nav aria-label="Menu" className="flex flex-col gap-1">
        {menuFor(user).map(({ to, label }) => (
          <Link key={to} to={to} className={menuRowClasses} onClick={close}>
            {label}
          </Link>
        ))}
        {user ? (
          <button
            type="button"
            className={menuRowClasses}
            onClick={() => {
              close()
              onLogout()
            }}
          >
            <LogOut aria-hidden size={20} />
            Logout
          </button>
        ) : null}
      </nav>
      {user ? (
        <div className="mt-1 flex flex-col border-t border-line pt-1">
          <ThemeSwitch rowClasses={menuRowClasses} />
        </div>
      ) : null}
    </div>
  )
}

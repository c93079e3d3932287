import { Link, useLocation } from '@tanstack/react-router'
import { DoorOpen, LogOut, Menu, X } from 'lucide-react'
import { type MouseEvent, type ReactElement, type ToggleEvent, useRef } from 'react'
import type { User } from '#contract/accounts.ts'
import { ThemeSwitch } from '#web/app/theme-switch.tsx'
import { useAuth } from '#web/features/accounts/auth.tsx'
import { NotificationBell } from '#web/features/notifications/notification-bell.tsx'
import { cn } from '#web/lib/cn.ts'
import { leavePage, NEUTRAL_PAGE } from '#web/lib/quick-exit.ts'
import { useSiteSettings, useSiteTitle } from '#web/lib/site-settings.ts'
import { Button, buttonVariants } from '#web/ui/button.tsx'
import { PathsMark } from '#web/ui/paths-motif.tsx'

export function SiteHeader(): ReactElement {
  const { user, isLoading, logout } = useAuth()
  const handleLogout = (): void => void logout()
  return (
    <>
      <header className="sticky top-0 z-30 border-b border-line bg-ground">
        <div className="mx-auto flex h-16 w-full max-w-page items-center gap-1 px-2 sm:px-6">
          {isLoading ? (
            <div className={cn(buttonVariants({ variant: 'ghost', size: 'icon' }), 'md:hidden')} />
          ) : (
            <MenuButton isAdmin={user?.isAdmin ?? false} />
          )}
          <HomeLink user={user} />
          <div className="grow" />
          {isLoading ? null : <MenuRow user={user} onLogout={handleLogout} />}
          {user ? <NotificationBell /> : null}
          {/* Members have it in the menu and on the account page. */}
          {user || isLoading ? null : <ThemeSwitch />}
          <QuickExit />
        </div>
      </header>
      <MenuDrawer user={user} onLogout={handleLogout} />
    </>
  )
}

const brandClasses =
  'flex min-h-11 min-w-0 items-center gap-2 rounded-md px-2 font-serif md:-ml-2 text-xl font-semibold text-ink no-underline'

/** Leads members to the daily page and visitors to the landing page. */
function HomeLink({ user }: { user: User | null }): ReactElement {
  const siteTitle = useSiteTitle()
  const brand = <Brand siteTitle={siteTitle} logoUrl={useSiteSettings()?.logoUrl} />
  if (!user) {
    return (
      <Link to="/" className={brandClasses}>
        {brand}
      </Link>
    )
  }
  return (
    // Next to the menu button, where that is shown: see `rowFor`.
    <Link to="/flow" className={cn(brandClasses, user.isAdmin && 'md:ml-0 min-[70rem]:-ml-2')}>
      {brand}
    </Link>
  )
}

const navLinkClasses =
  'inline-flex min-h-11 items-center rounded-lg px-3 font-medium text-ink no-underline hover:bg-sand data-[status=active]:text-primary'

interface MenuProps {
  user: User | null
  onLogout: () => void
}

function MenuRow({ user, onLogout }: MenuProps): ReactElement {
  const { pathname } = useLocation()
  const links = menuFor(user).filter(({ to }) => to !== '/flow' || pathname !== '/flow')
  return (
    <nav aria-label="Main" className={cn('hidden items-center', rowFor(user))}>
      {links.map(({ to, label }) => (
        <Link key={to} to={to} className={navLinkClasses}>
          {label}
        </Link>
      ))}
      {user ? <LogoutButton isAdmin={user.isAdmin} onLogout={onLogout} /> : null}
    </nav>
  )
}

/** The width from which the links fit in a row; below it, they are in the drawer. */
function rowFor(user: User | null): string {
  return user?.isAdmin ? 'min-[70rem]:flex' : 'md:flex'
}

/** A text button for administrators, an icon button with the same name for everyone else. */
function LogoutButton(props: { isAdmin: boolean; onLogout: () => void }): ReactElement {
  if (props.isAdmin) {
    return (
      <Button variant="ghost" className="px-3" onClick={props.onLogout}>
        Logout
      </Button>
    )
  }
  return (
    <Button variant="ghost" size="icon" aria-label="Logout" title="Logout" onClick={props.onLogout}>
      <LogOut aria-hidden size={20} />
    </Button>
  )
}

interface BrandProps {
  siteTitle: string
  /** Replaces the mark. */
  logoUrl?: string | null
}

/** The site's mark or logo, and its title. */
function Brand({ siteTitle, logoUrl }: BrandProps): ReactElement {
  return (
    <>
      {logoUrl ? (
        <img src={logoUrl} alt="" className="h-9 w-auto max-w-24 object-contain" />
      ) : (
        <PathsMark className="size-9 shrink-0" />
      )}
      <span className="truncate max-[15rem]:sr-only">{siteTitle}</span>
    </>
  )
}

function handleClick(event: MouseEvent): void {
  event.preventDefault()
  leavePage()
}

/** A link, so that it also works without a script. */
function QuickExit(): ReactElement {
  return (
    <a
      href={NEUTRAL_PAGE}
      rel="noreferrer"
      data-quick-exit
      onClick={handleClick}
      title="Leave this site now (or press Escape three times)"
      className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-lg border border-line px-2.5 text-sm font-medium text-ink no-underline hover:bg-sand sm:px-3.5"
    >
      <DoorOpen aria-hidden size={20} />
      <span className="sr-only sm:not-sr-only">Quick exit</span>
    </a>
  )
}

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
function menuFor(user: User | null): readonly MenuLink[] {
  if (!user) return VISITOR_LINKS
  const live = user.rights.includes('host') ? HOST_LINK : LIVE_LINK
  const admin = user.isAdmin ? [ADMIN_LINK] : []
  return [...MEMBER_LINKS, live, ...admin, ACCOUNT_LINK]
}

/** Opens the menu on small screens. */
function MenuButton({ isAdmin }: { isAdmin: boolean }): ReactElement {
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
function MenuDrawer({ user, onLogout }: MenuDrawerProps): ReactElement {
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

import { Link, useLocation } from '@tanstack/react-router'
import { DoorOpen, LogOut } from 'lucide-react'
import type { MouseEvent, ReactElement } from 'react'
import type { User } from '#contract/accounts.ts'
import { MenuButton, MenuDrawer, menuFor } from '#web/app/menu.tsx'
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

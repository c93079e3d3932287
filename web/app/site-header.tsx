import { Link, useLocation, useRouterState } from '@tanstack/react-router'
import { LogOut, Menu, X } from 'lucide-react'
import {
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type SubmitEvent,
  type ToggleEvent,
  useRef,
} from 'react'
import type { User } from '#contract/accounts.ts'
import { ThemeSwitch } from '#web/app/theme-switch.tsx'
import { useAuth } from '#web/features/accounts/auth.tsx'
import { NotificationBell } from '#web/features/notifications/notification-bell.tsx'
import { cn } from '#web/lib/cn.ts'
import { leavePage, NEUTRAL_PAGE } from '#web/lib/quick-exit.ts'
import { useBareSiteTitle, useSiteSettings } from '#web/lib/site-settings.ts'
import { useIsHydrated } from '#web/lib/use-stored-state.ts'
import { Button, buttonVariants } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { PathsMark } from '#web/ui/paths-motif.tsx'

export function SiteHeader(): ReactElement {
  const { user, isLoading, logout } = useAuth()
  const handleLogout = (): void => void logout()
  return (
    <>
      <header className="sticky top-0 z-30 border-b border-line bg-ground">
        <OnItsWay />
        <div className="mx-auto flex h-[min(4rem,72px)] w-full max-w-page items-center gap-[4px] px-[8px] sm:px-6">
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

/** A line that grows while the next page is on its way and the one before stays. */
function OnItsWay(): ReactElement | null {
  const isPending = useRouterState({ select: ({ status }) => status === 'pending' })
  const isHydrated = useIsHydrated()
  if (!isPending || !isHydrated) return null
  return (
    <div
      aria-hidden
      className="absolute inset-x-0 -bottom-px h-0.5 origin-left animate-on-its-way bg-primary"
    />
  )
}

/** Spaces in pixels, so that with large text a narrow header still has room for the site's title. */
const brandClasses =
  'flex min-h-[44px] min-w-0 items-center gap-[8px] rounded-md px-[8px] font-serif md:-ml-2 text-[min(1.25rem,8vw)] font-semibold text-ink no-underline'

/** Leads members to the daily page and visitors to the landing page. */
function HomeLink({ user }: { user: User | null }): ReactElement {
  const siteTitle = useBareSiteTitle()
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
  'inline-flex min-h-11 items-center rounded-lg px-3 font-medium text-ink no-underline underline-offset-8 hover:bg-sand data-[status=active]:text-primary data-[status=active]:underline data-[status=active]:decoration-2'

interface MenuProps {
  user: User | null
  onLogout: () => void
}

function MenuRow({ user, onLogout }: MenuProps): ReactElement {
  const { pathname } = useLocation()
  const links = rowLinksFor(user).filter(({ to }) => to !== '/flow' || pathname !== '/flow')
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
  return (
    <LogoutForm onLogout={props.onLogout}>
      {props.isAdmin ? (
        <Button type="submit" variant="ghost" className="px-3">
          Logout
        </Button>
      ) : (
        <Button type="submit" variant="ghost" size="icon" aria-label="Logout" title="Logout">
          <LogOut aria-hidden size={20} />
        </Button>
      )}
    </LogoutForm>
  )
}

/** Around the button. A form, because that works without a script. */
function LogoutForm(props: { onLogout: () => void; children: ReactNode }): ReactElement {
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault()
    props.onLogout()
  }
  return (
    <Form action="/logout" onSubmit={handleSubmit} className="contents">
      {props.children}
    </Form>
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
        <PathsMark className="size-[36px] shrink-0" />
      )}
      <bdi className="truncate">{siteTitle}</bdi>
    </>
  )
}

function handleClick(event: MouseEvent): void {
  event.preventDefault()
  leavePage()
}

/**
 * A link, so that it also works without a script. A word, because an icon looks like that of Logout; it
 * grows only as far as a narrow header has room for.
 */
function QuickExit(): ReactElement {
  return (
    <a
      href={NEUTRAL_PAGE}
      rel="noreferrer"
      data-quick-exit
      onClick={handleClick}
      title="Leave this site now (or press Escape three times)"
      className="inline-flex min-h-[44px] shrink-0 items-center rounded-lg border border-line-strong px-[10px] text-[min(0.875rem,4.4vw)] font-medium whitespace-nowrap text-ink no-underline hover:bg-sand sm:px-3.5"
    >
      Quick exit
    </a>
  )
}

/**
 * On a phone, these are in the bar at the bottom. The one that `/flow` hides begins the row, so that the
 * others keep their places.
 */
const BAR_LINKS = [
  { to: '/flow', label: 'Daily Practice' },
  { to: '/dashboard', label: 'Dashboard' },
] as const
/** Only in the drawer: on a desktop, the dashboard and Faith Action lead there. */
const DRAWER_LINKS = [
  { to: '/daily-actions', label: 'My Daily Actions' },
  { to: '/guidance-responses', label: 'Guidance Responses' },
  { to: '/resources', label: 'Resources' },
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
  'flex min-h-12 items-center gap-3 rounded-lg px-3 text-lg font-medium text-ink no-underline hover:bg-sand data-[status=active]:bg-primary-soft data-[status=active]:font-semibold data-[status=active]:text-primary-strong'

type MenuLink =
  | (typeof BAR_LINKS)[number]
  | (typeof DRAWER_LINKS)[number]
  | typeof LIVE_LINK
  | typeof HOST_LINK
  | typeof ADMIN_LINK
  | typeof ACCOUNT_LINK
  | (typeof VISITOR_LINKS)[number]

function liveLinkFor(user: User): MenuLink {
  return user.rights.includes('host') ? HOST_LINK : LIVE_LINK
}

/** The links of the header (member document, section 2), without Logout. */
function rowLinksFor(user: User | null): readonly MenuLink[] {
  if (!user) return VISITOR_LINKS
  return [...BAR_LINKS, liveLinkFor(user), ...(user.isAdmin ? [ADMIN_LINK] : []), ACCOUNT_LINK]
}

/** The links of the drawer, without Logout. */
function drawerLinksFor(user: User | null): readonly MenuLink[] {
  if (!user) return VISITOR_LINKS
  const admin = user.isAdmin ? [ADMIN_LINK] : []
  return [...BAR_LINKS, liveLinkFor(user), ...DRAWER_LINKS, ACCOUNT_LINK, ...admin]
}

function isInBar(link: MenuLink): boolean {
  return BAR_LINKS.some(({ to }) => to === link.to)
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
        {drawerLinksFor(user).map((link) => (
          <Link
            key={link.to}
            to={link.to}
            className={cn(menuRowClasses, isInBar(link) && 'max-md:hidden')}
            onClick={close}
          >
            {link.label}
          </Link>
        ))}
        {user ? (
          <LogoutForm
            onLogout={() => {
              close()
              onLogout()
            }}
          >
            <button type="submit" className={menuRowClasses}>
              Logout
            </button>
          </LogoutForm>
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

import { Menu, Monitor, Moon, Sun, X } from 'lucide-react'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Brand } from '#web/app/brand.tsx'
import { brandClasses, drawerLinkClasses, HeaderBar, navLinkClasses } from '#web/app/header-bar.tsx'
import { menuFor } from '#web/app/menu.ts'
import { QuickExit } from '#web/app/quick-exit.tsx'
import { RestoredNotice } from '#web/app/restored-notice.tsx'
import { footerLinkClasses, SiteFooter } from '#web/app/site-footer.tsx'
import { SkipLink } from '#web/app/skip-link.tsx'
import { LandingPage } from '#web/features/landing/landing-page.tsx'
import { cn } from '#web/lib/cn.ts'
import { buttonVariants } from '#web/ui/button.tsx'
import { drawerClasses } from '#web/ui/drawer.tsx'

/** The server replaces it with the site's title. */
const SITE_TITLE = '%SITE_TITLE%'
/** The server replaces it with the current year. */
const YEAR = '%YEAR%'
/** The server replaces it with the day, or removes the notice. */
const RESTORED_ON = '%RESTORED_ON%'
const iconButton = buttonVariants({ variant: 'ghost', size: 'icon' })

/**
 * The body of the landing page as static HTML; its only script is `landing.ts`. Without a logo, it
 * shows the mark.
 */
export function renderLanding({ logoUrl }: { logoUrl: string | null }): string {
  return renderToStaticMarkup(
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <VisitorHeader logoUrl={logoUrl} />
      <RestoredNotice day={RESTORED_ON} />
      <main id="main" tabIndex={-1}>
        <LandingPage />
      </main>
      <SiteFooter siteTitle={SITE_TITLE} year={YEAR}>
        <a href="/privacy-facts" className={footerLinkClasses}>
          Who can see what
        </a>
      </SiteFooter>
    </div>,
  )
}

function VisitorHeader({ logoUrl }: { logoUrl: string | null }): ReactElement {
  return (
    <HeaderBar>
      <button
        type="button"
        popoverTarget="menu"
        aria-label="Open menu"
        className={cn(iconButton, 'md:hidden')}
      >
        <Menu aria-hidden size={24} />
      </button>
      <a href="/" className={brandClasses}>
        <Brand siteTitle={SITE_TITLE} logoUrl={logoUrl} />
      </a>
      <div className="grow" />
      <nav aria-label="Main" className="hidden items-center md:flex">
        {menuFor(null).map(({ to, label }) => (
          <a key={to} href={to} className={navLinkClasses}>
            {label}
          </a>
        ))}
      </nav>
      <ThemeButton />
      <QuickExit />
      <VisitorDrawer />
    </HeaderBar>
  )
}

/** Invisible until `landing.ts` sets it up; shows the icon of the current theme. */
function ThemeButton(): ReactElement {
  return (
    <button type="button" data-theme-switch className={cn(iconButton, 'invisible')}>
      <Monitor aria-hidden size={20} data-theme-icon="system" />
      <Sun aria-hidden size={20} data-theme-icon="light" className="hidden" />
      <Moon aria-hidden size={20} data-theme-icon="dark" className="hidden" />
    </button>
  )
}

/** The menu as a popover, which works without a script. */
function VisitorDrawer(): ReactElement {
  return (
    <div
      id="menu"
      popover="auto"
      className={cn(
        drawerClasses,
        'm-0 hidden h-dvh max-h-none open:flex open:animate-slide-from-left backdrop:bg-scrim',
      )}
    >
      <div className="mb-4 flex items-center justify-between">
        <h2 className="text-xl">Menu</h2>
        <button
          type="button"
          popoverTarget="menu"
          popoverTargetAction="hide"
          aria-label="Close menu"
          className={cn(iconButton, '-mr-2')}
        >
          <X aria-hidden size={22} />
        </button>
      </div>
      <nav aria-label="Menu" className="flex flex-col gap-1">
        {menuFor(null).map(({ to, label }) => (
          <a key={to} href={to} className={drawerLinkClasses}>
            {label}
          </a>
        ))}
      </nav>
    </div>
  )
}

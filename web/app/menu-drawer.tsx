import { Link } from '@tanstack/react-router'
import { LogOut, Menu } from 'lucide-react'
import type { ReactElement } from 'react'
import type { User } from '#contract/accounts.ts'
import { drawerLinkClasses } from '#web/app/header-bar.tsx'
import { menuFor } from '#web/app/menu.ts'
import { ThemeSwitch } from '#web/app/theme-switch.tsx'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer, DrawerClose, DrawerContent, DrawerTrigger } from '#web/ui/drawer.tsx'

interface MenuDrawerProps {
  user: User | null
  onLogout: () => void
}

/** The menu of small screens. */
export function MenuDrawer({ user, onLogout }: MenuDrawerProps): ReactElement {
  return (
    <Drawer>
      <DrawerTrigger>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Open menu"
          // As wide as the row of links needs: see `site-header.tsx`.
          className={user?.isAdmin ? 'min-[70rem]:hidden' : 'md:hidden'}
        >
          <Menu aria-hidden size={24} />
        </Button>
      </DrawerTrigger>
      <DrawerContent title="Menu" onCloseAutoFocus={leaveFocusOnHeading}>
        <nav aria-label="Main" className="flex flex-col gap-1">
          {menuFor(user).map(({ to, label }) => (
            <DrawerClose key={to}>
              <Link to={to} className={drawerLinkClasses}>
                {label}
              </Link>
            </DrawerClose>
          ))}
          {user ? (
            <DrawerClose>
              <button type="button" className={cn(drawerLinkClasses)} onClick={onLogout}>
                <LogOut aria-hidden size={20} />
                Logout
              </button>
            </DrawerClose>
          ) : null}
        </nav>
        {user ? (
          <div className="mt-1 border-t border-line pt-1">
            <ThemeSwitch />
          </div>
        ) : null}
      </DrawerContent>
    </Drawer>
  )
}

/** After a link of the menu the focus is on the new page already. */
function leaveFocusOnHeading(event: Event): void {
  if (document.activeElement instanceof HTMLHeadingElement) event.preventDefault()
}

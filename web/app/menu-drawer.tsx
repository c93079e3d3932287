import { Link } from '@tanstack/react-router'
import { LogOut, Menu, X } from 'lucide-react'
import { type ReactElement, type ToggleEvent, useRef } from 'react'
import type { User } from '#contract/accounts.ts'
import { menuFor, menuRowClasses } from '#web/app/menu.ts'
import { ThemeSwitch } from '#web/app/theme-switch.tsx'
import { cn } from '#web/lib/cn.ts'
import { buttonVariants } from '#web/ui/button.tsx'

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
          <ThemeSwitch isRow />
        </div>
      ) : null}
    </div>
  )
}

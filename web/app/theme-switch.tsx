import { Monitor, Moon, Sun } from 'lucide-react'
import type { ReactElement } from 'react'
import { chooseTheme, nextTheme, themeLabel, useTheme } from '#web/lib/theme.ts'
import { Button } from '#web/ui/button.tsx'

const ICONS = { system: Monitor, light: Sun, dark: Moon }

/** A row of the menu. */
export const drawerLinkClasses =
  'flex min-h-12 items-center gap-3 rounded-lg px-3 text-lg font-medium text-ink no-underline hover:bg-sand data-[status=active]:bg-primary-soft data-[status=active]:text-primary-strong'

interface ThemeSwitchProps {
  /** Shows the theme's name too, as a row of the menu. */
  isRow?: boolean
}

/** Cycles through the system, light and dark themes. */
export function ThemeSwitch({ isRow = false }: ThemeSwitchProps): ReactElement {
  const theme = useTheme()
  const Icon = ICONS[theme]
  const handleClick = (): void => chooseTheme(nextTheme(theme))
  if (isRow) {
    return (
      <button
        type="button"
        aria-label={themeLabel(theme)}
        className={drawerLinkClasses}
        onClick={handleClick}
      >
        <Icon aria-hidden size={20} />
        Colors: {theme}
      </button>
    )
  }
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={themeLabel(theme)}
      title={themeLabel(theme)}
      onClick={handleClick}
    >
      <Icon aria-hidden size={20} />
    </Button>
  )
}

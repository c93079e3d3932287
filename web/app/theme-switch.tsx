import { Monitor, Moon, Sun } from 'lucide-react'
import type { ReactElement } from 'react'
import { cn } from '#web/lib/cn.ts'
import { chooseTheme, nextTheme, themeLabel } from '#web/lib/theme.ts'
import { useTheme } from '#web/lib/use-theme.ts'
import { Button } from '#web/ui/button.tsx'

interface ThemeSwitchProps {
  /** Shows the theme's name too, as a row of the menu with these classes. */
  rowClasses?: string
}

/** Cycles through the system, light and dark themes. In documents without the app, `plain-page.ts` does. */
export function ThemeSwitch({ rowClasses }: ThemeSwitchProps): ReactElement {
  const theme = useTheme()
  const handleClick = (): void => chooseTheme(nextTheme(theme))
  if (rowClasses) {
    return (
      <button
        type="button"
        aria-label={themeLabel(theme)}
        className={cn(rowClasses, 'noscript:hidden')}
        onClick={handleClick}
      >
        Colors: {theme}
      </button>
    )
  }
  return (
    <Button
      variant="ghost"
      size="icon"
      data-theme-switch
      className="noscript:hidden"
      aria-label={themeLabel(theme)}
      title={themeLabel(theme)}
      onClick={handleClick}
    >
      <ThemeIcon />
    </Button>
  )
}

/** The document's theme chooses the icon, so that it is right before any script has run. */
function ThemeIcon(): ReactElement {
  return (
    <>
      <Monitor aria-hidden size={20} className="in-[:root[data-theme]]:hidden" />
      <Sun aria-hidden size={20} className="hidden in-[:root[data-theme=light]]:block" />
      <Moon aria-hidden size={20} className="hidden in-[:root[data-theme=dark]]:block" />
    </>
  )
}

import { readAloud } from '#web/features/read-aloud/speech.ts'
import { findVoice, listenToVoices } from '#web/features/read-aloud/voices.ts'
import { forgetAnswers } from '#web/lib/device-database.ts'
import { endHydration } from '#web/lib/hydration.ts'
import {
  coverRestoredPages,
  leaveOnEscape,
  leaveThroughLayer,
  silenceOnExit,
} from '#web/lib/quick-exit.ts'
import { chooseTheme, currentTheme, nextTheme, themeLabel } from '#web/lib/theme.ts'
import { whenIdle } from '#web/lib/when-idle.ts'

/** Put in by the build; missing in development. */
declare const APP_FILES: readonly string[] | undefined

/*
 * The script of documents that need no app (`isPlain` in `routes.ts`), as visitors get them: Quick exit,
 * the menu, the colors, and reading aloud.
 */

coverRestoredPages()
leaveOnEscape()
leaveThroughLayer()
silenceOnExit()
for (const button of document.querySelectorAll<HTMLElement>('[data-theme-switch]')) {
  switchTheme(button)
}
for (const button of document.querySelectorAll<HTMLElement>('[data-listen]')) listen(button)
tendMenu(document.getElementById('menu'))
endHydration()
forgetAnswers().catch(() => undefined)
whenIdle(fetchApp)

/** Fetches the app, so that the next page opens at once. */
function fetchApp(): void {
  for (const href of typeof APP_FILES === 'undefined' ? [] : APP_FILES) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href }))
  }
}

function switchTheme(button: HTMLElement): void {
  const name = (): void => {
    button.title = themeLabel(currentTheme())
    button.ariaLabel = button.title
  }
  name()
  button.addEventListener('click', () => {
    chooseTheme(nextTheme(currentTheme()))
    name()
  })
}

/** The browser opens and closes the menu; this adds the rest of what `site-header.tsx` does. */
function tendMenu(menu: HTMLElement | null): void {
  menu?.addEventListener('toggle', ({ newState }) => {
    if (newState === 'open') menu.querySelector('button')?.focus()
  })
  menu?.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) menu.hidePopover()
  })
}

/** Starts and stops the reading of the element whose id the button names, on a device with a voice. */
function listen(button: HTMLElement): void {
  const [title, words] = [button.ariaLabel, button.querySelector('span')]
  const element = document.getElementById(button.dataset.listen ?? '')
  let reading: AbortController | undefined
  const show = (): void => {
    const action = reading ? 'Stop reading' : 'Listen'
    button.ariaLabel = `${action}: ${title}`
    if (words) words.textContent = action
  }
  const start = (): void => {
    const started = new AbortController()
    reading = started
    readAloud({ text: '', element, voice: findVoice(), reading: started })
      // The words can be read without it.
      .catch(() => undefined)
      .finally(() => {
        if (reading === started) reading = undefined
        show()
      })
  }
  const offer = (): void => {
    button.hidden = findVoice() === undefined
  }
  button.addEventListener('click', () => {
    if (reading) reading.abort()
    else start()
    show()
  })
  listenToVoices(offer)
  offer()
  show()
}

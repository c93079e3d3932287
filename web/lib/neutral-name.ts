import { NEUTRAL_NAMES, type NeutralName } from '#contract/neutral-names.ts'

/** The name on this device, for pages before sign-in; `before-paint.js` reads it, too. */
const KEY = 'neutral-name'

const ICONS = {
  manifest: { own: '/manifest.webmanifest', neutral: (name: string) => `/${name}.webmanifest` },
  icon: { own: '/icons/icon.svg', neutral: (name: string) => `/icons/${name}.svg` },
  'apple-touch-icon': {
    own: '/icons/apple-touch-icon.png',
    neutral: (name: string) => `/icons/${name}-touch-icon.png`,
  },
}

/** What this device was last set to. */
export function deviceNeutralName(): NeutralName | null {
  try {
    const name = localStorage.getItem(KEY)
    return name !== null && isNeutralName(name) ? name : null
  } catch {
    return null
  }
}

/** Gives this device the name: the tab's icon, and what an installed app is called from now on. */
export function showNeutralName(name: NeutralName | null): void {
  try {
    if (name) localStorage.setItem(KEY, name)
    else localStorage.removeItem(KEY)
  } catch {
    // Storage can be forbidden; this page shows the name all the same.
  }
  for (const [rel, { own, neutral }] of Object.entries(ICONS)) {
    const link = document.querySelector(`link[rel="${rel}"]`)
    const address = name ? neutral(name) : own
    if (link && link.getAttribute('href') !== address) link.setAttribute('href', address)
  }
}

function isNeutralName(name: string): name is NeutralName {
  return Object.hasOwn(NEUTRAL_NAMES, name)
}

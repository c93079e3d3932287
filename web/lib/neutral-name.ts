import { NEUTRAL_NAMES, type NeutralName } from '#contract/neutral-names.ts'

/** Stores this device's neutral name, for pages before sign-in. `before-paint.js` reads it too. */
const KEY = 'neutral-name'

const ICONS = {
  manifest: { own: '/manifest.webmanifest', neutral: (name: string) => `/${name}.webmanifest` },
  icon: { own: '/icons/icon.svg', neutral: (name: string) => `/icons/${name}.svg` },
  'apple-touch-icon': {
    own: '/icons/apple-touch-icon.png',
    neutral: (name: string) => `/icons/${name}-touch-icon.png`,
  },
}

/** The neutral name that this device was last given, or null. */
export function deviceNeutralName(): NeutralName | null {
  try {
    const name = localStorage.getItem(KEY)
    return name !== null && isNeutralName(name) ? name : null
  } catch {
    return null
  }
}

/** Applies the neutral name on this device: the tab's icon and the manifest of an installed app. */
export function showNeutralName(name: NeutralName | null): void {
  try {
    if (name) localStorage.setItem(KEY, name)
    else localStorage.removeItem(KEY)
  } catch {
    // If storage is forbidden, this page shows the name anyway.
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

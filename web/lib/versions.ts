import { createListeners } from '#web/lib/listeners.ts'

/** The values that were entered here, and those that were saved since this page showed them. */
export interface VersionConflict {
  mine: object
  newer: object
  /** Whether nobody but the person can have changed it, on another device. */
  isOwn: boolean
  /** Describes either one by label. Without it, people see the fields that were sent. */
  describe?: ((value: object) => Record<string, string>) | undefined
}

/** Undefined if the person closes the dialog: then nothing is saved. */
export type VersionChoice = 'mine' | 'newer' | undefined

interface Asked extends VersionConflict {
  settle: (choice: VersionChoice) => void
}

let asked: Asked | undefined
const listeners = createListeners()

export const subscribeAsked = listeners.subscribe

/** The conflict that the person is asked about, for the dialog around every page. */
export function askedConflict(): Asked | undefined {
  return asked
}

/** Shows both texts, and waits for the person's choice. */
export function chooseVersion(conflict: VersionConflict): Promise<VersionChoice> {
  asked?.settle(undefined)
  return new Promise((resolve) => {
    const settle = (choice: VersionChoice): void => {
      asked = undefined
      listeners.notify()
      resolve(choice)
    }
    asked = { ...conflict, settle }
    listeners.notify()
  })
}

/** Said after the person chose what was saved on another device over their own. */
export const NEWER_KEPT = 'The newer one was kept'

const kept = new WeakSet<object>()

/** Marks an answer as the newer value that the person chose, which isn't what was sent. */
export function markNewer<T extends object>(answer: T): T {
  kept.add(answer)
  return answer
}

/** Whether the person chose the newer value, so nothing was saved. */
export function isNewer(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && kept.has(answer)
}

/** The version of something that the server has sent. */
export function versionIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('version' in value)) return undefined
  return String(value.version)
}

/** A field in which two versions differ, as texts. */
interface Difference {
  label: string
  mine: string
  newer: string
}

/** Whether the newer version already has everything that was sent, because it was sent before. */
export function isSame({ mine, newer }: Pick<VersionConflict, 'mine' | 'newer'>): boolean {
  const there = new Map<string, unknown>(Object.entries(newer))
  return Object.entries(mine).every(
    ([name, value]) =>
      name === 'version' || (there.has(name) && textOf(value) === textOf(there.get(name))),
  )
}

/** The fields that were sent and that are different in the newer version. */
export function differencesOf({ mine, newer, describe }: VersionConflict): Difference[] {
  if (describe) return differencesIn(describe(mine), describe(newer))
  const there = new Map<string, unknown>(Object.entries(newer))
  return Object.entries(mine).flatMap(([name, value]) => {
    if (value instanceof File) return [{ label: labelOf(name), mine: value.name, newer: '' }]
    if (name === 'version' || !there.has(name)) return []
    const [one, other] = [textOf(value), textOf(there.get(name))]
    return one === other ? [] : [{ label: labelOf(name), mine: one, newer: other }]
  })
}

function differencesIn(mine: Record<string, string>, newer: Record<string, string>): Difference[] {
  return Object.entries(mine)
    .map(([label, text]) => ({ label, mine: text, newer: newer[label] ?? '' }))
    .filter((difference) => difference.mine !== difference.newer)
}

/** `siteTitle` is 'Site title'. */
function labelOf(name: string): string {
  const words = name.replace(/^is(?=[A-Z])|Url$|Html$/g, '').replace(/[A-Z]|\d+/g, ' $&')
  const text = words.trim().toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function textOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return ''
  if (typeof value === 'string') return plainText(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(textOf).join('\n')
  if (typeof value === 'object') return Object.values(value).map(textOf).filter(Boolean).join(', ')
  return String(value)
}

/** The words of a rich text, with a line for each paragraph; other texts as they are. */
function plainText(text: string): string {
  if (!/<[a-z][^>]*>/i.test(text)) return text
  const lines = text.replace(/<\/(p|h\d|li|blockquote|tr)>|<br\s*\/?>/gi, '$&\n')
  const { body } = new DOMParser().parseFromString(lines, 'text/html')
  return (body.textContent ?? '').trim()
}

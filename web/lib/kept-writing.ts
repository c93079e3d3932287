import { openDB } from 'idb'
import { DRAFT_DATABASES, DRAFT_PREFIX } from '#web/lib/drafts.ts'

/** Ends the keys that list library texts already shown as drafts, which nobody wrote. */
const SEEN_SUFFIX = ':seen'

/** How many texts and recordings a member began on this device and has not sent. */
export async function countKeptWriting(memberId: string): Promise<number> {
  const begun = new Set<string>()
  for (const storage of storages()) {
    for (const key of draftKeysIn(storage, memberId)) {
      if (!key.endsWith(SEEN_SUFFIX)) begun.add(key.slice(DRAFT_PREFIX.length))
    }
  }
  await eachRow(memberId, ({ draftKey }) => void begun.add(draftKey))
  return begun.size
}

/** Removes the member's unsent texts and recordings. Those of others on the device stay. */
export async function removeKeptWriting(memberId: string): Promise<void> {
  for (const storage of storages()) {
    for (const key of draftKeysIn(storage, memberId)) storage.removeItem(key)
  }
  await eachRow(memberId, ({ remove }) => remove())
}

/** The storages that the browser allows. */
function storages(): Storage[] {
  return [() => localStorage, () => sessionStorage].flatMap((open) => {
    try {
      return [open()]
    } catch {
      return []
    }
  })
}

function draftKeysIn(storage: Storage, memberId: string): string[] {
  return Object.keys(storage).filter((key) => key.startsWith(DRAFT_PREFIX) && isOf(key, memberId))
}

function isOf(draftKey: string, memberId: string): boolean {
  return draftKey.split(':').includes(memberId)
}

interface KeptRow {
  draftKey: string
  remove: () => Promise<void>
}

async function eachRow(
  memberId: string,
  visit: (row: KeptRow) => void | Promise<void>,
): Promise<void> {
  // Opening a database that doesn't exist would create it.
  const there = (await indexedDB.databases()).map(({ name }) => name)
  for (const name of Object.values(DRAFT_DATABASES).filter((each) => there.includes(each))) {
    const db = await openDB(name)
    for (const store of db.objectStoreNames) {
      const keys = await db.getAllKeys(store)
      // In parallel: a recording has many rows, and sign-out waits only briefly.
      await Promise.all(
        keys.map(async (key) => {
          const draftKey = String(Array.isArray(key) ? key[0] : key)
          if (isOf(draftKey, memberId)) {
            await visit({ draftKey, remove: () => db.delete(store, key) })
          }
        }),
      )
    }
    db.close()
  }
}

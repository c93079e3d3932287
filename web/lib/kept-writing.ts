import { openDB } from 'idb'
import { DRAFT_DATABASES, DRAFT_PREFIX } from '#web/lib/drafts.ts'

/** What a generated draft was made of is kept beside it; nobody wrote that. */
const SEEN_SUFFIX = ':seen'

/** How many things a member has begun to write or to record on this device and not sent. */
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

/** Removes all of it. What was begun by others on the same device stays. */
export async function removeKeptWriting(memberId: string): Promise<void> {
  for (const storage of storages()) {
    for (const key of draftKeysIn(storage, memberId)) storage.removeItem(key)
  }
  await eachRow(memberId, ({ remove }) => remove())
}

/** A browser that refuses storage keeps nothing in it. */
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
  // Opening one that is not there would make an empty one.
  const there = (await indexedDB.databases()).map(({ name }) => name)
  for (const name of Object.values(DRAFT_DATABASES).filter((each) => there.includes(each))) {
    const db = await openDB(name)
    for (const store of db.objectStoreNames) {
      const keys = await db.getAllKeys(store)
      // Together: a recording has many rows, and who leaves does not wait for long.
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

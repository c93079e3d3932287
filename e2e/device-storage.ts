import type { Page } from '@playwright/test'

/** All rows of a store in one of the page's IndexedDB databases, which must exist. */
export function storedRows<Row>(
  page: Page,
  { database, store }: { database: string; store: string },
): Promise<Row[]> {
  return page.evaluate(
    (where) =>
      new Promise<Row[]>((resolve, reject) => {
        const opening = indexedDB.open(where.database)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const db = opening.result
          const asking = db.transaction(where.store).objectStore(where.store).getAll()
          asking.onerror = () => reject(asking.error)
          asking.onsuccess = () => {
            db.close()
            resolve(asking.result)
          }
        }
      }),
    { database, store },
  )
}

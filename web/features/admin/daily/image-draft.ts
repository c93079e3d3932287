import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { DRAFT_DATABASES } from '#web/lib/drafts.ts'

interface ImageRow {
  draftKey: string
  name: string
  mimeType: string
  /** Bytes rather than a Blob: older WebKit loses stored Blobs. */
  data: ArrayBuffer
}

interface ImageSchema extends DBSchema {
  image: { key: string; value: ImageRow }
}

let opened: Promise<IDBPDatabase<ImageSchema>> | undefined

function open(): Promise<IDBPDatabase<ImageSchema>> {
  opened ??= openDB<ImageSchema>(DRAFT_DATABASES.image, 1, {
    upgrade: (db) => void db.createObjectStore('image', { keyPath: 'draftKey' }),
    terminated: forget,
  })
  opened.catch(forget)
  return opened
}

function forget(): void {
  opened = undefined
}

/** Saves the chosen image on this device until it is published, replacing an older one. */
export async function keepImage(draftKey: string, file: File): Promise<void> {
  const data = await file.arrayBuffer()
  await (await open()).put('image', { draftKey, name: file.name, mimeType: file.type, data })
}

export async function findKeptImage(draftKey: string): Promise<File | undefined> {
  const row = await (await open()).get('image', draftKey)
  return row && new File([row.data], row.name, { type: row.mimeType })
}

export async function removeKeptImage(draftKey: string): Promise<void> {
  await (await open()).delete('image', draftKey)
}

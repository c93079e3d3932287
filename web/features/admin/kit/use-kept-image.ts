import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { DRAFT_DATABASES } from '#web/lib/drafts.ts'

export interface KeptImage {
  file: File | null
  /** Null removes the image. */
  choose: (file: File | null) => void
}

/** The image of a draft. It survives a reload if the browser can store it. */
export function useKeptImage(draftKey: string): KeptImage {
  const queryKey = ['draft-image', draftKey]
  const queryClient = useQueryClient()
  const { data = null } = useQuery({
    queryKey,
    queryFn: () =>
      findKeptImage(draftKey)
        .catch(() => undefined)
        .then((kept) => {
          // A choice made in the meantime wins, even a removal.
          const chosen = queryClient.getQueryData<File | null>(queryKey)
          return chosen === undefined ? (kept ?? null) : chosen
        }),
  })
  return {
    file: data,
    choose: (file) => {
      queryClient.setQueryData(queryKey, file)
      const kept = file ? keepImage(draftKey, file) : removeKeptImage(draftKey)
      // If the browser can't store it, it lasts until the page is left.
      kept.catch(() => undefined)
    },
  }
}

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
async function keepImage(draftKey: string, file: File): Promise<void> {
  const data = await file.arrayBuffer()
  await (await open()).put('image', { draftKey, name: file.name, mimeType: file.type, data })
}

async function findKeptImage(draftKey: string): Promise<File | undefined> {
  const row = await (await open()).get('image', draftKey)
  return row && new File([row.data], row.name, { type: row.mimeType })
}

async function removeKeptImage(draftKey: string): Promise<void> {
  await (await open()).delete('image', draftKey)
}

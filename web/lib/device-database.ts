import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { OutboxItem, RefusedItem } from '#web/lib/outbox/outbox-items.ts'

/** An answer from the server, kept so that it can be read offline. */
export interface KeptAnswer {
  /** The hash of the query key. */
  hash: string
  queryKey: readonly unknown[]
  data: unknown
  /** When the server sent it, in milliseconds. */
  updatedAt: number
}

/** The member whose answers are kept, and the version of the contract they have. */
export interface AnswerOwner {
  memberId: string
  contract: string
}

interface DeviceSchema extends DBSchema {
  call: {
    key: number
    value: OutboxItem
    indexes: { memberId: string; key: [string, string] }
  }
  refusal: { key: number; value: RefusedItem; indexes: { memberId: string } }
  answer: { key: string; value: KeptAnswer }
  owner: { key: 'answers'; value: AnswerOwner }
}

export type DeviceDatabase = IDBPDatabase<DeviceSchema>

let opened: Promise<DeviceDatabase> | undefined

/**
 * Opens the IndexedDB database with what this device keeps for its member: calls that wait for the
 * network, and answers to read offline. Rejects if the browser refuses storage.
 */
export function openDevice(): Promise<DeviceDatabase> {
  opened ??= openDB<DeviceSchema>('folx', 1, {
    upgrade: createStores,
    // Another tab needs a newer version of the database: close it; the next use opens it again.
    blocking: (_current, _blocked, event) => {
      forget()
      if (event.target instanceof IDBDatabase) event.target.close()
    },
    terminated: forget,
  })
  opened.catch(forget)
  return opened
}

/** Removes all answers and their owner: a visitor may not read what a member of this device has read. */
export async function forgetAnswers(): Promise<void> {
  const transaction = (await openDevice()).transaction(['answer', 'owner'], 'readwrite')
  await Promise.all([
    transaction.objectStore('answer').clear(),
    transaction.objectStore('owner').clear(),
    transaction.done,
  ])
}

function createStores(db: DeviceDatabase): void {
  const call = db.createObjectStore('call', { keyPath: 'id', autoIncrement: true })
  call.createIndex('memberId', 'memberId')
  call.createIndex('key', ['memberId', 'key'])
  db.createObjectStore('refusal', { keyPath: 'id' }).createIndex('memberId', 'memberId')
  db.createObjectStore('answer', { keyPath: 'hash' })
  db.createObjectStore('owner')
}

function forget(): void {
  opened = undefined
}

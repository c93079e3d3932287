import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { KeptCall, RefusedCall } from '#web/lib/outbox/kept-call.ts'

/** An answer of the server, kept for reading without a connection. */
export interface KeptAnswer {
  /** The hash of its query's key. */
  hash: string
  queryKey: readonly unknown[]
  data: unknown
  /** When the server gave it, in milliseconds. */
  updatedAt: number
}

/** Whose answers are kept, and in which version of the contract. */
export interface AnswerOwner {
  memberId: string
  contract: string
}

interface DeviceSchema extends DBSchema {
  call: {
    key: number
    value: KeptCall
    indexes: { memberId: string; key: [string, string] }
  }
  refusal: { key: number; value: RefusedCall; indexes: { memberId: string } }
  answer: { key: string; value: KeptAnswer }
  owner: { key: 'answers'; value: AnswerOwner }
}

export type DeviceDatabase = IDBPDatabase<DeviceSchema>

let opened: Promise<DeviceDatabase> | undefined

/**
 * What this device keeps for its member in IndexedDB: calls that wait for the network, and answers
 * to read without it. Rejects where a browser refuses storage.
 */
export function openDevice(): Promise<DeviceDatabase> {
  opened ??= openDB<DeviceSchema>('folx', 1, {
    upgrade: createStores,
    // Another tab runs a newer version: the next use opens the database again.
    blocking: (_current, _blocked, event) => {
      forget()
      if (event.target instanceof IDBDatabase) event.target.close()
    },
    terminated: forget,
  })
  opened.catch(forget)
  return opened
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

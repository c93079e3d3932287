import { lookup } from 'node:dns/promises'
import { stat, statfs } from 'node:fs/promises'
import { isIP } from 'node:net'
import { freemem, totalmem } from 'node:os'
import { connect } from 'node:tls'
import { getHeapStatistics } from 'node:v8'
import { within } from '#server/domain/within.ts'

/** How long another server may take to answer, in milliseconds. */
const ANSWER_MS = 5_000

export interface DiskSpace {
  freeBytes: number
  totalBytes: number
  /** Undefined on file systems without a fixed number of files. */
  freeFilesShare: number | undefined
}

export interface MemoryUse {
  availableBytes: number
  totalBytes: number
  /** Share of this process's heap limit in use, from 0 to 1. */
  heapShare: number
}

export interface Certificate {
  endsAt: Date
  /** Whether browsers accept it. */
  isTrusted: boolean
}

/** Reads the state of the machine and its network. */
export interface Probes {
  disk(path: string): Promise<DiskSpace>
  memory(): MemoryUse
  /** The permissions of a file (`0o600`); undefined if it does not exist. */
  fileMode(path: string): Promise<number | undefined>
  /** The time of another server, from its `Date` header; undefined if it sends none. */
  dateOf(url: string): Promise<Date | undefined>
  /** Rejects if nothing answers. */
  certificateOf(url: string): Promise<Certificate>
  /** The IP addresses of a host in a URL. Rejects if it has none. */
  addressesOf(hostname: string): Promise<string[]>
}

export const systemProbes: Probes = {
  disk: async (path) => {
    const { bavail, bsize, blocks, ffree, files } = await statfs(path)
    return {
      freeBytes: bavail * bsize,
      totalBytes: blocks * bsize,
      freeFilesShare: files > 0 ? ffree / files : undefined,
    }
  },
  memory: () => {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
    return { ...machineMemory(), heapShare: used / limit }
  },
  fileMode: async (path) => {
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
      throw error
    })
    return found && found.mode & 0o777
  },
  dateOf: async (url) => {
    const signal = AbortSignal.timeout(ANSWER_MS)
    const { headers } = await fetch(url, { method: 'HEAD', redirect: 'manual', signal })
    const date = new Date(headers.get('date') ?? '')
    return Number.isNaN(date.getTime()) ? undefined : date
  },
  certificateOf: async (url) => {
    const { hostname, port } = new URL(url)
    const host = bareHost(hostname)
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      rejectUnauthorized: false,
      timeout: ANSWER_MS,
    })
    try {
      return await new Promise((resolve, reject) => {
        socket.once('secureConnect', () => {
          const endsAt = new Date(socket.getPeerCertificate().valid_to)
          resolve({ endsAt, isTrusted: socket.authorized })
        })
        socket.once('error', reject)
        socket.once('timeout', () => reject(new Error('timeout')))
      })
    } finally {
      socket.destroy()
    }
  },
  addressesOf: async (hostname) => {
    const found = await within(ANSWER_MS, lookup(bareHost(hostname), { all: true }))
    return found.map(({ address }) => address)
  },
}

/** URLs write IPv6 addresses in brackets. */
function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/** In a container, the container's limit counts. */
function machineMemory(): { availableBytes: number; totalBytes: number } {
  const limit = process.constrainedMemory()
  const available = process.availableMemory()
  const isLimited = limit > 0 && limit < totalmem()
  return {
    availableBytes: available > 0 ? available : freemem(),
    totalBytes: isLimited ? limit : totalmem(),
  }
}

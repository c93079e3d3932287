import { Resolver } from 'node:dns/promises'
import { LRUCache } from 'lru-cache'
import { HOUR_MS } from '#contract/durations.ts'
import { TimeLimitError, within } from '#server/domain/within.ts'
import type { DomainRecords, Presence, SenderDomains } from './port.ts'

const LIMIT_MS = 3_000
/** Unknown records are queried again soon. */
const UNKNOWN_MS = 60_000

/** DKIM selectors. Resend's is fixed; with SMTP it can be any name, and these are common ones. */
const SELECTORS = {
  resend: ['resend'],
  smtp: [
    'default',
    'mail',
    'dkim',
    'smtp',
    's1',
    's2',
    'k1',
    'k2',
    'google',
    'selector1',
    'selector2',
    'mx',
    'key1',
    'fm1',
  ],
} as const

interface Options {
  /** Addresses of DNS servers; this machine's own by default. */
  servers?: string[]
  limitMs?: number
}

/** Queries DNS and caches answers for an hour. */
export function createDnsSenderDomains({
  servers,
  limitMs = LIMIT_MS,
}: Options = {}): SenderDomains {
  const resolver = new Resolver({ timeout: Math.ceil(limitMs / 3), tries: 2 })
  if (servers) resolver.setServers(servers)
  const answers = new LRUCache<string, Promise<DomainRecords>>({ max: 50, ttl: HOUR_MS })
  return {
    check: ({ domain, provider }) => {
      const key = `${provider} ${domain}`
      const known = answers.get(key)
      if (known) return known
      const ask: Ask = (name, isWanted) => answered(limitMs, query(resolver, name, isWanted))
      const asked = checkAll(ask, domain, provider)
      answers.set(key, asked)
      void asked.then((records) => {
        if (Object.values(records).includes('unknown')) answers.set(key, asked, { ttl: UNKNOWN_MS })
      })
      return asked
    },
  }
}

/** Whether one of the name's TXT records is the wanted one. */
type Ask = (name: string, isWanted: (record: string) => boolean) => Promise<Presence>

async function checkAll(
  ask: Ask,
  domain: string,
  provider: 'smtp' | 'resend',
): Promise<DomainRecords> {
  const [spf, dkim, dmarc] = await Promise.all([
    askAny(ask, spfNames(domain, provider), isSpf),
    askAny(
      ask,
      SELECTORS[provider].map((selector) => `${selector}._domainkey.${domain}`),
      isDkim,
    ),
    askAny(
      ask,
      withParents(domain).map((name) => `_dmarc.${name}`),
      isDmarc,
    ),
  ])
  // If no common selector has a key, there may still be one under another name.
  return { spf, dmarc, dkim: provider === 'smtp' && dkim === 'missing' ? 'unknown' : dkim }
}

/** Resend sends from the subdomain `send`, so its SPF record is there. */
function spfNames(domain: string, provider: 'smtp' | 'resend'): string[] {
  return provider === 'resend' ? [`send.${domain}`, domain] : [domain]
}

/** A policy also applies to subdomains. The last two labels count as the organization's domain. */
function withParents(domain: string): string[] {
  const labels = domain.split('.')
  const count = Math.min(Math.max(labels.length - 1, 1), 5)
  return Array.from({ length: count }, (_, from) => labels.slice(from).join('.'))
}

/** Found at one of the names, or missing at all of them. */
async function askAny(
  ask: Ask,
  names: readonly string[],
  isWanted: (record: string) => boolean,
): Promise<Presence> {
  const answers = await Promise.all(names.map((name) => ask(name, isWanted)))
  if (answers.includes('found')) return 'found'
  return answers.includes('unknown') ? 'unknown' : 'missing'
}

async function query(
  resolver: Resolver,
  name: string,
  isWanted: (record: string) => boolean,
): Promise<Presence> {
  try {
    const records = await resolver.resolveTxt(name)
    // A long record is split into strings that belong together (RFC 7208, section 3.3).
    return records.some((pieces) => isWanted(pieces.join(''))) ? 'found' : 'missing'
  } catch (error) {
    return isAbsence(error) ? 'missing' : 'unknown'
  }
}

function isAbsence(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENODATA' || code === 'ENOTFOUND'
}

function isSpf(record: string): boolean {
  return /^v=spf1(\s|$)/i.test(record)
}

function isDmarc(record: string): boolean {
  return /^v=DMARC1\s*;/i.test(record)
}

/** An empty key was revoked. */
function isDkim(record: string): boolean {
  return /(^|;)\s*p\s*=\s*[A-Za-z0-9+/]/.test(record)
}

async function answered(limitMs: number, answer: Promise<Presence>): Promise<Presence> {
  return within(limitMs, answer).catch((error: unknown) => {
    if (error instanceof TimeLimitError) return 'unknown'
    throw error
  })
}

const UNREACHABLE = 'It does not answer. Check its address, and the firewall in between.'
const CLOSED = 'It closed the connection. Look at its log, then start again.'
const CERTIFICATE =
  'Its certificate is not trusted. Add sslrootcert with the file of its authority to the address.'

/** By error code of Node, of OpenSSL or of PostgreSQL. */
const PROBLEMS: Record<string, string> = {
  ECONNREFUSED: 'Nothing listens at its address. Start PostgreSQL, or correct the address.',
  ENOENT: 'Its socket does not exist. Start PostgreSQL, or correct the path.',
  ENOTFOUND: 'Its host name is unknown. Correct the name.',
  EAI_AGAIN: 'Its host name cannot be looked up now. Check the name and the network.',
  ETIMEDOUT: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  ECONNRESET: CLOSED,
  DEPTH_ZERO_SELF_SIGNED_CERT: CERTIFICATE,
  SELF_SIGNED_CERT_IN_CHAIN: CERTIFICATE,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: CERTIFICATE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: CERTIFICATE,
  CERT_HAS_EXPIRED: 'Its certificate has expired. Renew it.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another host name. Correct the address.',
  '28P01': 'It refuses the user name or the password. Correct them.',
  '28000': 'It does not let this user in. Check the user name, and pg_hba.conf.',
  '3D000': 'It has no database of that name. Create it, or correct the name.',
  '42501': 'It does not give this user the rights that it needs (docs/operations.md).',
  '53300': 'It has no free connection. Raise its max_connections, or stop other programs.',
  '57P01': 'It was shut down. Start it again.',
  '57P02': 'It crashed. Look at its log.',
  '57P03': 'It is starting or stopping. Try again in a moment.',
}

/** Errors of node-postgres and pg-boss that have no code. */
const MESSAGES: [pattern: RegExp, problem: string][] = [
  [/timeout expired|timeout exceeded|due to connection timeout/, UNREACHABLE],
  [/Connection terminated unexpectedly|LISTEN\/NOTIFY connection ended/, CLOSED],
  [/does not support SSL/, 'It offers no encryption. Turn on ssl there, or remove sslmode.'],
  [/password must be a (non-empty )?string/, 'It wants a password. Add it to the address.'],
]

/**
 * The problem with a connection to PostgreSQL and the next step, in a sentence or two that
 * contain no address and no password; undefined for any other error.
 */
export function connectionProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  // Files that are missing have such a code, too.
  if (code === 'ENOENT' && !('syscall' in error && error.syscall === 'connect')) return undefined
  const known = PROBLEMS[code]
  if (known) return `${known} (${code})`
  return MESSAGES.find(([pattern]) => pattern.test(error.message))?.[1]
}

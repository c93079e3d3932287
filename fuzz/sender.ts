import type { WireAnswer } from './judge.ts'
import type { WireRequest } from './requests.ts'
import type { Target } from './run.ts'

export interface Sender {
  origin: string
  send: Target['send']
}

/** Makes a POST for setup. Throws if the status isn't `expected`. */
export async function post(
  { origin, send }: Sender,
  call: { path: string; cookie?: string; json?: object; expected?: number },
): Promise<WireAnswer> {
  const wire: WireRequest = {
    method: 'POST',
    url: call.path,
    headers: {
      host: new URL(origin).host,
      origin,
      ...(call.cookie && { cookie: call.cookie }),
      ...(call.json && { 'content-type': 'application/json' }),
    },
    payload: call.json && Buffer.from(JSON.stringify(call.json)),
  }
  const answer = await send(wire, { isStream: false })
  const { status, bytes } = answer
  const isExpected = call.expected ? status === call.expected : status < 300
  if (!isExpected) throw new Error(`${call.path}: ${status} ${bytes.toString()}`)
  return answer
}

export function jsonOf({ bytes }: WireAnswer): unknown {
  return bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined
}

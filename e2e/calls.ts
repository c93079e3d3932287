import type { TestMember } from '#server/testing/population.ts'
import type { Site } from './site.ts'

/** Makes a call as a member without a page. A `body` that is not a form is sent as JSON. */
export function callAs(
  site: Site,
  { cookie }: Pick<TestMember, 'cookie'>,
  { method, path, body }: { method: string; path: string; body?: object },
): Promise<Response> {
  const isForm = body instanceof FormData
  return fetch(site.url + path, {
    method,
    redirect: 'manual',
    headers: {
      Cookie: cookie,
      Origin: site.url,
      ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}),
    },
    body: isForm ? body : body === undefined ? null : JSON.stringify(body),
  })
}

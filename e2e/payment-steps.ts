import { type Purchase, shopEndpoints } from '#contract/shop.ts'
import type { TestMember } from '#server/testing/population.ts'
import type { Site } from './site.ts'

export function nameOf(name: string): {
  username: string
  email: string
  anonymousUsername: string
} {
  return { username: name, email: `${name}@example.org`, anonymousUsername: `Anchor ${name}` }
}

/** Starts a checkout and returns the payment page's address. */
export async function checkOut(site: Site, member: TestMember, productId: number): Promise<string> {
  const answer = await fetch(`${site.url}${shopEndpoints.createCheckout.path}`, {
    method: 'POST',
    headers: { Cookie: member.cookie, Origin: site.url, 'Content-Type': 'application/json' },
    body: JSON.stringify({ productId }),
  })
  return shopEndpoints.createCheckout.response.parse(await answer.json()).url
}

export async function purchasesOf(site: Site, member: TestMember): Promise<Purchase[]> {
  const answer = await fetch(`${site.url}${shopEndpoints.listPurchases.path}`, {
    headers: { Cookie: member.cookie },
  })
  return shopEndpoints.listPurchases.response.parse(await answer.json())
}

import { type Purchase, shopEndpoints } from '#contract/shop.ts'
import type { TestMember } from '#server/testing/population.ts'
import { callAs } from './calls.ts'
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
  const { method, path } = shopEndpoints.createCheckout
  const answer = await callAs(site, member, { method, path, body: { productId } })
  return shopEndpoints.createCheckout.response.parse(await answer.json()).url
}

export async function purchasesOf(site: Site, member: TestMember): Promise<Purchase[]> {
  const { method, path } = shopEndpoints.listPurchases
  const answer = await callAs(site, member, { method, path })
  return shopEndpoints.listPurchases.response.parse(await answer.json())
}

import { expect, test } from './fixtures.ts'

/** Whether this browser can offer passkeys in a form at all, which a shell without windows cannot. */
test('a passkey is offered in the username field, and signs in without a button', async ({
  page,
  context,
  world,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401 /)
  const member = await world.member()
  await signIn(context, member)
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto('/account')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('My phone')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()

  await context.clearCookies()
  await page.goto('/auth?next=%2Faccount')
  await page.getByLabel('Username or email').focus()
  await expect(page).toHaveURL('/account')
  await expect(page.getByText('last used')).toBeVisible()
})

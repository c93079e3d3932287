import { createECDH, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectToast, setBox, test } from './fixtures.ts'

test.use({ serviceWorkers: 'allow' })

test('push is turned on and off for a device, and a notification reveals nothing', async ({
  memberPage: page,
  context,
  site,
}) => {
  await context.grantPermissions(['notifications'], { origin: site.url })
  await useOwnPushService(page)
  await page.goto('/account/notifications')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.getByRole('button', { name: 'Turn on for this device' }).click()
  await expectToast(page, 'Push turned on for this device')
  await expect(page.getByText('Push is on for 1 device.')).toBeVisible()
  const replies = page.getByLabel('New replies to your story: Push')
  const group = page.getByText('Your stories and replies', { exact: true })
  await group.click()
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.ok(),
  )
  await setBox(replies, false)
  await saved
  await page.reload()
  await group.click()
  await expect(replies).not.toBeChecked()

  const message = { title: 'Folx', body: 'You have something new', url: '/dashboard' }
  expect(await shownFor(page, site.url, JSON.stringify(message))).toEqual([
    { title: 'Folx', body: 'You have something new', tag: 'news' },
  ])
  expect(await shownFor(page, site.url, 'nothing that can be read')).toEqual([
    { title: 'You have something new', body: '', tag: 'news' },
  ])

  await page.getByRole('button', { name: 'Turn off for this device' }).click()
  await expectToast(page, 'Push turned off for this device')
  await expect(page.getByText('Push is off on all your devices.')).toBeVisible()
  await expect(replies).toHaveCount(0)

  // Signing out removes the subscription.
  await page.getByRole('button', { name: 'Turn on for this device' }).click()
  await expect(page.getByText('Push is on for 1 device.')).toBeVisible()
  expect(await isSubscribed(page)).toBe(true)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(`${site.url}/`)
  expect(await isSubscribed(page)).toBe(false)
})

test('a daily reminder by push can be set on a phone by keyboard alone', async ({
  page,
  context,
  site,
  world,
  signIn,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await signIn(await world.member())
  await context.grantPermissions(['notifications'], { origin: site.url })
  await useOwnPushService(page)
  await page.goto('/flow?tab=faith')
  await page.getByRole('button', { name: 'More: Daily Actions' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Daily reminder' }).press('Enter')
  await expect(page).toHaveURL('/account/notifications')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const card = page.getByRole('region', { name: 'Daily reminder' })
  const sunday = card.getByLabel('Sunday')
  const reminder = card.getByRole('switch', { name: 'Daily reminder' })
  await expect(card.getByLabel('Time')).toHaveCount(0)
  await reminder.press('Space')
  await expectToast(page, 'Daily reminder saved')
  await card.getByLabel('Time').focus()
  await page.keyboard.type('0545AM')
  await expect(card.getByLabel('Time')).toHaveValue('05:45')
  await sunday.press('Space')
  await expect(sunday).not.toBeChecked()
  await card.getByLabel('Email').press('ArrowUp')
  await expect(card.getByLabel('Push')).toBeChecked()
  await expect(
    card.getByText('Push is off. Turn it on under “Push messages” on this page.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Turn on for this device' }).press('Enter')
  await expectToast(page, 'Push turned on for this device')
  const save = card.getByRole('button', { name: 'Save reminder' })
  await save.press('Enter')
  await expectToast(page, 'Daily reminder saved')
  await expect(card.getByText(/^Next reminder: \w+day, .* at 5:45\sAM$/)).toBeVisible()

  await setBox(page.getByLabel('Quiet hours'), true)
  await expect(card.getByText('This time is in your quiet hours.')).toBeVisible()
  await page.reload()
  await expect(card.getByText('This time is in your quiet hours.')).toBeVisible()
  await expect(card.getByLabel('Time')).toHaveValue('05:45')
  await expect(sunday).not.toBeChecked()

  for (const day of ['Mon', 'Tues', 'Wednes', 'Thurs', 'Fri', 'Satur']) {
    await card.getByLabel(`${day}day`).press('Space')
  }
  await save.press('Enter')
  await expect(card.getByRole('alert')).toHaveText('Choose at least one day.')
  await expect(sunday).toBeFocused()
  await reminder.press('Space')
  await expectToast(page, 'Daily reminder turned off')
  await expect(reminder).toBeFocused()
  await expect(card.getByLabel('Time')).toHaveCount(0)
  await expect(card.getByText('This time is in your quiet hours.')).toHaveCount(0)
})

test('a browser without push support does not offer it, and an iPhone explains how to get it', async ({
  memberPage: page,
  openPage,
  world,
}) => {
  const withoutPush = (): void => {
    for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(window, name)
  }
  await page.addInitScript(withoutPush)
  await page.goto('/account/notifications')
  await page.getByText('Your stories and replies', { exact: true }).click()
  await expect(page.getByRole('table', { name: /How you’re notified/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Push' })).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Push' })).toHaveCount(0)

  const phone = await openPage({ as: await world.member() })
  await phone.addInitScript(withoutPush)
  await phone.addInitScript(() => Object.assign(navigator, { standalone: false }))
  await phone.goto('/account/notifications')
  const push = phone.getByRole('region', { name: 'Push' })
  await expect(push.getByRole('listitem')).toHaveText([
    'Tap Share in Safari.',
    'Choose Add to Home Screen, then Add.',
    /Open the app from your Home Screen/,
  ])
})

/** Simulates push subscriptions, because this browser has no push service. */
async function useOwnPushService(page: Page): Promise<void> {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const device = {
    endpoint: `https://web.push.apple.com/${randomBytes(16).toString('base64url')}`,
    keys: {
      p256dh: ecdh.getPublicKey('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  }
  await page.addInitScript((json) => {
    const KEY = 'test-push-key'
    const read = (): unknown => {
      const key = localStorage.getItem(KEY)
      if (key === null) return null
      return {
        endpoint: json.endpoint,
        options: { applicationServerKey: new Uint8Array(JSON.parse(key)).buffer },
        toJSON: () => json,
        unsubscribe: async () => localStorage.removeItem(KEY),
      }
    }
    Object.assign(PushManager.prototype, {
      getSubscription: async () => read(),
      subscribe: async (options: { applicationServerKey: Uint8Array }) => {
        localStorage.setItem(KEY, JSON.stringify([...options.applicationServerKey]))
        return read()
      },
    })
  }, device)
}

function isSubscribed(page: Page): Promise<boolean> {
  return page.evaluate(() => localStorage.getItem('test-push-key') !== null)
}

/**
 * Delivers a push and returns the notifications that are shown after it. Doesn't poll: whoever asks
 * Chromium for a notification that it is about to show removes it.
 */
async function shownFor(
  page: Page,
  origin: string,
  data: string,
): Promise<{ title: string; body: string; tag: string }[]> {
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('no service worker')
  await worker.evaluate(() => {
    const scope = self as unknown as WorkerScope
    const { registration } = scope
    scope.shown = new Promise<void>((resolve, reject) => {
      registration.showNotification = (title, options) => {
        const showing = ServiceWorkerRegistration.prototype.showNotification.call(
          registration,
          title,
          options,
        )
        showing.then(resolve, reject)
        return showing
      }
    })
  })
  await deliverPush(page, origin, data)
  return worker.evaluate(async () => {
    const { registration, shown } = self as unknown as WorkerScope
    await shown
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({
      title,
      body,
      tag,
    }))
  })
}

interface WorkerScope {
  registration: ServiceWorkerRegistration
  shown: Promise<void>
}

async function deliverPush(page: Page, origin: string, data: string): Promise<void> {
  const connection = await page.context().newCDPSession(page)
  const registrationId = new Promise<string>((resolve) => {
    connection.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration) resolve(registration.registrationId)
    })
  })
  await connection.send('ServiceWorker.enable')
  await connection.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registrationId,
    data,
  })
  await connection.detach()
}

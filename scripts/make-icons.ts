import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'

/* Draws the PNG icons from the SVG mark. Run it by hand after changing the mark. */

const TEAL = '#0f5c5b'
const folder = new URL('../web/public/icons/', import.meta.url)

/** `share` is how much of the side the mark fills; the rest is plain, to be cut off by the system. */
const ICONS = [
  { file: 'icon-192.png', side: 192, share: 1, background: 'transparent' },
  { file: 'icon-512.png', side: 512, share: 1, background: 'transparent' },
  { file: 'icon-maskable-512.png', side: 512, share: 0.86, background: TEAL },
  { file: 'apple-touch-icon.png', side: 180, share: 1, background: TEAL },
]

const svg = await readFile(new URL('icon.svg', folder), 'utf8')
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
})
for (const { file, side, share, background } of ICONS) {
  const page = await browser.newPage({ viewport: { width: side, height: side } })
  await page.setContent(
    `<style>html,body{margin:0;background:${background};display:grid;place-items:center;height:100%}svg{width:${side * share}px}</style>${svg}`,
  )
  await page.screenshot({ path: fileURLToPath(new URL(file, folder)), omitBackground: true })
  await page.close()
}
await browser.close()

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'

/* Creates the PNG icons from the SVG marks. Run it by hand after changing one. */

const folder = new URL('../web/public/icons/', import.meta.url)

/** The mark and the neutral icons, each with its background color and file names. */
const MARKS = [
  { name: 'icon', ground: '#0f5c5b', touchIcon: 'apple-touch-icon.png' },
  { name: 'notes', ground: '#f2c94c', touchIcon: 'notes-touch-icon.png' },
  { name: 'journal', ground: '#5b6b8c', touchIcon: 'journal-touch-icon.png' },
  { name: 'daily', ground: '#7a4e6d', touchIcon: 'daily-touch-icon.png' },
]

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
})
for (const { name, ground, touchIcon } of MARKS) {
  const svg = await readFile(new URL(`${name}.svg`, folder), 'utf8')
  /** `share` is how much of the side the mark fills; systems may crop the plain rest. */
  const files = [
    { file: `${name}-192.png`, side: 192, share: 1, background: 'transparent' },
    { file: `${name}-512.png`, side: 512, share: 1, background: 'transparent' },
    { file: `${name}-maskable-512.png`, side: 512, share: 0.86, background: ground },
    { file: touchIcon, side: 180, share: 1, background: ground },
  ]
  for (const { file, side, share, background } of files) {
    const page = await browser.newPage({ viewport: { width: side, height: side } })
    await page.setContent(
      `<style>html,body{margin:0;background:${background};display:grid;place-items:center;height:100%}svg{width:${side * share}px}</style>${svg}`,
    )
    await page.screenshot({ path: fileURLToPath(new URL(file, folder)), omitBackground: true })
    await page.close()
  }
}
await browser.close()

import { expect, test } from 'vitest'
import { renderLanding } from './landing-document.tsx'

function header(logoUrl: string | null): string {
  return /<header.*?<\/header>/s.exec(renderLanding({ logoUrl }))?.[0] ?? ''
}

test('a logo replaces the mark next to the title', () => {
  expect(header('%LOGO_URL%')).toContain('<img src="%LOGO_URL%" alt=""')
  expect(header('%LOGO_URL%')).toContain('%SITE_TITLE%')
  expect(header(null)).not.toContain('<img')
  expect(header(null)).toContain('%SITE_TITLE%')
})

test('the notice of a restored site has a placeholder for the day', () => {
  const page = renderLanding({ logoUrl: null })
  expect(page).toMatch(/<p data-restored[^>]*>[^<]*backup of %RESTORED_ON%\.[^<]*<\/p>/)
})

import type { ReactElement } from 'react'
import { useSiteSettings } from '#web/lib/site-settings.ts'

/** Up to two images from the website settings (member document, section 2). */
export function FooterImages(): ReactElement | null {
  const settings = useSiteSettings()
  const images = [
    { src: settings?.footerImage1, alt: 'Meditation' },
    { src: settings?.footerImage2, alt: 'Mindfulness' },
  ].filter(({ src }) => src)
  if (images.length === 0) return null
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {images.map(({ src, alt }) => (
        <img
          key={alt}
          src={src ?? ''}
          alt={alt}
          width={1280}
          height={720}
          loading="lazy"
          decoding="async"
          className="aspect-video w-full rounded-xl bg-sand object-cover"
        />
      ))}
    </div>
  )
}

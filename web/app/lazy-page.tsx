import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { type ComponentType, type ReactElement, useEffect } from 'react'
import { endHydration } from '#web/lib/hydration.ts'
import { PageFiles } from '#web/lib/on-demand.tsx'

/** A page whose code loads when it is opened. */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): RouteComponent {
  const Page: RouteComponent = lazyRouteComponent(load, name)
  const page = (): ReactElement => (
    <>
      <PageFiles of={name} />
      <Page />
      <HydrationEnd />
    </>
  )
  return Object.assign(page, { preload: Page.preload })
}

/** Hydrated together with the page beside it. */
export function HydrationEnd(): null {
  useEffect(endHydration, [])
  return null
}

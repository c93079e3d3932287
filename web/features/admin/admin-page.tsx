import type { ReactElement } from 'react'

export function AdminPage(): ReactElement {
  return <h1>AdminPage</h1>
}

import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { AddressForm } from '#web/ui/address-form.tsx'
import { Button, type ButtonProps } from '#web/ui/button.tsx'

interface LoadMoreProps {
  list: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
  /** How many pages there are now, and the parameters of the address, for browsers without scripts. */
  address?: { pages: number; search: object }
}

/** The button below a list that has more pages. */
export function LoadMore({ list, address }: LoadMoreProps): ReactElement | null {
  if (!list.hasNextPage) return null
  const button: ButtonProps = {
    variant: 'outline',
    className: 'self-center',
    busy: list.isFetchingNextPage,
    children: 'Load more',
  }
  const more = (): void => void list.fetchNextPage()
  if (!address) return <Button {...button} onClick={more} />
  return (
    <AddressForm
      search={{ ...address.search, pages: undefined }}
      onPress={more}
      className="flex justify-center"
    >
      <Button {...button} type="submit" name="pages" value={address.pages + 1} />
    </AddressForm>
  )
}

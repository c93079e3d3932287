import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { QuerySkeletons } from '#web/ui/query-skeletons.tsx'
import { RichText } from '#web/ui/rich-text.tsx'
import { useLivePage } from './queries.ts'

/** The assignment to work on until the next session. */
export function AssignmentCard(): ReactElement {
  const { data, error, isFetching, refetch } = useLivePage()
  return (
    <Card aria-labelledby="live-assignment-title" className="min-w-0">
      <CardHeader>
        <CardTitle id="live-assignment-title">Monthly Faith Assignment</CardTitle>
      </CardHeader>
      {data ? (
        <div className="flex flex-col gap-4">
          <h3>{data.assignment.title}</h3>
          <RichText html={data.assignment.html} />
          <Button asChild variant="outline" className="self-start">
            <Link to="/daily-actions">My daily actions</Link>
          </Button>
        </div>
      ) : (
        <QuerySkeletons
          query={{ error, isFetching, refetch }}
          label="Loading the assignment"
          rows={['h-6 w-2/3', 'h-20']}
          className="flex flex-col gap-4"
        />
      )}
    </Card>
  )
}

import { ConfirmDialog, useAction } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'

interface Row {
  id: string
}

interface Requests {
  retry: (id: string) => { path: string }
  drop: (id: string) => { path: string; method: 'DELETE' }
  invalidates: readonly string[]
}

/**
 * What can be done with one row that nobody could finish: tried again, or given up once somebody is sure.
 * @param texts whose words are said: `jobs`, `events`
 */
export function useRowAction(texts: 'jobs' | 'events', { retry, drop, invalidates }: Requests) {
  const translate = useTranslate()
  const text = (key: string) => translate(`system.${texts}.${key}`, { smart_count: 1 })
  const [asked, setAsked] = useState<Row>()
  const again = useAction<unknown, Row>(({ id }) => retry(id), {
    invalidates,
    success: { title: text('retried') },
  })
  const gone = useAction<unknown, Row>(({ id }) => drop(id), {
    invalidates,
    success: { title: text('dropped') },
    onSuccess: () => setAsked(undefined),
  })
  return {
    retry: (row: Row) => again.mutate(row),
    askDrop: setAsked as (row: Row) => void,
    dialog: (
      <ConfirmDialog
        open={asked !== undefined}
        destructive
        title={text('sure')}
        description={text('sureText')}
        confirmLabel={text('drop')}
        pending={gone.isPending}
        onConfirm={() => asked && gone.mutate(asked)}
        onClose={() => setAsked(undefined)}
      />
    ),
  }
}

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
 * The actions on a failed row: retry it, or drop it after a confirmation.
 * @param texts the group of message keys: `jobs`, `events`
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

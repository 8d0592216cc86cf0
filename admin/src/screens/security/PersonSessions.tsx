import type { EndedSessions, UserSession } from '@crossdock/client'
import Button from '@mui/material/Button'
import {
  ConfirmDialog,
  EmptyState,
  LoadedList,
  RowsSkeleton,
  Section,
  useAction,
  useRead,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { PlainRows } from './PlainRow.js'
import { SessionRow } from './SessionRow.js'

/** A person's sessions, to end one or all: the signed-in person's, or with `userId` another person's. */
export function PersonSessions({ userId }: { userId?: string }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`security.sessions.${key}`, values)
  const [asks, setAsks] = useState(false)
  const sessions = useRead<UserSession[]>('sessions', {
    query: { userId, limit: 1000 },
    refetchInterval: 60_000,
  })
  const path = userId === undefined ? 'sessions' : `sessions?${new URLSearchParams({ userId })}`
  const end = useAction<EndedSessions>(() => ({ path, method: 'DELETE' }), {
    invalidates: ['sessions'],
    success: ({ ended }) => ({ title: text('endedAll', { smart_count: ended }) }),
    error: { fallback: translate('security.failed') },
    onSuccess: () => setAsks(false),
  })
  const others = sessions.data?.filter(({ isCurrent }) => !isCurrent) ?? []
  const which = userId === undefined ? 'others' : 'all'
  return (
    <Section
      flush
      title={text('title')}
      description={text('text')}
      actions={
        others.length > 0 && (
          <Button variant="outlined" onClick={() => setAsks(true)}>
            {text(which)}
          </Button>
        )
      }
    >
      <LoadedList
        plain
        read={sessions}
        skeleton={<RowsSkeleton rows={3} />}
        empty={<EmptyState plain title={text('none')} description={text('noneText')} />}
      >
        {(items) => (
          <PlainRows label={text('title')}>
            {items.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </PlainRows>
        )}
      </LoadedList>
      <ConfirmDialog
        open={asks}
        destructive
        title={text(`ask.${which}`)}
        description={text('ask.text')}
        confirmLabel={text(which)}
        pending={end.isPending}
        onConfirm={() => end.mutate()}
        onClose={() => setAsks(false)}
      />
    </Section>
  )
}

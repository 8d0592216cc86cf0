import type { Notification, UnreadNotifications } from '@crossdock/client'
import Button from '@mui/material/Button'
import {
  EmptyState,
  PageHeader,
  RelativeTime,
  ResourceList,
  RowLink,
  useRead,
  type ListColumn,
} from '@crossdock/admin/kit'
import { Bell } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { useNotificationAddress } from './use_address.js'
import { useMarkRead } from './use_mark_read.js'

/** Polling interval (ms) while the event stream is disconnected. */
const POLL = 30_000

/** /notifications: all notifications of the person. */
export default function NotificationsScreen() {
  const translate = useTranslate()
  const text = (key: string) => translate(`notifications.${key}`)
  return (
    <>
      <PageHeader
        title={text('title')}
        subtitle={text('subtitle')}
        actions={
          <>
            <Button variant="outlined" component={Link} to="/settings?tab=notifications">
              {text('settings')}
            </Button>
            <MarkAll />
          </>
        }
      />
      <Own />
    </>
  )
}

function MarkAll() {
  const translate = useTranslate()
  const mark = useMarkRead()
  const unread = useRead<UnreadNotifications>('notifications/unread')
  return (
    <Button
      variant="outlined"
      disabled={mark.isPending || !unread.data?.count}
      onClick={() => mark.mutate({ upTo: new Date().toISOString() })}
    >
      {translate('notifications.markAll')}
    </Button>
  )
}

function Own() {
  const translate = useTranslate()
  const addressOf = useNotificationAddress()
  const mark = useMarkRead()
  const text = (key: string) => translate(`notifications.${key}`)
  const columns: ListColumn<Notification>[] = [
    {
      source: 'text',
      label: text('column.text'),
      width: '50%',
      card: 'title',
      render: (one) => {
        const to = addressOf(one)
        const read = () => one.readAt === null && mark.mutate({ ids: [one.id] })
        const words = one.readAt === null ? <strong>{one.text}</strong> : one.text
        return to ? (
          <RowLink
            to={to}
            onClick={(event) => {
              event.stopPropagation()
              read()
            }}
          >
            {words}
          </RowLink>
        ) : (
          words
        )
      },
    },
    { source: 'kind', label: text('column.kind'), render: ({ label }) => label },
    {
      source: 'unread',
      label: text('column.state'),
      render: (one) =>
        one.readAt === null ? (
          // Aligns the label of the switch with the other controls.
          <Button size="small" sx={{ ml: -1.25 }} onClick={() => mark.mutate({ ids: [one.id] })}>
            {text('markRead')}
          </Button>
        ) : (
          text(one.endedAt ? 'state.ended' : 'state.read')
        ),
    },
    {
      source: 'createdAt',
      label: text('column.time'),
      sortable: true,
      firstOrder: 'DESC',
      render: ({ createdAt }) => <RelativeTime time={createdAt} />,
    },
  ]
  const states = [
    { id: true, name: text('state.unread') },
    { id: false, name: text('state.read') },
  ]
  return (
    <ResourceList<Notification>
      resource="notifications"
      label={text('list')}
      columns={columns}
      sort={{ field: 'createdAt', order: 'DESC' }}
      filters={[{ source: 'unread', label: text('column.state'), choices: states }]}
      empty={
        <EmptyState icon={Bell} title={text('empty.title')} description={text('empty.text')} />
      }
      noMatch={text('noMatch')}
      refetchInterval={POLL}
    />
  )
}

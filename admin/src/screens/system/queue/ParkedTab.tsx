import type { ParkedEvent } from '@crossdock/client'
import {
  ActionMenu,
  actionsColumn,
  Badge,
  BulkAction,
  EmptyState,
  formatRelative,
  RelativeTime,
  ResourceList,
  type ListColumn,
} from '@crossdock/admin/kit'
import { CircleCheck, RotateCw, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { ErrorText } from './ErrorText.js'
import { InTenant } from './InTenant.js'
import { useRowAction } from './use_row_action.js'

const invalidates = ['events/parked', 'system', 'dashboard/metrics']
const retry = (id: string | number) => ({ path: `events/parked/${id}/retry` })
const drop = (id: string | number) => ({ path: `events/parked/${id}`, method: 'DELETE' as const })

/** Events that a consumer could not handle: view, retry, drop. */
export default function ParkedTab() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`system.events.${key}`, values)
  const counted = (key: string, count: number) => text(key, { smart_count: count })
  const row = useRowAction('events', { retry, drop, invalidates })
  return (
    <>
      <InTenant />
      <ResourceList<ParkedEvent>
        log
        resource="events/parked"
        label={text('list')}
        columns={useColumns(row.retry, row.askDrop)}
        sort={{ field: 'createdAt', order: 'DESC' }}
        filters={[
          {
            source: 'state',
            label: text('column.state'),
            choices: [
              { id: 'waiting', name: text('waiting') },
              { id: 'failed', name: text('state.failed') },
            ],
          },
        ]}
        bulk={
          <>
            <BulkAction
              label={text('retry')}
              icon={RotateCw}
              request={retry}
              invalidates={invalidates}
              success={(count) => counted('retried', count)}
            />
            <BulkAction
              destructive
              label={text('drop')}
              icon={Trash2}
              confirm={(count) => ({ title: counted('sure', count), text: text('sureText') })}
              request={drop}
              invalidates={invalidates}
              success={(count) => counted('dropped', count)}
            />
          </>
        }
        empty={
          <EmptyState
            icon={CircleCheck}
            title={text('empty.title')}
            description={text('empty.text')}
          />
        }
        noMatch={text('noMatch')}
      />
      {row.dialog}
    </>
  )
}

function useColumns(
  retryOne: (event: ParkedEvent) => void,
  dropOne: (event: ParkedEvent) => void
): ListColumn<ParkedEvent>[] {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`system.events.${key}`, values)
  return [
    {
      source: 'eventType',
      label: text('column.type'),
      card: 'title',
      render: ({ eventType }) => eventType,
    },
    { source: 'consumer', label: text('column.consumer'), render: ({ consumer }) => consumer },
    {
      source: 'lastError',
      label: text('column.error'),
      width: '32%',
      render: ({ lastError }) => <ErrorText>{lastError}</ErrorText>,
    },
    {
      source: 'state',
      label: text('column.state'),
      render: ({ state, retryAt }) =>
        state === 'failed' ? (
          <Badge variant="destructive">{text('state.failed')}</Badge>
        ) : retryAt ? (
          text('state.waiting', { time: formatRelative(retryAt) })
        ) : (
          text('state.waitingSoon')
        ),
    },
    {
      source: 'tries',
      label: text('column.tries'),
      align: 'right',
      optional: true,
      render: ({ tries }) => tries,
    },
    {
      source: 'createdAt',
      label: text('column.createdAt'),
      sortable: true,
      firstOrder: 'DESC',
      render: ({ createdAt }) => <RelativeTime time={createdAt} />,
    },
    actionsColumn<ParkedEvent>(translate('kit.actions'), (event) => (
      <ActionMenu
        label={text('actions', { name: event.eventType })}
        actions={[
          { label: text('retry'), icon: RotateCw, onSelect: () => retryOne(event) },
          { label: text('drop'), icon: Trash2, destructive: true, onSelect: () => dropOne(event) },
        ]}
      />
    )),
  ]
}

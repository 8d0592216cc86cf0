import type { ActivityEntry } from '@crossdock/client'
import {
  EmptyState,
  RelativeTime,
  ResourceList,
  RowLink,
  type ListColumn,
} from '@crossdock/admin/kit'
import { History } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useEntityAddress } from '../../registry/use_entity_address.js'
import { eventPath } from '../events/model.js'
import { ActivityLine } from './ActivityLine.js'
import { activityPath } from './address.js'
import { ExportButton } from '../events/ExportButton.js'
import { useActivityFilters } from './use_activity_filters.js'
import { useKindNames } from './use_kind_names.js'

/** Polling interval (ms) while the event stream is disconnected. */
const POLL = 10_000

/** Entries of one action are grouped into one line. */
const LINES = { gathered: true }

/** The feed as a list with search, filters and live updates. */
export function ActivityList() {
  const translate = useTranslate()
  const addressOf = useEntityAddress()
  const text = (key: string) => translate(`activity.${key}`)
  return (
    <ResourceList<ActivityEntry>
      resource="activity"
      label={text('list')}
      columns={useColumns(addressOf)}
      filter={LINES}
      sort={{ field: 'createdAt', order: 'DESC' }}
      search={text('search')}
      filters={useActivityFilters()}
      to={(entry) => (entry.count > 1 ? undefined : addressOf(entry))}
      actions={<ExportButton list="activity" />}
      empty={
        <EmptyState icon={History} title={text('empty.title')} description={text('empty.text')} />
      }
      noMatch={text('noMatch')}
      refetchInterval={POLL}
    />
  )
}

function useColumns(
  addressOf: (entry: ActivityEntry) => string | undefined
): ListColumn<ActivityEntry>[] {
  const translate = useTranslate()
  const names = useKindNames()
  const column = (key: string) => translate(`activity.column.${key}`)
  return [
    {
      source: 'action',
      label: column('action'),
      width: '50%',
      card: 'title',
      render: (entry) => {
        if (entry.count > 1) return <ActivityLine line={entry} />
        const to = addressOf(entry)
        return to ? <RowLink to={to}>{entry.action}</RowLink> : entry.action
      },
    },
    {
      source: 'userName',
      label: column('person'),
      render: ({ userId, userName }) =>
        userId && userName ? (
          <RowLink
            to={activityPath({ userId })}
            aria-label={translate('activity.ofPerson', { name: userName })}
          >
            {userName}
          </RowLink>
        ) : (
          '–'
        ),
    },
    {
      source: 'entityType',
      label: column('kind'),
      render: ({ entityType }) => (entityType ? names.thing(entityType) : '–'),
    },
    {
      source: 'eventType',
      label: column('event'),
      optional: true,
      card: 'none',
      // Entries that the person may not read have no type.
      render: ({ id, eventType, count }) =>
        eventType && count > 1 ? (
          names.event(eventType)
        ) : eventType ? (
          <RowLink to={eventPath({ id })}>{names.event(eventType)}</RowLink>
        ) : (
          '–'
        ),
    },
    {
      source: 'createdAt',
      label: column('time'),
      sortable: true,
      firstOrder: 'DESC',
      render: ({ createdAt }) => <RelativeTime time={createdAt} />,
    },
  ]
}

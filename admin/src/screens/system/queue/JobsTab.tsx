import type { FailedJob } from '@crossdock/client'
import {
  ActionMenu,
  actionsColumn,
  Badge,
  BulkAction,
  EmptyState,
  RelativeTime,
  ResourceList,
  type ListColumn,
} from '@crossdock/admin/kit'
import { CircleCheck, RotateCw, Trash2 } from 'lucide-react'
import { useListContext, useTranslate } from 'ra-core'
import { ErrorText } from './ErrorText.js'
import { InTenant } from './InTenant.js'
import { useRowAction } from './use_row_action.js'

const invalidates = ['jobs', 'system', 'dashboard/metrics']
const retry = (id: string | number) => ({ path: `jobs/${id}/retry` })
const drop = (id: string | number) => ({ path: `jobs/${id}`, method: 'DELETE' as const })

/** Failed jobs: view, retry, delete. */
export default function JobsTab() {
  const translate = useTranslate()
  const text = (key: string) => translate(`system.jobs.${key}`)
  const row = useRowAction('jobs', { retry, drop, invalidates })
  return (
    <>
      <InTenant />
      <ResourceList<FailedJob>
        log
        resource="jobs"
        label={text('list')}
        columns={useColumns(row.retry, row.askDrop)}
        sort={{ field: 'failedAt', order: 'DESC' }}
        filters={[
          {
            source: 'status',
            label: text('column.status'),
            choices: (['failed', 'unknown'] as const).map((id) => ({
              id,
              name: text(`status.${id}`),
            })),
          },
        ]}
        bulk={<JobsBulk />}
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
  retryOne: (job: FailedJob) => void,
  dropOne: (job: FailedJob) => void
): ListColumn<FailedJob>[] {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`system.jobs.${key}`, values)
  return [
    {
      source: 'name',
      label: text('column.name'),
      card: 'title',
      render: ({ name }) => name,
    },
    {
      source: 'lastError',
      label: text('column.error'),
      width: '42%',
      render: ({ lastError }) => <ErrorText>{lastError}</ErrorText>,
    },
    {
      source: 'status',
      label: text('column.status'),
      render: ({ status }) => (
        <Badge variant={status === 'failed' ? 'destructive' : 'warning'}>
          {text(`status.${status}`)}
        </Badge>
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
      source: 'failedAt',
      label: text('column.failedAt'),
      sortable: true,
      firstOrder: 'DESC',
      render: ({ failedAt }) => <RelativeTime time={failedAt} />,
    },
    actionsColumn<FailedJob>(translate('kit.actions'), (job) => (
      <ActionMenu
        label={text('actions', { name: job.name })}
        actions={[
          {
            label: text('retry'),
            icon: RotateCw,
            disabled: !job.retryable,
            onSelect: () => retryOne(job),
          },
          { label: text('drop'), icon: Trash2, destructive: true, onSelect: () => dropOne(job) },
        ]}
      />
    )),
  ]
}

function JobsBulk() {
  const translate = useTranslate()
  const text = (key: string, count: number) =>
    translate(`system.jobs.${key}`, { smart_count: count })
  const { data = [], selectedIds } = useListContext<FailedJob>()
  const retryable = data
    .filter(({ id, retryable: can }) => can && selectedIds.includes(id))
    .map(({ id }) => id)
  return (
    <>
      {retryable.length > 0 && (
        <BulkAction
          label={text('retry', 1)}
          icon={RotateCw}
          ids={retryable}
          request={retry}
          invalidates={invalidates}
          success={(count) => text('retried', count)}
        />
      )}
      <BulkAction
        destructive
        label={text('drop', 1)}
        icon={Trash2}
        confirm={(count) => ({ title: text('sure', count), text: text('sureText', count) })}
        request={drop}
        invalidates={invalidates}
        success={(count) => text('dropped', count)}
      />
    </>
  )
}

import type { Execution } from '@crossdock/client'
import {
  actionsColumn,
  BulkAction,
  EmptyState,
  formatDuration,
  RelativeTime,
  ResourceList,
  RowLink,
  useKinds,
  usePermissions,
  type ListColumn,
} from '@crossdock/admin/kit'
import { CircleX, ListTree, RotateCw } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useKindLabel } from '../workflows/kinds.js'
import { POLL, runPath, runStatuses } from './model.js'
import { RunButtons } from './RunActions.js'
import { RunCard, RunId } from './RunCard.js'
import { StatusBadge } from './StatusBadge.js'

/** The runs of all workflows, newest first. */
export default function RunsTab() {
  const translate = useTranslate()
  const canRun = usePermissions().can('flows.run')
  const trigger = useKindLabel('trigger')
  const { data: triggers = [] } = useKinds('flows/triggers')
  const text = (key: string, values?: object) => translate(`flows.runs.${key}`, values)
  const run = (key: string, values?: object) => translate(`flows.run.${key}`, values)
  const columns: ListColumn<Execution>[] = [
    {
      source: 'flowName',
      label: translate('flows.recent.workflow'),
      render: (row) => <RowLink to={runPath(row)}>{row.flowName}</RowLink>,
    },
    { source: 'executionId', label: text('id'), render: (row) => <RunId run={row} /> },
    {
      source: 'triggerType',
      label: translate('flows.recent.trigger'),
      render: ({ triggerType }) => trigger(triggerType),
    },
    {
      source: 'status',
      label: run('status'),
      render: ({ status }) => <StatusBadge status={status} />,
    },
    {
      source: 'steps',
      label: run('steps'),
      render: (row) => run('stepsDone', { done: row.completedSteps, total: row.totalSteps }),
    },
    {
      source: 'duration',
      label: run('duration'),
      align: 'right',
      render: ({ duration }) => formatDuration(duration),
    },
    {
      source: 'createdAt',
      label: text('created'),
      sortable: true,
      firstOrder: 'DESC',
      render: ({ createdAt }) => <RelativeTime time={createdAt} />,
    },
    {
      source: 'completedAt',
      label: text('completed'),
      sortable: true,
      firstOrder: 'DESC',
      optional: true,
      render: ({ completedAt }) => <RelativeTime time={completedAt} />,
    },
    actionsColumn(translate('kit.actions'), (row) => <RunButtons run={row} />),
  ]
  const bulk = (verb: 'cancel' | 'retry', done: string, icon: typeof CircleX) => (
    <BulkAction
      label={run(verb)}
      icon={icon}
      request={(id) => ({ path: `flow-executions/${id}/${verb}` })}
      invalidates={['flow-executions', 'integrations']}
      success={(count) => text(done, { smart_count: count })}
    />
  )
  return (
    <ResourceList<Execution>
      resource="flow-executions"
      label={text('list')}
      columns={columns}
      layout="cards"
      card={(row) => <RunCard run={row} />}
      sort={{ field: 'createdAt', order: 'DESC' }}
      search={text('search')}
      filters={[
        {
          source: 'status',
          label: run('status'),
          choices: runStatuses.map((id) => ({ id, name: run(`state.${id}`) })),
        },
        { source: 'after', label: text('created'), period: true },
        {
          source: 'flowId',
          label: translate('flows.recent.workflow'),
          reference: 'integrations/workflows',
        },
        {
          source: 'triggerType',
          label: translate('flows.recent.trigger'),
          choices: triggers.map(({ name }) => ({ id: name, name: trigger(name) })),
        },
      ]}
      to={runPath}
      bulk={
        canRun && (
          <>
            {bulk('cancel', 'cancelledAll', CircleX)}
            {bulk('retry', 'retriedAll', RotateCw)}
          </>
        )
      }
      empty={<EmptyState icon={ListTree} title={text('empty')} description={text('emptyText')} />}
      noMatch={text('empty')}
      refetchInterval={POLL}
    />
  )
}

import type { Execution } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  actionsColumn,
  BulkAction,
  EmptyState,
  RelativeTime,
  ResourceList,
  RowLink,
  useKinds,
  usePermissions,
  type ListColumn,
} from '@crossdock/admin/kit'
import { CircleX, ListTree, RotateCw } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useMemo, useState } from 'react'
import { useKindLabel } from '../workflows/kinds.js'
import { durationText, timesOf } from './duration.js'
import { FailedItems } from './FailedItems.js'
import { POLL, runStatuses } from './model.js'
import { runPath } from '../paths.js'
import { EveryMatch } from './EveryMatch.js'
import { LiveRuns } from './LiveRuns.js'
import { RunRowActions } from './RunRowActions.js'
import { displayedStatus, useRunTexts } from './run_texts.js'
import { RunCard, RunId } from './RunCard.js'
import { StatusDot } from './StatusDot.js'
import { TestBadge } from './TestBadge.js'
import { versionText } from './versions.js'

/** The runs of all workflows, newest first. */
export default function RunsTab() {
  const translate = useTranslate()
  const canRun = usePermissions().can('flows.run')
  const trigger = useKindLabel('trigger')
  const { data: triggers = [] } = useKinds('flows/triggers')
  const words = useRunTexts()
  const [isEvery, setEvery] = useState(false)
  const midnight = useMemo(startOfToday, [])
  const text = (key: string, values?: object) => translate(`flows.runs.${key}`, values)
  const run = (key: string, values?: object) => translate(`flows.run.${key}`, values)
  const columns: ListColumn<Execution>[] = [
    {
      source: 'status',
      label: run('status'),
      render: (row) => (
        <>
          <StatusDot status={displayedStatus(row)} /> <FailedItems run={row} />
        </>
      ),
    },
    {
      source: 'flowName',
      label: translate('flows.recent.workflow'),
      render: (row) => (
        <Box sx={{ minWidth: 140 }}>
          <RowLink to={runPath(row)}>{row.flowName}</RowLink> <TestBadge run={row} />
        </Box>
      ),
    },
    {
      source: 'startedBy',
      label: text('startedBy'),
      render: (row) => <OneLine text={words.startedBy(row)} />,
    },
    {
      source: 'result',
      label: text('result'),
      render: (row) => <OneLine text={words.result(row)} isError={Boolean(row.errorMessage)} />,
    },
    {
      source: 'executionId',
      label: text('id'),
      optional: true,
      render: (row) => <RunId run={row} />,
    },
    {
      source: 'triggerType',
      label: translate('flows.recent.trigger'),
      optional: true,
      render: ({ triggerType }) => trigger(triggerType),
    },
    {
      source: 'version',
      label: run('versionLabel'),
      optional: true,
      render: (row) => versionText(row, translate),
    },
    {
      source: 'steps',
      label: run('steps'),
      render: (row) => (
        <Box sx={{ whiteSpace: 'nowrap' }}>
          {run('stepsDone', { done: row.completedSteps, total: row.totalSteps })}
        </Box>
      ),
    },
    {
      source: 'duration',
      label: run('duration'),
      align: 'right',
      render: (row) => durationText(timesOf(row).work),
    },
    {
      source: 'createdAt',
      label: text('created'),
      sortable: true,
      firstOrder: 'DESC',
      render: ({ createdAt }) => (
        <Box sx={{ whiteSpace: 'nowrap' }}>
          <RelativeTime time={createdAt} />
        </Box>
      ),
    },
    {
      source: 'completedAt',
      label: text('completed'),
      sortable: true,
      firstOrder: 'DESC',
      optional: true,
      render: ({ completedAt }) => <RelativeTime time={completedAt} />,
    },
    actionsColumn(translate('kit.actions'), (row) => <RunRowActions run={row} />),
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
      quick={[
        { id: 'all', label: text('chips.all'), filter: {} },
        { id: 'running', label: run('state.running'), filter: { status: 'running' } },
        { id: 'failed', label: run('state.failed'), filter: { status: 'failed' } },
        { id: 'waiting', label: run('state.waiting'), filter: { waiting: 'true' } },
        { id: 'today', label: text('chips.today'), filter: { after: midnight } },
      ]}
      around={(list) => (
        <>
          <LiveRuns />
          {list}
          {isEvery && <EveryMatch onClose={() => setEvery(false)} />}
        </>
      )}
      actions={canRun && <Button onClick={() => setEvery(true)}>{text('everyMatch.open')}</Button>}
      card={(row) => <RunCard run={row} />}
      sort={{ field: 'createdAt', order: 'DESC' }}
      search={text('search')}
      filters={[
        {
          source: 'status',
          label: run('status'),
          choices: runStatuses.map((id) => ({ id, name: run(`state.${id}`) })),
          pinned: true,
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

const startOfToday = () => new Date(new Date().setHours(0, 0, 0, 0)).toISOString()

/** Truncated text with the full text in a tooltip. */
const OneLine = ({ text, isError }: { text: string; isError?: boolean }) => (
  // A grid, so that the cell shrinks and reserves no width for the truncated text.
  <Box
    title={text}
    sx={{
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      minWidth: 90,
      maxWidth: 240,
      color: isError ? 'error.main' : 'text.secondary',
    }}
  >
    <Box sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>{text}</Box>
  </Box>
)

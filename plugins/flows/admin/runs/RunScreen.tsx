import type { Approval, Execution } from '@crossdock/client'
import Box from '@mui/material/Box'
import {
  ApiError,
  BackToPrevious,
  EmptyState,
  ErrorState,
  PageBody,
  PageHeader,
  PageSkeleton,
  Section,
  useRead,
} from '@crossdock/admin/kit'
import { ListTree, SearchX } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useParams } from 'react-router-dom'
import { useState, type ReactNode } from 'react'
import { isOpen, POLL } from './model.js'
import { startsOf } from './place.js'
import { ReplayDialog } from './ReplayDialog.js'
import { RunActions } from './RunActions.js'
import { RunFacts } from './RunFacts.js'
import { RunFigures } from './RunFigures.js'
import { RunInput } from './RunInput.js'
import { RunLine } from './RunLine.js'
import { isOutdated, RunNotices } from './RunNotices.js'
import { displayedStatus } from './run_texts.js'
import { SameWorkflow } from './SameWorkflow.js'
import { StatusBadge } from './StatusBadge.js'
import { StepResultItem, StepList } from './StepList.js'
import { TestBadge } from './TestBadge.js'
import { useReplay } from './use_replay.js'
import { useRunCalls } from './use_run_calls.js'

const FOLLOW = 2_000

/** /flow-execution/:executionId: one run, refreshed while it is active. */
export default function RunScreen() {
  const translate = useTranslate()
  const { executionId = '' } = useParams()
  const path = ['flow-executions', executionId]
  const run = useRead<Execution>(path)
  // A second read of the same path, which only polls while the run is active.
  useRead<Execution>(path, {
    enabled: run.data !== undefined && isOpen(run.data.status),
    refetchInterval: FOLLOW,
  })
  const text = (key: string, values?: object) => translate(`flows.run.${key}`, values)
  const back = <BackToPrevious to="/flow-execution">{text('back')}</BackToPrevious>

  if (run.isPending) return <PageSkeleton />
  if (run.error) {
    const isMissing = run.error instanceof ApiError && run.error.status === 404
    return (
      <>
        <PageHeader
          title={isMissing ? text('missing.title') : translate('flows.runs.title')}
          above={back}
        />
        {isMissing ? (
          <EmptyState icon={SearchX} title={text('missing.text')} />
        ) : (
          <ErrorState error={run.error} onRetry={() => void run.refetch()} />
        )}
      </>
    )
  }
  return <RunPage run={run.data} back={back} />
}

function RunPage({ run, back }: { run: Execution; back: ReactNode }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.run.${key}`, values)
  const callsOf = useRunCalls(run)
  const { isPossible: canReplay } = useReplay(run)
  const [preset, setPreset] = useState<{ fromStepId?: string; isChanging?: boolean }>()
  const approvals = useRead<Approval[]>('approvals', {
    query: { filter: JSON.stringify({ runId: run.id }), range: '[0,99]' },
    enabled: run.stepResults.some(({ type }) => type === 'approval'),
    refetchInterval: isOpen(run.status) ? POLL : undefined,
  })
  const { flowName, stepResults, errorMessage } = run
  const starts = new Set(canReplay ? startsOf(stepResults).map(({ step }) => step.path) : [])
  return (
    <>
      <PageHeader
        title={flowName}
        badge={
          <>
            <StatusBadge status={displayedStatus(run)} />
            <TestBadge run={run} />
          </>
        }
        subtitle={<RunLine run={run} />}
        above={back}
        actions={
          <RunActions run={run} isSecondary={isOutdated(run)} onReplay={() => setPreset({})} />
        }
      />
      <PageBody>
        <RunNotices run={run} />
        <RunFigures run={run} />
        <Box sx={columns}>
          <Section title={text('steps')} flush>
            {stepResults.length === 0 ? (
              <EmptyState
                plain
                icon={ListTree}
                title={text('noSteps.title')}
                description={text('noSteps.text')}
              />
            ) : (
              <StepList>
                {stepResults.map((step) => (
                  <StepResultItem
                    key={step.path}
                    step={step}
                    steps={stepResults}
                    cause={errorMessage}
                    calls={callsOf(step)}
                    approval={approvals.data?.find(({ path }) => path === step.path)}
                    onReplay={
                      starts.has(step.path)
                        ? () => setPreset({ fromStepId: step.stepId })
                        : undefined
                    }
                  />
                ))}
              </StepList>
            )}
          </Section>
          <div>
            <RunFacts run={run} />
            <RunInput
              run={run}
              onChange={canReplay ? () => setPreset({ isChanging: true }) : undefined}
            />
            <SameWorkflow run={run} />
          </div>
        </Box>
      </PageBody>
      {preset && <ReplayDialog run={run} preset={preset} onClose={() => setPreset(undefined)} />}
    </>
  )
}

const columns = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 320px' },
  '& > div': { display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 },
} as const

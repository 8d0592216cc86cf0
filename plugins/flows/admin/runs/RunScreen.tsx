import type { Approval, Execution } from '@crossdock/client'
import Alert from '@mui/material/Alert'
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
import type { ReactNode } from 'react'
import { isOpen, POLL } from './model.js'
import { RunActions } from './RunActions.js'
import { RunFacts } from './RunFacts.js'
import { RunFigures } from './RunFigures.js'
import { RunInput } from './RunInput.js'
import { useRunCalls } from './use_run_calls.js'
import { StepResultItem, StepList } from './StepList.js'

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
  const approvals = useRead<Approval[]>('approvals', {
    query: { filter: JSON.stringify({ runId: run.id }), range: '[0,99]' },
    enabled: run.stepResults.some(({ type }) => type === 'approval'),
    refetchInterval: isOpen(run.status) ? POLL : undefined,
  })
  const { flowName, stepResults, errorMessage } = run
  return (
    <>
      <PageHeader
        title={text('title', { name: flowName })}
        subtitle={<RunFacts run={run} />}
        above={back}
        actions={<RunActions run={run} />}
      />
      <PageBody>
        <RunFigures run={run} />
        {errorMessage && (
          <Alert severity="error">
            {errorMessage}
            {run.retryHindrance && ` ${text(`hindrance.${run.retryHindrance}`)}`}
          </Alert>
        )}
        {run.failedItems > 0 && (
          <Alert severity="warning">
            {text('failedItemsText', { smart_count: run.failedItems })}
          </Alert>
        )}
        <RunInput run={run} />
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
                />
              ))}
            </StepList>
          )}
        </Section>
      </PageBody>
    </>
  )
}

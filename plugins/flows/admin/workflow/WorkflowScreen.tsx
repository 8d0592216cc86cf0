import type { Workflow } from '@crossdock/client'
import {
  ApiError,
  EmptyState,
  ErrorState,
  PageHeader,
  PageSkeleton,
  useTagged,
} from '@crossdock/admin/kit'
import { SearchX } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useParams } from 'react-router-dom'
import { useFlowKinds } from '../workflows/kinds.js'
import { ToWorkflows } from './ToWorkflows.js'
import { WorkflowPage } from './WorkflowPage.js'

/** /integrations/workflows/:workflowId: one workflow, to be looked at, changed and tried. */
export default function WorkflowScreen() {
  const translate = useTranslate()
  const { workflowId = '' } = useParams()
  const read = useTagged<Workflow>(['integrations/workflows', encodeURIComponent(workflowId)])
  const { kinds, error: noKinds, retry } = useFlowKinds()
  // What is there stays when reading it again fails: somebody may be editing it.
  const error = read.data && kinds ? null : (read.error ?? noKinds)
  if (error) {
    const isMissing = error instanceof ApiError && error.status === 404
    const text = (key: string) => translate(`flows.workflow.missing.${key}`)
    return (
      <>
        <PageHeader
          title={isMissing ? text('title') : translate('flows.workflows.form.edit')}
          above={<ToWorkflows />}
        />
        {isMissing ? (
          <EmptyState icon={SearchX} title={text('text')} />
        ) : (
          <ErrorState
            error={error}
            onRetry={() => {
              void read.refetch()
              retry()
            }}
          />
        )}
      </>
    )
  }
  if (!read.data || !kinds) return <PageSkeleton />
  return (
    <WorkflowPage
      key={workflowId}
      kinds={kinds}
      read={read.data}
      reread={async () => (await read.refetch({ throwOnError: true })).data!}
    />
  )
}

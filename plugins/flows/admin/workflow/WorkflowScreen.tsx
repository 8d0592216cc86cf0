import type { Workflow, WorkflowDraft } from '@crossdock/client'
import {
  ApiError,
  EmptyState,
  ErrorState,
  PageHeader,
  PageSkeleton,
  usePermissions,
  useRead,
} from '@crossdock/admin/kit'
import { SearchX } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { useFlowKinds } from '../workflows/kinds.js'
import { Builder } from './Builder.js'
import { contentIn } from './draft.js'
import type { Content } from './three_way.js'
import { ToWorkflows } from './ToWorkflows.js'

/** The initial content of the builder. A new `number` makes the builder start over. */
interface BuilderStart {
  number: number
  draft: WorkflowDraft
  content: Content
  /** Whether the content is not saved yet. */
  isEntered: boolean
}

/** /integrations/workflows/:workflowId: the page to build, test and activate one workflow. */
export default function WorkflowScreen() {
  const { workflowId = '' } = useParams()
  return <OneWorkflow key={workflowId} id={workflowId} />
}

function OneWorkflow({ id }: { id: string }) {
  const translate = useTranslate()
  const canWrite = usePermissions().can('flows.write')
  const path = ['integrations/workflows', id]
  const workflow = useRead<Workflow>(path)
  const draft = useRead<WorkflowDraft>([...path, 'draft'], { enabled: canWrite })
  const { kinds, error: noKinds, retry } = useFlowKinds()
  const [begun, setBegun] = useState<BuilderStart>()
  const begin = (next: WorkflowDraft, content?: Content) =>
    setBegun((now) => ({
      number: (now?.number ?? 0) + 1,
      draft: next,
      content: content ?? contentIn(next),
      isEntered: content !== undefined,
    }))

  const read = canWrite ? draft.data : workflow.data && withoutDraft(workflow.data)
  if (read && begun && isNewer(read, begun)) begin(read)
  // Keeps the content when a later read fails, because a person may be editing it.
  const error = workflow.data && read && kinds ? null : (workflow.error ?? draft.error ?? noKinds)
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
              void workflow.refetch()
              if (canWrite) void draft.refetch()
              retry()
            }}
          />
        )}
      </>
    )
  }
  if (!workflow.data || !read || !kinds) return <PageSkeleton />
  if (!begun) {
    begin(read)
    return <PageSkeleton />
  }
  return (
    <Builder
      key={begun.number}
      kinds={kinds}
      workflow={workflow.data}
      draft={mergedRead(begun.draft, read)}
      content={begun.content}
      isEntered={begun.isEntered}
      canWrite={canWrite}
      onSaved={(saved) => setBegun((now) => now && { ...now, draft: saved })}
      onBegin={begin}
    />
  )
}

/** Whether a draft without saved changes is newer on the server than in the builder. */
const isNewer = (read: WorkflowDraft, { draft }: BuilderStart): boolean =>
  read.revision === 0 && draft.revision === 0
    ? read.version !== draft.version || read.name !== draft.name
    : read.revision === 0 && draft.version !== null && (read.version ?? 0) > draft.version

/** Adds newer test results to the draft. Tests add results without a new revision. */
const mergedRead = (draft: WorkflowDraft, read: WorkflowDraft): WorkflowDraft => ({
  ...draft,
  samples: read.samples,
})

/** Returns the active workflow in the form of a draft, for people who may only read. */
function withoutDraft(workflow: Workflow): WorkflowDraft {
  const { id, name, description, triggerType, triggerConfig, steps, version } = workflow
  return {
    name,
    description,
    triggerType,
    triggerConfig,
    steps,
    version,
    workflowId: id,
    baseVersion: version,
    revision: 0,
    isChanged: false,
    samples: {},
    problems: [],
    others: [],
    updatedAt: null,
  }
}

import type { Workflow } from '@crossdock/client'
import { usePermissions, type Tagged } from '@crossdock/admin/kit'
import { useState } from 'react'
import type { FlowKinds } from '../workflows/kinds.js'
import { toForm, type WorkflowForm } from '../workflows/workflow_form.js'
import { WorkflowEditor } from './WorkflowEditor.js'

interface WorkflowPageProps {
  kinds: FlowKinds
  read: Tagged<Workflow>
  reread: () => Promise<Tagged<Workflow>>
}

/** What the form began with; another one begins anew. */
interface Begun extends Tagged<Workflow> {
  number: number
  form: WorkflowForm
  /** It holds what was entered and is not saved. */
  isEntered: boolean
}

/**
 * Holds the state the form began with: what others save meanwhile changes nothing under the hands of whoever edits.
 * As long as nothing was entered the form follows them.
 */
export function WorkflowPage({ kinds, read, reread }: WorkflowPageProps) {
  const canWrite = usePermissions().can('flows.write')
  const begin = (state: Tagged<Workflow>, number: number, entered?: WorkflowForm): Begun => ({
    ...state,
    number,
    form: entered ?? toForm(kinds, state.data),
    isEntered: entered !== undefined,
  })
  const [begun, setBegun] = useState(() => begin(read, 0))
  // They stay open when the form begins anew, as it does with each save.
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const beginWith = (state: Tagged<Workflow>, entered?: WorkflowForm) =>
    setBegun((now) => begin(state, now.number + 1, entered))
  return (
    <WorkflowEditor
      key={begun.number}
      kinds={kinds}
      workflow={begun.data}
      tag={begun.tag}
      initial={begun.form}
      isEntered={begun.isEntered}
      latest={read}
      canWrite={canWrite}
      reread={reread}
      unfolded={unfolded}
      onUnfolded={setUnfolded}
      onBegin={beginWith}
    />
  )
}

import type { Execution, Workflow } from '@crossdock/client'
import { DeleteDialog } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { runPath } from '../paths.js'

interface DeleteWorkflowProps {
  workflow: Workflow
  onDeleted?: () => void
  onClose: () => void
}

/** Asks for confirmation, shows the active runs, and deletes the workflow. */
export function DeleteWorkflow({ workflow, onDeleted, onClose }: DeleteWorkflowProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.workflows.${key}`, values)
  return (
    <DeleteDialog
      title={text('confirmDelete.title')}
      description={text('confirmDelete.text', { name: workflow.name })}
      confirmLabel={text('confirmDelete.confirm')}
      path={`integrations/workflows/${workflow.id}`}
      invalidates={['integrations', 'workflows']}
      deleted={text('deleted')}
      failed={text('deleteFailed')}
      dependants={[
        {
          list: 'flow-executions',
          filter: { flowId: workflow.id, status: ['pending', 'running'] },
          title: text('confirmDelete.runs'),
          link: (run: Execution) => ({
            to: runPath(run),
            label: `${run.executionId.slice(0, 8)} · ${translate(`flows.run.state.${run.status}`)}`,
          }),
        },
      ]}
      pause={
        workflow.isActive
          ? {
              label: text('confirmDelete.pause'),
              done: text('statusChanged'),
              failed: text('statusFailed'),
            }
          : undefined
      }
      onDeleted={onDeleted}
      onClose={onClose}
    />
  )
}

import type { Workflow } from '@crossdock/client'
import Button from '@mui/material/Button'
import {
  ActionMenu,
  ConfirmDialog,
  EmptyState,
  Icon,
  lazyPart,
  LoadedList,
  PageActions,
  RowsSkeleton,
  Section,
  useAction,
  usePermissions,
  useRead,
} from '@crossdock/admin/kit'
import { Plus, Workflow as WorkflowIcon } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { everything } from './model.js'
import { useExecuteWorkflow } from './use_execute_workflow.js'
import { useWorkflowActions, type OpenDialog } from './use_workflow_actions.js'
import { WorkflowTable } from './WorkflowTable.js'

const ExecuteDialog = lazyPart(() => import('./ExecuteDialog.js'))
const WorkflowDialog = lazyPart(() => import('./WorkflowDialog.js'))

/** The workflows, and the way to make one more. */
export default function WorkflowsTab() {
  const translate = useTranslate()
  const canWrite = usePermissions().can('flows.write')
  const [adding, setAdding] = useState(false)
  const add = () => setAdding(true)
  return (
    <>
      {canWrite && (
        <PageActions>
          <Button variant="contained" startIcon={<Icon icon={Plus} />} onClick={add}>
            {translate('flows.workflows.add')}
          </Button>
        </PageActions>
      )}
      <Workflows onAdd={canWrite ? add : undefined} />
      {adding && <WorkflowDialog onClose={() => setAdding(false)} />}
    </>
  )
}

// Without onAdd for people who may only look.
function Workflows({ onAdd }: { onAdd?: () => void }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.workflows.${key}`)
  const workflows = useRead<Workflow[]>('integrations/workflows', everything)
  const [open, setOpen] = useState<OpenDialog>()
  const close = () => setOpen(undefined)
  const execute = useExecuteWorkflow(close)
  const actionsOf = useWorkflowActions(
    (workflow) => execute.mutate({ workflow }),
    (kind, workflow) => setOpen({ kind, workflow })
  )

  const menu = (workflow: Workflow) => (
    <ActionMenu
      label={translate('flows.workflows.actionsFor', { name: workflow.name })}
      actions={actionsOf(workflow)}
    />
  )
  // What may be done is the same for all of them.
  const hasActions = (items: Workflow[]) => items.some((item) => actionsOf(item).length > 0)
  return (
    <>
      <LoadedList
        read={workflows}
        skeleton={
          <Section flush>
            <RowsSkeleton />
          </Section>
        }
        empty={
          <EmptyState
            icon={WorkflowIcon}
            title={text('empty.title')}
            description={text('empty.text')}
            action={
              onAdd && (
                <Button variant="contained" onClick={onAdd}>
                  {text('add')}
                </Button>
              )
            }
          />
        }
      >
        {(items) => (
          <Section flush>
            <WorkflowTable workflows={items} actions={hasActions(items) ? menu : undefined} />
          </Section>
        )}
      </LoadedList>
      {open?.kind === 'edit' && <WorkflowDialog workflow={open.workflow} onClose={close} />}
      {open?.kind === 'executeOn' && (
        <ExecuteDialog
          workflow={open.workflow}
          isPending={execute.isPending}
          onExecute={(assetId) => execute.mutate({ workflow: open.workflow, assetId })}
          onClose={close}
        />
      )}
      {open?.kind === 'delete' && <DeleteWorkflow workflow={open.workflow} onClose={close} />}
    </>
  )
}

function DeleteWorkflow({ workflow, onClose }: { workflow: Workflow; onClose: () => void }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.workflows.${key}`, values)
  const path = `integrations/workflows/${workflow.id}`
  const remove = useAction(() => ({ path, method: 'DELETE' }), {
    invalidates: ['integrations', 'workflows'],
    success: { title: text('deleted') },
    error: { fallback: text('deleteFailed') },
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      open
      destructive
      title={text('confirmDelete.title')}
      description={text('confirmDelete.text', { name: workflow.name })}
      confirmLabel={text('confirmDelete.confirm')}
      pending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}

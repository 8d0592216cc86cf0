import Button from '@mui/material/Button'
import {
  ConfirmDialog,
  EmptyState,
  ErrorState,
  RowsSkeleton,
  Section,
  useAction,
  usePermissions,
  useRead,
} from '@crossdock/admin/kit'
import {
  FileInput,
  Pause,
  PenLine,
  Play,
  Power,
  Trash2,
  Workflow as WorkflowIcon,
} from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { everything, type Workflow } from '../model.js'
import { ActionMenu, type MenuAction } from '../pieces/ActionMenu.js'
import { ExecuteDialog } from './ExecuteDialog.js'
import { useToggleWorkflow } from './use_toggle_workflow.js'
import { WorkflowDialog } from './WorkflowDialog.js'
import { WorkflowTable } from './WorkflowTable.js'

/** The workflows with Edit, Execute, Pause or Activate, and Delete. */
export function WorkflowsTab({ onAdd }: { onAdd: () => void }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.workflows.${key}`)
  const { can } = usePermissions()
  const canWrite = can('flows.write')
  const canRun = can('flows.run')
  const workflows = useRead<Workflow[]>('integrations/workflows', everything)
  const [open, setOpen] = useState<{ kind: 'edit' | 'delete' | 'executeOn'; workflow: Workflow }>()
  const close = () => setOpen(undefined)
  const toggle = useToggleWorkflow()
  const execute = useAction<unknown, { workflow: Workflow; assetId?: string }>(
    ({ workflow: { id }, assetId }) => ({
      path: `integrations/workflows/${id}/execute`,
      body: assetId && { assetId },
    }),
    {
      invalidates: ['integrations/logs', 'integrations/stats', 'flow-executions'],
      success: (_data, { workflow }) => ({ title: text('executed'), description: workflow.name }),
      error: { fallback: text('executeFailed') },
      onSuccess: close,
    }
  )

  if (workflows.isPending) {
    return (
      <Section flush>
        <RowsSkeleton />
      </Section>
    )
  }
  if (workflows.error) {
    return <ErrorState error={workflows.error} onRetry={() => void workflows.refetch()} />
  }
  if (workflows.data.length === 0) {
    return (
      <EmptyState
        icon={WorkflowIcon}
        title={text('empty.title')}
        description={text('empty.text')}
        action={
          canWrite && (
            <Button variant="contained" onClick={onAdd}>
              {text('add')}
            </Button>
          )
        }
      />
    )
  }
  const actionsOf = (workflow: Workflow): MenuAction[] => [
    ...(canRun
      ? [
          {
            label: text('action.execute'),
            icon: Play,
            disabled: !workflow.isActive,
            onSelect: () => execute.mutate({ workflow }),
          },
          {
            label: text('action.executeOn'),
            icon: FileInput,
            disabled: !workflow.isActive || !can('assets.read'),
            onSelect: () => setOpen({ kind: 'executeOn', workflow }),
          },
        ]
      : []),
    ...(canWrite
      ? [
          {
            label: text('action.edit'),
            icon: PenLine,
            onSelect: () => setOpen({ kind: 'edit', workflow }),
          },
          {
            label: text(workflow.isActive ? 'action.pause' : 'action.activate'),
            icon: workflow.isActive ? Pause : Power,
            onSelect: () => toggle(workflow),
          },
          {
            label: text('action.delete'),
            icon: Trash2,
            destructive: true,
            onSelect: () => setOpen({ kind: 'delete', workflow }),
          },
        ]
      : []),
  ]
  const menu = (workflow: Workflow) => (
    <ActionMenu
      label={translate('integrations.actionsFor', { name: workflow.name })}
      actions={actionsOf(workflow)}
    />
  )
  return (
    <>
      <Section flush>
        <WorkflowTable workflows={workflows.data} actions={canRun || canWrite ? menu : undefined} />
      </Section>
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
  const text = (key: string, values?: object) => translate(`integrations.workflows.${key}`, values)
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

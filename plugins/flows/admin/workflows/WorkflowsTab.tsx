import type { Workflow } from '@crossdock/client'
import Button from '@mui/material/Button'
import {
  ActionMenu,
  actionsColumn,
  ActiveBadge,
  BulkAction,
  EmptyState,
  CreateButton,
  Icon,
  lazyPart,
  PageActions,
  RelativeTime,
  ResourceList,
  useDialogAddress,
  useEnvironments,
  useKinds,
  usePermissions,
  type ListColumn,
} from '@crossdock/admin/kit'
import { History, Pause, Power, Trash2, Workflow as WorkflowIcon } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { WorkflowName } from '../pieces/WorkflowName.js'
import { PromoteSelected } from '../promotion/PromoteSelected.js'
import { usePromotionEnvironments } from '../promotion/use_promotion_environments.js'
import { DeleteWorkflow } from './DeleteWorkflow.js'
import { useKindLabel } from './kinds.js'
import { workflowPath } from './model.js'
import { StepDots } from './StepDots.js'
import { asksForInput } from './model.js'
import { useExecuteWorkflow } from './use_execute_workflow.js'
import { useWorkflowActions, type OpenDialog } from './use_workflow_actions.js'

const ExecuteWithInput = lazyPart(() => import('./ExecuteWithInput.js'))
const ExecuteDialog = lazyPart(() => import('./ExecuteDialog.js'))
const PromoteDialog = lazyPart(() => import('../promotion/PromoteDialog.js'))
const PromotionsDialog = lazyPart(() => import('../promotion/PromotionsDialog.js'))
const WorkflowDialog = lazyPart(() => import('./WorkflowDialog.js'))

/** The workflows, and a button to create one. */
export default function WorkflowsTab() {
  const translate = useTranslate()
  const canWrite = usePermissions().can('flows.write')
  const [open, setOpen] = useState<OpenDialog>()
  const creating = useDialogAddress('new')
  const places = usePromotionEnvironments()
  const { environments, chosen } = useEnvironments()
  const canSeePromotions = usePermissions().can('environments.read') && environments.length > 1
  const [seesPromotions, setSeesPromotions] = useState(false)
  const close = () => setOpen(undefined)
  const execute = useExecuteWorkflow(close)
  const actionsOf = useWorkflowActions(
    (workflow) =>
      asksForInput(workflow) ? setOpen({ kind: 'input', workflow }) : execute.mutate({ workflow }),
    (kind, workflow) => setOpen({ kind, workflow })
  )
  const columns = useColumns(actionsOf)
  const { data: triggers = [] } = useKinds('flows/triggers')
  const label = useKindLabel('trigger')
  const text = (key: string, values?: object) => translate(`flows.workflows.${key}`, values)
  const add = canWrite && (
    <CreateButton
      limit="maxWorkflows"
      reached="flows.workflows.limitReached"
      onClick={() => creating.open('workflow')}
    >
      {text('add')}
    </CreateButton>
  )
  const switched = (isActive: boolean) => (
    <BulkAction
      label={text(isActive ? 'action.activate' : 'action.pause')}
      icon={isActive ? Power : Pause}
      request={(id) => ({
        path: `integrations/workflows/${id}`,
        method: 'PUT',
        body: { isActive },
      })}
      invalidates={['integrations', 'workflows']}
      success={(count) => text(isActive ? 'activatedAll' : 'pausedAll', { smart_count: count })}
    />
  )
  return (
    <>
      <PageActions>
        {canSeePromotions && (
          <Button
            variant="outlined"
            startIcon={<Icon icon={History} />}
            onClick={() => setSeesPromotions(true)}
          >
            {text('promotions')}
          </Button>
        )}
        {add}
      </PageActions>
      <ResourceList<Workflow>
        resource="integrations/workflows"
        label={text('list')}
        columns={columns}
        sort={{ field: 'name', order: 'ASC' }}
        search={text('search')}
        filters={[
          {
            source: 'isActive',
            label: text('column.status'),
            choices: [
              { id: true, name: translate('kit.active') },
              { id: false, name: translate('kit.inactive') },
            ],
          },
          {
            source: 'triggerType',
            label: text('column.trigger'),
            choices: triggers.map(({ name }) => ({ id: name, name: label(name) })),
          },
        ]}
        to={workflowPath}
        bulk={
          canWrite && (
            <>
              {switched(false)}
              {switched(true)}
              <PromoteSelected />
              <BulkAction
                label={text('action.delete')}
                icon={Trash2}
                destructive
                confirm={(count) => ({
                  title: text('confirmDeleteAll.title', { smart_count: count }),
                  text: text('confirmDeleteAll.text', { smart_count: count }),
                })}
                request={(id) => ({ path: `integrations/workflows/${id}`, method: 'DELETE' })}
                invalidates={['integrations', 'workflows']}
                success={(count) => text('deletedAll', { smart_count: count })}
              />
            </>
          )
        }
        empty={
          <EmptyState
            icon={WorkflowIcon}
            title={text('empty.title')}
            description={text('empty.text')}
            action={add}
          />
        }
        noMatch={text('noMatch')}
      />
      {canWrite && creating.value === 'workflow' && <WorkflowDialog onClose={creating.close} />}
      {open?.kind === 'input' && (
        <ExecuteWithInput workflow={open.workflow} asksFile={false} onClose={close} />
      )}
      {open?.kind === 'executeOn' && (
        <ExecuteDialog
          workflow={open.workflow}
          isPending={execute.isPending}
          onExecute={(assetId) => execute.mutate({ workflow: open.workflow, assetId })}
          onClose={close}
        />
      )}
      {open?.kind === 'promote' && places && (
        <PromoteDialog places={places} workflows={[open.workflow]} onClose={close} />
      )}
      {seesPromotions && chosen && (
        <PromotionsDialog
          environment={chosen}
          canUndo={places !== undefined}
          onClose={() => setSeesPromotions(false)}
        />
      )}
      {open?.kind === 'delete' && <DeleteWorkflow workflow={open.workflow} onClose={close} />}
    </>
  )
}

function useColumns(actionsOf: ReturnType<typeof useWorkflowActions>): ListColumn<Workflow>[] {
  const translate = useTranslate()
  const { can } = usePermissions()
  const trigger = useKindLabel('trigger')
  const column = (key: string) => translate(`flows.workflows.column.${key}`)
  return [
    {
      source: 'name',
      label: column('name'),
      sortable: true,
      card: 'title',
      render: (workflow) => <WorkflowName workflow={workflow} to={workflowPath(workflow)} />,
    },
    {
      source: 'triggerType',
      label: column('trigger'),
      render: ({ triggerType }) => trigger(triggerType),
    },
    {
      source: 'steps',
      label: column('steps'),
      render: ({ steps }) => <StepDots steps={steps} />,
    },
    {
      source: 'isActive',
      label: column('status'),
      render: ({ isActive }) => <ActiveBadge isActive={isActive} />,
    },
    {
      source: 'updatedAt',
      label: column('modified'),
      sortable: true,
      firstOrder: 'DESC',
      render: ({ updatedAt }) => <RelativeTime time={updatedAt} />,
    },
    ...(can('flows.write') || can('flows.run')
      ? [
          actionsColumn<Workflow>(translate('kit.actions'), (workflow) => (
            <ActionMenu
              label={translate('flows.workflows.actionsFor', { name: workflow.name })}
              actions={actionsOf(workflow)}
            />
          )),
        ]
      : []),
  ]
}

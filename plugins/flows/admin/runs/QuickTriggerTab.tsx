import type { StartableWorkflow } from '@crossdock/client'
import Button from '@mui/material/Button'
import {
  actionsColumn,
  EmptyState,
  Icon,
  lazyPart,
  ResourceList,
  useAction,
  usePermissions,
  type ListColumn,
} from '@crossdock/admin/kit'
import { Play, Workflow } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { WorkflowName } from '../pieces/WorkflowName.js'
import type { InputValues } from '../workflows/InputDialog.js'
import { useKindLabel } from '../workflows/kinds.js'

const InputDialog = lazyPart(() => import('../workflows/InputDialog.js'))

interface Start {
  workflow: StartableWorkflow
  input?: InputValues
}

/** The active workflows, each with a button to start it. */
export default function QuickTriggerTab() {
  const translate = useTranslate()
  const canRun = usePermissions().can('flows.run')
  const trigger = useKindLabel('trigger')
  const text = (key: string, values?: object) => translate(`flows.quick.${key}`, values)
  const [asked, setAsked] = useState<StartableWorkflow>()
  const start = useAction<unknown, Start>(
    ({ workflow: { id }, input }) => ({
      path: 'flow-executions/trigger',
      body: { flowId: id, ...(input ? { input } : {}) },
    }),
    {
      invalidates: ['flow-executions', 'integrations'],
      success: { title: text('started') },
      error: { fallback: translate('flows.workflows.executeFailed'), inForm: asked !== undefined },
    }
  )
  const columns: ListColumn<StartableWorkflow>[] = [
    {
      source: 'name',
      label: translate('flows.workflows.column.name'),
      sortable: true,
      card: 'title',
      render: (workflow) => <WorkflowName workflow={workflow} />,
    },
    {
      source: 'triggerType',
      label: translate('flows.workflows.column.trigger'),
      render: ({ triggerType }) => trigger(triggerType),
    },
    ...(canRun
      ? [
          actionsColumn<StartableWorkflow>(translate('kit.actions'), (workflow) => (
            <Button
              size="small"
              variant="outlined"
              startIcon={<Icon icon={Play} />}
              disabled={start.isPending && start.variables?.workflow.id === workflow.id}
              aria-label={text('triggerOf', { name: workflow.name })}
              onClick={() =>
                workflow.fields.length > 0 ? setAsked(workflow) : start.mutate({ workflow })
              }
            >
              {text('trigger')}
            </Button>
          )),
        ]
      : []),
  ]
  return (
    <>
      <ResourceList<StartableWorkflow>
        resource="workflows"
        label={text('tab')}
        columns={columns}
        layout="cards"
        sort={{ field: 'name', order: 'ASC' }}
        search={translate('flows.workflows.search')}
        empty={<EmptyState icon={Workflow} title={text('empty')} />}
      />
      {asked && (
        <InputDialog
          title={translate('flows.input.title', { name: asked.name })}
          submitLabel={text('trigger')}
          fields={asked.fields}
          onStart={(input) => start.mutateAsync({ workflow: asked, input })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

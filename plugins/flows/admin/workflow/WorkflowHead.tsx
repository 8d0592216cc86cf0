import type { Workflow } from '@crossdock/client'
import Button from '@mui/material/Button'
import {
  ActionMenu,
  formatRelative,
  Icon,
  lazyPart,
  PageHeader,
  usePermissions,
} from '@crossdock/admin/kit'
import { ArrowRightLeft, FilePlay, History, ListTree, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { DeleteWorkflow } from '../workflows/DeleteWorkflow.js'
import { useExecuteWorkflow } from '../workflows/use_execute_workflow.js'
import { usePromotionPlaces } from '../promotion/use_promotion_places.js'
import { runsOf } from '../runs/model.js'
import { ToWorkflows } from './ToWorkflows.js'

const ExecuteDialog = lazyPart(() => import('../workflows/ExecuteDialog.js'))
const PromoteDialog = lazyPart(() => import('../promotion/PromoteDialog.js'))
const VersionsDialog = lazyPart(() => import('./VersionsDialog.js'))

/** Name, version and what can be done with the workflow as it is saved. */
export function WorkflowHead({ workflow, isDirty }: { workflow: Workflow; isDirty: boolean }) {
  const translate = useTranslate()
  const { can } = usePermissions()
  const navigate = useNavigate()
  const places = usePromotionPlaces()
  const [open, setOpen] = useState<'test' | 'versions' | 'promote' | 'delete'>()
  const close = () => setOpen(undefined)
  const execute = useExecuteWorkflow(close)
  const text = (key: string, values?: object) => translate(`flows.workflow.${key}`, values)
  const { name, version, savedByName, updatedAt, isActive } = workflow
  const canTest = can('flows.run') && can('assets.read')
  return (
    <>
      <PageHeader
        title={name}
        subtitle={text(savedByName ? 'saved' : 'savedByNobody', {
          version,
          name: savedByName,
          time: formatRelative(updatedAt),
        })}
        above={<ToWorkflows />}
        actions={
          <>
            {canTest && (
              <Button
                variant="outlined"
                startIcon={<Icon icon={FilePlay} />}
                disabled={!isActive || isDirty}
                title={isDirty ? text('saveFirst') : isActive ? undefined : text('paused')}
                onClick={() => setOpen('test')}
              >
                {text('test')}
              </Button>
            )}
            <Button component={Link} to={runsOf(workflow.id)} startIcon={<Icon icon={ListTree} />}>
              {text('runs')}
            </Button>
            <ActionMenu
              label={translate('flows.workflows.actionsFor', { name })}
              actions={[
                { label: text('versions'), icon: History, onSelect: () => setOpen('versions') },
                ...(places
                  ? [
                      {
                        label: translate('flows.workflows.action.promote'),
                        icon: ArrowRightLeft,
                        disabled: isDirty,
                        onSelect: () => setOpen('promote'),
                      },
                    ]
                  : []),
                ...(can('flows.write')
                  ? [
                      {
                        label: translate('flows.workflows.action.delete'),
                        icon: Trash2,
                        destructive: true,
                        onSelect: () => setOpen('delete'),
                      },
                    ]
                  : []),
              ]}
            />
          </>
        }
      />
      {open === 'test' && (
        <ExecuteDialog
          workflow={workflow}
          isPending={execute.isPending}
          onExecute={(assetId) => execute.mutate({ workflow, assetId })}
          onClose={close}
        />
      )}
      {open === 'versions' && <VersionsDialog workflow={workflow} onClose={close} />}
      {open === 'promote' && places && (
        <PromoteDialog places={places} workflows={[workflow]} onClose={close} />
      )}
      {open === 'delete' && (
        <DeleteWorkflow
          workflow={workflow}
          onClose={close}
          onDeleted={() => void navigate('/integrations?tab=workflows')}
        />
      )}
    </>
  )
}

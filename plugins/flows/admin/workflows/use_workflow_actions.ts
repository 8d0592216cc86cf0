import type { Workflow } from '@crossdock/client'
import { usePermissions, type MenuAction } from '@crossdock/admin/kit'
import { ArrowRightLeft, FileInput, Pause, PenLine, Play, Power, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useNavigate } from 'react-router-dom'
import { usePromotionEnvironments } from '../promotion/use_promotion_environments.js'
import { workflowPath } from './model.js'
import { useToggleWorkflow } from './use_toggle_workflow.js'

export interface OpenDialog {
  kind: 'input' | 'executeOn' | 'promote' | 'delete'
  workflow: Workflow
}

/** The menu of a workflow, with the actions that the person may use. */
export function useWorkflowActions(
  onExecute: (workflow: Workflow) => void,
  onOpen: (kind: OpenDialog['kind'], workflow: Workflow) => void
): (workflow: Workflow) => MenuAction[] {
  const translate = useTranslate()
  const { can } = usePermissions()
  const toggle = useToggleWorkflow()
  const navigate = useNavigate()
  const canPromote = usePromotionEnvironments() !== undefined
  const text = (action: string) => translate(`flows.workflows.action.${action}`)
  const paused = ({ isActive }: Workflow) =>
    isActive ? {} : { disabled: true, hint: text('executeLater') }

  return (workflow) => [
    ...when(can('flows.write'), [
      { label: text('edit'), icon: PenLine, onSelect: () => void navigate(workflowPath(workflow)) },
    ]),
    ...when(can('flows.run'), [
      {
        label: text('execute'),
        icon: Play,
        ...paused(workflow),
        onSelect: () => onExecute(workflow),
      },
      {
        label: text('executeOn'),
        icon: FileInput,
        disabled: !can('assets.read'),
        ...paused(workflow),
        onSelect: () => onOpen('executeOn', workflow),
      },
    ]),
    ...when(canPromote, [
      {
        label: text('promote'),
        icon: ArrowRightLeft,
        onSelect: () => onOpen('promote', workflow),
      },
    ]),
    ...when(can('flows.write'), [
      {
        label: text(workflow.isActive ? 'pause' : 'activate'),
        icon: workflow.isActive ? Pause : Power,
        onSelect: () => toggle(workflow),
      },
      {
        label: text('delete'),
        icon: Trash2,
        destructive: true,
        onSelect: () => onOpen('delete', workflow),
      },
    ]),
  ]
}

const when = (allowed: boolean, actions: MenuAction[]) => (allowed ? actions : [])

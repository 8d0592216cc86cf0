import type { Workflow } from '@crossdock/client'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import {
  ActionsCell,
  ActionsHeadCell,
  wideCell,
  ActiveBadge,
  RelativeTime,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { useKindLabel } from './kinds.js'
import { StepDots } from './StepDots.js'

interface WorkflowTableProps {
  workflows: readonly Workflow[]
  /** The menu at the end of a row; left out for people who may only look. */
  actions?: (workflow: Workflow) => ReactNode
}

/** All workflows of the organization; on phones the trigger stands under the name. */
export function WorkflowTable({ workflows, actions }: WorkflowTableProps) {
  const translate = useTranslate()
  const column = (key: string) => translate(`flows.workflows.column.${key}`)
  const label = useKindLabel('trigger')
  const trigger = ({ triggerType }: Workflow) => label(triggerType)
  return (
    <Table aria-label={translate('flows.workflows.list')}>
      <TableHead>
        <TableRow>
          <TableCell>{column('name')}</TableCell>
          <TableCell sx={wideCell}>{column('trigger')}</TableCell>
          <TableCell sx={wideCell}>{column('steps')}</TableCell>
          <TableCell>{column('status')}</TableCell>
          <TableCell sx={wideCell}>{column('modified')}</TableCell>
          {actions && <ActionsHeadCell />}
        </TableRow>
      </TableHead>
      <TableBody>
        {workflows.map((workflow) => (
          <TableRow key={workflow.id} hover>
            <TableCell>
              <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
                {workflow.name}
              </Typography>
              {workflow.description && (
                <Typography
                  variant="body2"
                  color="textSecondary"
                  sx={{ maxWidth: 420, overflowWrap: 'anywhere' }}
                >
                  {workflow.description}
                </Typography>
              )}
              <Typography
                variant="caption"
                component="p"
                color="textSecondary"
                sx={{ display: { md: 'none' }, mt: 0.5 }}
              >
                {trigger(workflow)} ·{' '}
                {translate('flows.workflows.stepCount', {
                  smart_count: workflow.steps.length,
                })}
              </Typography>
            </TableCell>
            <TableCell sx={{ ...wideCell, whiteSpace: 'nowrap' }}>{trigger(workflow)}</TableCell>
            <TableCell sx={wideCell}>
              <StepDots steps={workflow.steps} />
            </TableCell>
            <TableCell>
              <ActiveBadge isActive={workflow.isActive} />
            </TableCell>
            <TableCell sx={{ ...wideCell, whiteSpace: 'nowrap', color: 'text.secondary' }}>
              <RelativeTime time={workflow.updatedAt} />
            </TableCell>
            {actions && <ActionsCell>{actions(workflow)}</ActionsCell>}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

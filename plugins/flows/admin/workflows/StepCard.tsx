import type { ApiEndpoint, ExternalSystem } from '@crossdock/client'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { Icon } from '@crossdock/admin/kit'
import type { UseQueryResult } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { required, useTranslate } from 'ra-core'
import { SelectInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { ApiCallFields } from './ApiCallFields.js'
import { MetadataFields } from './MetadataFields.js'
import { NumberDot } from '../pieces/NumberDot.js'
import { offeredSteps, type WorkflowForm } from './workflow_form.js'

interface StepCardProps {
  /** Place of the step, from 0. */
  at: number
  isLast: boolean
  systems: UseQueryResult<ExternalSystem[]>
  endpoints: UseQueryResult<ApiEndpoint[]>
  onMove: (to: number) => void
  onRemove: () => void
}

/** One step of the workflow that is being edited. */
export function StepCard({ at, isLast, systems, endpoints, onMove, onRemove }: StepCardProps) {
  const translate = useTranslate()
  const number = at + 1
  const text = (key: string) => translate(`flows.workflows.form.${key}`, { number })
  const type = useWatch<WorkflowForm, `steps.${number}.type`>({ name: `steps.${at}.type` })
  return (
    <Box
      component="li"
      tabIndex={-1}
      aria-label={text('step')}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        gap: 2,
        p: 2,
        border: 1,
        borderColor: 'divider',
        borderRadius: '10px',
        bgcolor: (theme) => theme.palette.surface.inset,
        '&:focus-visible': { outline: (theme) => `2px solid ${theme.palette.accent}` },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <NumberDot number={number} />
        <Typography sx={{ flex: 1, fontWeight: 500 }}>{text('step')}</Typography>
        <IconButton
          size="small"
          data-move="up"
          aria-label={text('moveUp')}
          disabled={at === 0}
          onClick={() => onMove(at - 1)}
        >
          <Icon icon={ArrowUp} />
        </IconButton>
        <IconButton
          size="small"
          data-move="down"
          aria-label={text('moveDown')}
          disabled={isLast}
          onClick={() => onMove(at + 1)}
        >
          <Icon icon={ArrowDown} />
        </IconButton>
        <IconButton size="small" aria-label={text('removeStep')} onClick={onRemove}>
          <Icon icon={Trash2} />
        </IconButton>
      </Box>
      <SelectInput
        source={`steps.${at}.type`}
        label={text('stepType')}
        choices={offeredSteps.map((id) => ({
          id,
          name: translate(`flows.stepType.${id}`),
        }))}
        validate={required()}
      />
      {type === 'api_call' && <ApiCallFields at={at} systems={systems} endpoints={endpoints} />}
      {type === 'metadata_update' && <MetadataFields at={at} />}
    </Box>
  )
}

import type { WorkflowStep } from '@crossdock/client'
import Box from '@mui/material/Box'
import { Tooltip } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { NumberDot } from '../pieces/NumberDot.js'
import { useKindLabel } from './kinds.js'

const SHOWN = 3

/** The first three steps as numbered dots, and the number of further steps. */
export function StepDots({ steps }: { steps: readonly WorkflowStep[] }) {
  const translate = useTranslate()
  const label = useKindLabel('stepType')
  const names = steps.map(({ type }, at) => `${at + 1}. ${label(type)}`).join(', ')
  const count = translate('flows.workflows.stepCount', { smart_count: steps.length })
  return (
    <Tooltip title={names}>
      <Box
        role="img"
        aria-label={`${count}: ${names}`}
        sx={{ display: 'inline-flex', alignItems: 'center' }}
      >
        {steps.slice(0, SHOWN).map((step, at) => (
          <Box key={step.id} sx={{ display: 'flex', alignItems: 'center' }}>
            {at > 0 && <Box sx={{ width: 8, height: '1px', bgcolor: 'text.disabled' }} />}
            <NumberDot number={at + 1} />
          </Box>
        ))}
        {steps.length > SHOWN && (
          <Box component="span" sx={{ ml: 0.75, fontSize: '0.8125rem', color: 'text.secondary' }}>
            {translate('flows.workflows.more', { count: steps.length - SHOWN })}
          </Box>
        )}
      </Box>
    </Tooltip>
  )
}

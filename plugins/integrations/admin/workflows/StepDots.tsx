import Box from '@mui/material/Box'
import { Tooltip } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { WorkflowStep } from '../model.js'

const SHOWN = 3

/** The place of a step in a small circle. */
export const StepNumber = ({ number }: { number: number }) => (
  <Box
    component="span"
    aria-hidden
    sx={{
      width: 22,
      height: 22,
      flex: 'none',
      display: 'grid',
      placeItems: 'center',
      borderRadius: '50%',
      fontSize: '0.75rem',
      fontWeight: 500,
      color: 'text.secondary',
      border: 1,
      borderColor: (theme) => theme.palette.surface.border,
      bgcolor: 'background.paper',
    }}
  >
    {number}
  </Box>
)

/** The first three steps as numbered dots and how many more there are. */
export function StepDots({ steps }: { steps: readonly WorkflowStep[] }) {
  const translate = useTranslate()
  const names = steps
    .map(({ type }, at) => {
      const name = translate(`integrations.workflows.stepType.${type}`, { _: type })
      return `${at + 1}. ${name}`
    })
    .join(', ')
  const count = translate('integrations.workflows.stepCount', { smart_count: steps.length })
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
            <StepNumber number={at + 1} />
          </Box>
        ))}
        {steps.length > SHOWN && (
          <Box component="span" sx={{ ml: 0.75, fontSize: '0.8125rem', color: 'text.secondary' }}>
            {translate('integrations.workflows.more', { count: steps.length - SHOWN })}
          </Box>
        )}
      </Box>
    </Tooltip>
  )
}

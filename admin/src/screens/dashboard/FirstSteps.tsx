import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { Icon, Section, Tooltip } from '@crossdock/admin/kit'
import { ArrowRight, CircleCheck, X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import type { StepState } from './use_first_steps.js'

interface FirstStepsProps {
  steps: readonly StepState[]
  onDismiss: () => void
}

/** What makes an organization work, ticked off as it happens. */
export function FirstSteps({ steps, onDismiss }: FirstStepsProps) {
  const translate = useTranslate()
  const done = steps.filter(({ isDone }) => isDone).length
  const text = (key: string, values?: object) => translate(`dashboard.firstSteps.${key}`, values)
  return (
    <Section
      flush
      title={text('title')}
      description={text('progress', { done, total: steps.length })}
      actions={
        <Tooltip title={text('dismiss')}>
          <IconButton size="small" aria-label={text('dismiss')} onClick={onDismiss}>
            <Icon icon={X} />
          </IconButton>
        </Tooltip>
      }
    >
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          px: 1.25,
          pb: 1.25,
          display: 'grid',
          gap: 0.25,
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(220px, 100%), 1fr))',
        }}
      >
        {steps.map((step) => (
          <li key={step.id}>
            <StepLine {...step} doneText={text('done')} label={translate(step.label)} />
          </li>
        ))}
      </Box>
    </Section>
  )
}

interface StepLineProps extends StepState {
  doneText: string
}

const line = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.25,
  p: 1.25,
  borderRadius: '8px',
} as const

const StepLine = ({ label, icon, to, isDone, doneText }: StepLineProps) =>
  isDone ? (
    <Box sx={line}>
      <Box
        role="img"
        aria-label={doneText}
        sx={{ display: 'grid', color: 'success.main', flex: 'none' }}
      >
        <Icon icon={CircleCheck} />
      </Box>
      <Typography color="textSecondary">{label}</Typography>
    </Box>
  ) : (
    <Box
      component={Link}
      to={to}
      sx={{
        ...line,
        color: 'text.primary',
        textDecoration: 'none',
        '&:hover': { bgcolor: 'action.hover' },
        '&:focus-visible': {
          outline: (theme) => `2px solid ${theme.palette.accent}`,
          outlineOffset: -2,
        },
      }}
    >
      <Icon icon={icon} />
      <Typography sx={{ flex: 1, fontWeight: 500 }}>{label}</Typography>
      <Icon icon={ArrowRight} />
    </Box>
  )

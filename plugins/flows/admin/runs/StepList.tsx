import type { Approval, IntegrationLog, StepResult } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import {
  Badge,
  CodeBlock,
  formatDateTime,
  formatDuration,
  formatTime,
  formatTimeToSeconds,
  Icon,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useId, useState, type ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { NumberDot } from '../pieces/NumberDot.js'
import { useKindLabel, useStepIcon } from '../workflows/kinds.js'
import { StatusBadge } from './StatusBadge.js'
import { StepCalls } from './StepCalls.js'
import { numberOf } from './place.js'
import { StepPlace } from './StepPlace.js'

/** The steps of a run in order. */
export const StepList = ({ children }: { children: ReactNode }) => (
  <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
    {children}
  </Box>
)

interface StepResultProps {
  step: StepResult
  /** All steps of the run. */
  steps: readonly StepResult[]
  /** Why the run failed, shown above the steps. */
  cause: string | null
  /** Its calls to other systems. */
  calls: readonly IntegrationLog[]
  /** Its question to people. */
  approval?: Approval | undefined
}

/** One step: its result, number of tries, duration and output. */
export function StepResultItem({ step, steps, cause, calls, approval }: StepResultProps) {
  const translate = useTranslate()
  const label = useKindLabel('stepType')
  const icon = useStepIcon()
  const text = (key: string, values?: object) => translate(`flows.run.${key}`, values)
  const timing = [
    step.attempts > 0 && text('attempts', { smart_count: step.attempts }),
    step.startedAt && step.completedAt && formatDuration(elapsed(step.startedAt, step.completedAt)),
    step.startedAt && formatDateTime(step.startedAt),
    step.nextTryAt && text(waitKey(step), { time: shortTime(step.nextTryAt) }),
  ]
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        gap: 1.75,
        py: 1.75,
        borderTop: 1,
        borderColor: 'divider',
        pl: 2.5 + step.depth * 4,
        pr: 2.5,
      }}
    >
      <NumberDot number={numberOf(step, steps)} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Icon icon={icon(step.type)} />
          <Typography variant="h3" sx={{ overflowWrap: 'anywhere' }}>
            {step.name ?? label(step.type)}
          </Typography>
          {step.name && (
            <Typography variant="body2" color="textSecondary">
              {label(step.type)}
            </Typography>
          )}
          <StatusBadge status={step.status} />
          {step.isHandled && <Badge variant="secondary">{text('handled')}</Badge>}
        </Box>
        <StepPlace step={step} steps={steps} />
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.25 }}>
          {timing.filter(Boolean).join(' · ')}
        </Typography>
        {step.errorMessage && !cause?.endsWith(step.errorMessage) && (
          <Typography variant="body2" color="error" sx={{ mt: 0.75, overflowWrap: 'anywhere' }}>
            {step.errorMessage}
          </Typography>
        )}
        {step.isHandled && step.errorFamily && (
          <Typography variant="body2" sx={{ mt: 0.5 }}>
            {text('handledError', {
              family: translate(`flows.onError.family.${step.errorFamily}`),
            })}
          </Typography>
        )}
        {approval && <Decision approval={approval} />}
        {step.tries.length > 1 && <Tries step={step} number={numberOf(step, steps)} />}
        <StepCalls calls={calls} />
        {step.output !== null && step.output !== undefined && (
          <Output step={step} number={numberOf(step, steps)} />
        )}
      </Box>
    </Box>
  )
}

/** Who decided the question of an approval step, and why. */
function Decision({ approval }: { approval: Approval }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.run.decision.${key}`, values)
  const { id, status, decidedByName, decidedAt, comment } = approval
  const isDecided = status === 'approved' || status === 'rejected'
  return (
    <Typography variant="body2" sx={{ mt: 0.75, overflowWrap: 'anywhere' }}>
      {isDecided && decidedByName
        ? text(status, { name: decidedByName })
        : translate(`flows.approvals.state.${status}`)}
      {decidedAt && ` · ${formatDateTime(decidedAt)}`}
      {comment && (
        <Box component="span" sx={{ display: 'block', whiteSpace: 'pre-line' }}>
          {text('comment', { comment })}
        </Box>
      )}
      {status === 'open' && (
        <>
          {' · '}
          <Link component={RouterLink} to={`/approvals?id=${encodeURIComponent(id)}`}>
            {text('show')}
          </Link>
        </>
      )}
    </Typography>
  )
}

/** Returns the text key for a waiting step, which is retried after an error and otherwise continues later. */
const waitKey = ({ errorMessage }: StepResult) => (errorMessage === null ? 'until' : 'nextTry')

/** Returns the time, with the date if it is not today. */
const shortTime = (time: string) =>
  new Date(time).toDateString() === new Date().toDateString()
    ? formatTime(time)
    : formatDateTime(time)

// Shown only for more than one try, because the step itself shows a single one.
function Tries({ step, number }: { step: StepResult; number: number }) {
  const translate = useTranslate()
  return (
    <Box
      component="ul"
      aria-label={translate('flows.run.tries', { number })}
      sx={{
        listStyle: 'none',
        m: 0,
        mt: 1,
        pl: 1.5,
        borderLeft: 2,
        borderColor: 'divider',
        display: 'grid',
        gap: 0.5,
      }}
    >
      {step.tries.map(({ attempt, startedAt, completedAt, errorMessage }) => (
        <Typography
          component="li"
          variant="body2"
          color="textSecondary"
          key={attempt}
          sx={{ overflowWrap: 'anywhere' }}
        >
          {[
            translate('flows.run.tried', { number: attempt }),
            // With seconds, because attempts are close together.
            formatTimeToSeconds(startedAt),
            completedAt && formatDuration(elapsed(startedAt, completedAt)),
            errorMessage,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
      ))}
    </Box>
  )
}

function Output({ step, number }: { step: StepResult; number: number }) {
  const translate = useTranslate()
  const [open, setOpen] = useState(step.status === 'failed' && Boolean(step.errorMessage))
  const id = useId()
  const { output } = step
  return (
    <>
      <Button
        size="small"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        sx={{ ml: -1.25, mt: 0.5 }}
      >
        {translate(open ? 'flows.run.hideOutput' : 'flows.run.showOutput')}
      </Button>
      {open && (
        <CodeBlock id={id} label={translate('flows.run.output', { number })} data={output} />
      )}
    </>
  )
}

const elapsed = (from: string, to: string) => new Date(to).getTime() - new Date(from).getTime()

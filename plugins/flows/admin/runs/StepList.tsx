import type { Approval, IntegrationLog, StepResult } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { CodeBlock, formatDateTime, formatTime, Icon, IconTile } from '@crossdock/admin/kit'
import { ChevronDown, ChevronRight, RotateCw } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useId, useState, type ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { useKindLabel, useStepIcon } from '../workflows/kinds.js'
import { Attempts, attemptsOf } from './Attempts.js'
import { durationText } from './duration.js'
import { numberOf, outerStepsOf } from './place.js'
import { StepPlace } from './StepPlace.js'
import { StepState } from './StepState.js'

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
  /** The calls of the step to other systems. */
  calls: readonly IntegrationLog[]
  /** The question that the step asks people. */
  approval?: Approval | undefined
  /** Starts the run again at this step; absent where that is not possible. */
  onReplay?: (() => void) | undefined
}

/** One step as a row, which opens onto its attempts and its output. */
export function StepResultItem(props: StepResultProps) {
  const { step, steps, calls, approval, onReplay } = props
  const label = useKindLabel('stepType')
  const icon = useStepIcon()
  const facts = useStepFacts(step, steps, calls)
  const [chosen, setChosen] = useState<boolean>()
  const id = useId()
  const hasDetails = step.attempts > 0 || calls.length > 0
  const isFailed = step.status === 'failed'
  // Failed steps, questions and a single step are open at first.
  const isOpen = hasDetails && (chosen ?? (isFailed || Boolean(approval) || steps.length === 1))
  const name = step.name ?? label(step.type)
  const time =
    step.startedAt && step.completedAt ? elapsed(step.startedAt, step.completedAt) : undefined
  const head = (
    <>
      <StepState status={step.status} />
      <IconTile icon={icon(step.type)} tile={28} size={15} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography
          component="span"
          sx={{
            display: 'block',
            fontWeight: 500,
            overflowWrap: 'anywhere',
            color: step.status === 'skipped' ? 'text.secondary' : undefined,
          }}
        >
          <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400, mr: 0.75 }}>
            {numberOf(step, steps)}
          </Box>
          {name}
        </Typography>
        <Typography
          component="span"
          variant="caption"
          color="textSecondary"
          sx={{ display: 'block', overflowWrap: 'anywhere' }}
        >
          {facts}
        </Typography>
      </Box>
    </>
  )
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ ...row, pl: { xs: 2 + step.depth * 1.5, sm: 2.5 + step.depth * 3 } }}>
        {hasDetails ? (
          <Box
            component="button"
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setChosen(!isOpen)}
            sx={toggle}
          >
            {head}
          </Box>
        ) : (
          <Box sx={{ ...toggle, cursor: 'default' }}>{head}</Box>
        )}
        {onReplay && (
          <Box
            className={isFailed ? undefined : 'on-hover'}
            sx={{ flex: 'none', display: { xs: 'none', sm: 'block' } }}
          >
            <RetryFrom step={step} steps={steps} onReplay={onReplay} />
          </Box>
        )}
        <Typography
          variant="body2"
          color="textSecondary"
          sx={{ flex: 'none', minWidth: { sm: 56 }, textAlign: 'right' }}
        >
          {time !== undefined && durationText(time)}
        </Typography>
        <Box aria-hidden sx={{ display: 'flex', width: 16, color: 'text.secondary' }}>
          {hasDetails && <Icon icon={isOpen ? ChevronDown : ChevronRight} />}
        </Box>
      </Box>
      {isOpen && (
        <Box
          id={id}
          sx={{ pl: { xs: 2, sm: 8.5 + step.depth * 3 }, pr: { xs: 2, sm: 2.5 }, pb: 2 }}
        >
          <StepDetails {...props} />
        </Box>
      )}
    </Box>
  )
}

/** Starts the run again at a step. On phones it is inside the opened step. */
function RetryFrom({
  step,
  steps,
  onReplay,
}: Pick<StepResultProps, 'step' | 'steps' | 'onReplay'>) {
  const translate = useTranslate()
  const label = useKindLabel('stepType')
  const values = { number: numberOf(step, steps), name: step.name ?? label(step.type) }
  return (
    <Button
      size="small"
      variant="outlined"
      startIcon={<Icon icon={RotateCw} size={14} />}
      aria-label={translate('flows.run.retryFromStep', values)}
      onClick={onReplay}
    >
      {translate('flows.run.retryFrom')}
    </Button>
  )
}

function StepDetails({ step, steps, cause, calls, approval, onReplay }: StepResultProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.run.${key}`, values)
  const number = numberOf(step, steps)
  const attempts = attemptsOf(step, calls)
  const isCause = Boolean(step.errorMessage && cause?.endsWith(step.errorMessage))
  const hasOutput = step.output !== null && step.output !== undefined
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}>
      <StepPlace step={step} steps={steps} />
      {onReplay && (
        <Box sx={{ display: { sm: 'none' } }}>
          <RetryFrom step={step} steps={steps} onReplay={onReplay} />
        </Box>
      )}
      {step.errorMessage && !isCause && (
        <Typography variant="body2" color="error" sx={{ overflowWrap: 'anywhere' }}>
          {step.errorMessage}
        </Typography>
      )}
      {step.isHandled && (
        <Typography variant="body2">
          {step.errorFamily
            ? text('handledError', {
                family: translate(`flows.onError.family.${step.errorFamily}`),
              })
            : text('handled')}
        </Typography>
      )}
      {approval && <Decision approval={approval} />}
      {attempts.length > 0 && (
        <Attempts attempts={attempts} number={number} known={[cause, step.errorMessage]} />
      )}
      {hasOutput && <Output step={step} number={number} hasCalls={calls.length > 0} />}
    </Box>
  )
}

/** Returns the second line of a step's row. */
function useStepFacts(
  step: StepResult,
  steps: readonly StepResult[],
  calls: readonly IntegrationLog[]
): string {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.run.${key}`, values)
  const label = useKindLabel('stepType')
  const last = calls.at(-1)
  const within = outerStepsOf(step, steps).at(-1)?.within
  const { status, branch, attempts, nextTryAt } = step
  const facts = [
    step.name !== null && label(step.type),
    within && 'item' in within && text('item', { number: within.item + 1 }),
    branch !== null && branch !== '*' && branch !== 'each' && branchText(branch, translate),
    last && [last.systemName, last.endpointName].filter(Boolean).join(', '),
    !quiet.includes(status) && text(`state.${status}`, { _: status }),
    step.isHandled && text('handled'),
    attempts > 1 && text('attempts', { smart_count: attempts }),
    nextTryAt && text(waitKey(step), { time: shortTime(nextTryAt) }),
  ]
  return facts.filter(Boolean).join(' · ')
}

/** Statuses for which the icon is enough. */
const quiet = ['completed', 'failed', 'pending']

const branchText = (branch: string, translate: (key: string, values?: object) => string): string =>
  translate(`flows.branch.${branch}`, { _: branch })

/** Who decided the question of an approval step, and why. */
function Decision({ approval }: { approval: Approval }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.run.decision.${key}`, values)
  const { id, status, decidedByName, decidedAt, comment } = approval
  const isDecided = status === 'approved' || status === 'rejected'
  return (
    <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
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

/** Returns the text key for a waiting step. With an error the step is retried, else it continues later. */
const waitKey = ({ errorMessage }: StepResult) => (errorMessage === null ? 'until' : 'nextTry')

/** Returns the time, with the date if it is not today. */
const shortTime = (time: string) =>
  new Date(time).toDateString() === new Date().toDateString()
    ? formatTime(time)
    : formatDateTime(time)

interface OutputProps {
  step: StepResult
  number: number
  /** Whether the calls of the step are shown. The output mostly repeats their answers. */
  hasCalls: boolean
}

function Output({ step: { output }, number, hasCalls }: OutputProps) {
  const translate = useTranslate()
  const [chosen, setChosen] = useState<boolean>()
  const open = chosen ?? !hasCalls
  const id = useId()
  return (
    <Box>
      <Button
        size="small"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setChosen(!open)}
        sx={{ ml: -1.25, mb: open ? 0.5 : 0 }}
      >
        {translate(open ? 'flows.run.hideOutput' : 'flows.run.showOutput')}
      </Button>
      {open && (
        <CodeBlock id={id} label={translate('flows.run.output', { number })} data={output} />
      )}
    </Box>
  )
}

const elapsed = (from: string, to: string) => new Date(to).getTime() - new Date(from).getTime()

const row = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  minHeight: { xs: 60, sm: 52 },
  pr: { xs: 2, sm: 2.5 },
  '& .on-hover': { opacity: 0 },
  '&:hover .on-hover, & .on-hover:focus-within': { opacity: 1 },
} as const

const toggle = {
  all: 'unset',
  boxSizing: 'border-box',
  flex: 1,
  minWidth: 0,
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  py: 0.75,
  cursor: 'pointer',
  '&:focus-visible': { outline: '2px solid', outlineColor: 'accent', outlineOffset: -2 },
} as const

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { Icon, Section, Tooltip } from '@crossdock/admin/kit'
import { ArrowRight, CircleCheck, X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useLayoutEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { NameStep } from './NameStep.js'
import { SampleFiles } from './SampleFiles.js'
import { StartTexts } from './StartTexts.js'
import { useFirstSteps, type FirstStepsState, type StepState } from './use_first_steps.js'

interface FirstStepsProps {
  /** Reports whether the height of the checklist is final. */
  onKnown: (isKnown: boolean) => void
}

/** The setup checklist of an administrator in a new organization. Steps are checked off automatically. */
export default function FirstSteps({ onKnown }: FirstStepsProps) {
  return (
    <StartTexts>
      <Steps onKnown={onKnown} />
    </StartTexts>
  )
}

function Steps({ onKnown }: FirstStepsProps) {
  const first = useFirstSteps()
  const { isKnown, steps } = first
  useLayoutEffect(() => {
    onKnown(isKnown)
  }, [isKnown, onKnown])
  return steps.length > 0 && <Path {...first} />
}

function Path({ steps, skip, dismiss }: FirstStepsState) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`start.${key}`, values)
  const [chosen, setChosen] = useState<string>()
  const done = steps.filter(({ isDone }) => isDone).length
  const isOpen = ({ isDone, isSkipped }: StepState) => !isDone && !isSkipped
  // When the chosen step is done, the next open one follows.
  const step = steps.find((one) => one.id === chosen && isOpen(one)) ?? steps.find(isOpen)
  return (
    <Section
      flush
      title={text('title')}
      description={text('progress', { done, total: steps.length })}
      actions={
        <Tooltip title={text('dismiss')}>
          <IconButton size="small" aria-label={text('dismiss')} onClick={dismiss}>
            <Icon icon={X} />
          </IconButton>
        </Tooltip>
      }
    >
      <LinearProgress
        variant="determinate"
        aria-label={text('title')}
        value={(100 * done) / steps.length}
        sx={{ height: 2, bgcolor: 'divider' }}
      />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '280px minmax(0, 1fr)' },
        }}
      >
        <Box
          component="ol"
          sx={{
            listStyle: 'none',
            m: 0,
            p: 1.25,
            display: 'grid',
            alignContent: 'start',
            borderRight: { md: 1 },
            borderBottom: { xs: 1, md: 0 },
            '&&': { borderColor: 'divider' },
          }}
        >
          {steps.map((one, at) => (
            <StepLine
              key={one.id}
              step={one}
              number={at + 1}
              isCurrent={one === step}
              doneText={text('done')}
              onChoose={() => setChosen(one.id)}
            />
          ))}
        </Box>
        {step && <StepPane key={step.id} step={step} onSkip={() => skip(step.id)} />}
      </Box>
    </Section>
  )
}

interface StepLineProps {
  step: StepState
  number: number
  isCurrent: boolean
  doneText: string
  onChoose: () => void
}

function StepLine({ step, number, isCurrent, doneText, onChoose }: StepLineProps) {
  const label = useTranslate()(step.label)
  return (
    <li>
      <ButtonBase
        disabled={step.isDone}
        aria-current={isCurrent ? 'step' : undefined}
        onClick={onChoose}
        sx={{
          display: 'flex',
          width: 1,
          minHeight: { xs: 42, md: 34 },
          px: 1,
          gap: 1.25,
          justifyContent: 'flex-start',
          textAlign: 'left',
          borderRadius: '8px',
          font: 'inherit',
          fontSize: '0.875rem',
          color: isCurrent ? 'text.primary' : 'text.secondary',
          fontWeight: isCurrent ? 500 : 400,
          bgcolor: (theme) => (isCurrent ? theme.palette.surface.selected : undefined),
          '&:hover': { bgcolor: 'action.hover' },
          '&:focus-visible': {
            outline: (theme) => `2px solid ${theme.palette.accent}`,
            outlineOffset: -2,
          },
        }}
      >
        <Box
          component="span"
          {...(step.isDone && { role: 'img', 'aria-label': doneText })}
          sx={{
            display: 'grid',
            placeItems: 'center',
            flex: 'none',
            width: 18,
            height: 18,
            fontSize: '0.75rem',
            fontVariantNumeric: 'tabular-nums',
            color: step.isDone ? 'success.main' : undefined,
          }}
        >
          {step.isDone ? <Icon icon={CircleCheck} /> : number}
        </Box>
        <span>{label}</span>
      </ButtonBase>
    </li>
  )
}

function StepPane({ step, onSkip }: { step: StepState; onSkip: () => void }) {
  const translate = useTranslate()
  const { id, label, to } = step
  return (
    <Box sx={{ display: 'grid', alignContent: 'start', gap: 1.5, p: { xs: 2, sm: 2.5 } }}>
      <div>
        <Typography variant="h3" sx={{ fontSize: '0.9375rem', fontWeight: 600 }}>
          {translate(label)}
        </Typography>
        <Typography color="textSecondary" sx={{ mt: 0.5, maxWidth: 560 }}>
          {translate(`${label}Text`, { _: '' })}
        </Typography>
      </div>
      {id === 'name' ? (
        <NameStep onSkip={onSkip} />
      ) : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Button variant="contained" component={Link} to={to} endIcon={<Icon icon={ArrowRight} />}>
            {translate(label)}
          </Button>
          {id === 'upload' && <SampleFiles />}
          <Button onClick={onSkip}>{translate('start.skip')}</Button>
        </Box>
      )}
    </Box>
  )
}

import type { StepResult } from '@crossdock/client'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'ra-core'
import { useKindLabel } from '../workflows/kinds.js'
import { numberOf, outerStepsOf } from './place.js'

/** The position of a step in a branch, in words: "2 Condition › it is true". */
export function StepPlace({ step, steps }: { step: StepResult; steps: readonly StepResult[] }) {
  const translate = useTranslate()
  const label = useKindLabel('stepType')
  const around = outerStepsOf(step, steps).flatMap(({ step: one, within }) => [
    `${numberOf(one, steps)} ${one.name ?? label(one.type)}`,
    'branch' in within
      ? translate(`flows.branch.${within.branch}`, { _: within.branch })
      : translate('flows.run.item', { number: within.item + 1 }),
  ])
  if (around.length === 0) return null
  return (
    <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
      {around.join(' › ')}
    </Typography>
  )
}

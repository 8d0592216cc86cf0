import { FieldRow } from '@crossdock/admin/kit'
import { maxValue, minValue, useTranslate } from 'ra-core'
import { NumberInput } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { Folded } from '../pieces/Folded.js'
import type { StepLimits } from './step_form.js'

const hour = 3_600_000
/** Minimum, maximum and default of the API. */
const fields = [
  ['timeoutMs', 100, hour, 60_000],
  ['retry.attempts', 1, 20, 3],
  ['retry.delayMs', 0, hour, 1_000],
] as const

/** Timeout and number of tries of a step, collapsed at first. */
export function StepLimitFields({ source }: { source: string }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.workflows.form.limits.${key}`)
  const { getValues } = useFormContext()
  return (
    <Folded title={text('title')} isSet={isSet(getValues(source) as StepLimits | undefined)}>
      <FieldRow>
        {fields.map(([name, least, most, otherwise]) => (
          <NumberInput
            key={name}
            source={`${source}.${name}`}
            label={text(name.replace('retry.', ''))}
            placeholder={String(otherwise)}
            min={least}
            max={most}
            step={1}
            validate={[minValue(least), maxValue(most)]}
          />
        ))}
      </FieldRow>
    </Folded>
  )
}

const isSet = (limits: StepLimits | undefined) =>
  limits !== undefined &&
  [limits.timeoutMs, limits.retry.attempts, limits.retry.delayMs].some((value) => value !== null)

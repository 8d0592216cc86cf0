import InputAdornment from '@mui/material/InputAdornment'
import { formatInteger } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { NumberInput } from 'react-admin'
import { numberFields, type NumberField } from './form.js'

/** A whole number with its unit, within the bounds of the server. */
export function LimitInput({ source, help }: { source: NumberField; help?: string }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`environments.form.${key}`, values)
  const { least, most, ...rest } = numberFields[source]
  const unit = 'unit' in rest ? rest.unit : undefined
  const whole = (value: unknown) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most
      ? undefined
      : text('whole', { least: formatInteger(least), most: formatInteger(most) })
  return (
    <NumberInput
      source={source}
      label={text(source)}
      helperText={help ?? false}
      validate={whole}
      isRequired
      min={least}
      max={most}
      step={1}
      slotProps={{
        input: {
          endAdornment: unit && (
            <InputAdornment position="end">{unit === 'days' ? text('days') : unit}</InputAdornment>
          ),
        },
      }}
    />
  )
}

import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { maxValue, minValue, useTranslate } from 'ra-core'
import { NumberInput } from 'react-admin'
import { useWatch } from 'react-hook-form'

/** Minimum and maximum of the API. */
const fields = [
  ['quietSeconds', 1, 3_600, '30'],
  ['batch.maxFiles', 2, 1_000, '100'],
  ['batch.maxSeconds', 1, 86_400, '60'],
] as const

/** Whether several file events start one run together. Without a value, each event starts a run. */
export function GatheringFields({ source }: { source: string }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.gathering.${key}`)
  const batch = useWatch({ name: `${source}.batch` }) as Record<string, unknown> | undefined
  const isGiven = (value: unknown) => value !== null && value !== undefined && value !== ''
  const together = (value: unknown) =>
    !isGiven(value) && Object.values(batch ?? {}).some(isGiven) ? text('both') : undefined
  return (
    <Box role="group" aria-label={text('title')}>
      <Typography sx={{ fontWeight: 500 }}>{text('title')}</Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {text('hint')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr 1fr' } }}>
        {fields.map(([name, least, most, example]) => (
          <NumberInput
            key={name}
            source={`${source}.${name}`}
            label={text(name.replace('batch.', ''))}
            placeholder={example}
            min={least}
            max={most}
            step={1}
            validate={[
              minValue(least),
              maxValue(most),
              ...(name.startsWith('batch.') ? [together] : []),
            ]}
          />
        ))}
      </Box>
    </Box>
  )
}

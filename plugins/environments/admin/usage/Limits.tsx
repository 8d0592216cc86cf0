import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { formatDate, Meter, Section, usedPercent } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { figuresOf, type UsedMeter } from './model.js'

interface LimitsProps {
  meters: readonly UsedMeter[]
  onRequestMore: (meter: string) => void
}

/** Every limit of the environment with its usage, the highest usage first. */
export function Limits({ meters, onRequestMore }: LimitsProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`environments.ownUsage.${key}`, values)
  const percentOf = ({ used, limit }: UsedMeter) => usedPercent(used, limit)
  return (
    <Section title={text('limits')}>
      <Box
        component="ul"
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
          columnGap: 4,
          rowGap: 2.5,
          listStyle: 'none',
          m: 0,
          p: 0,
        }}
      >
        {meters
          .toSorted((one, other) => percentOf(other) - percentOf(one))
          .map((meter) => (
            <Box component="li" key={meter.name} sx={{ minWidth: 0 }}>
              <Meter
                label={meter.label}
                value={meter.used}
                max={meter.limit}
                {...figuresOf(meter)}
              />
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 0.5 }}>
                {meter.resetsAt && (
                  <Typography variant="caption" color="textSecondary">
                    {text('resets', { date: formatDate(meter.resetsAt) })}
                  </Typography>
                )}
                {percentOf(meter) > 75 && (
                  <Button
                    size="small"
                    onClick={() => onRequestMore(meter.name)}
                    sx={{ ml: 'auto', mr: -1 }}
                  >
                    {text('ask')}
                  </Button>
                )}
              </Box>
            </Box>
          ))}
      </Box>
    </Section>
  )
}

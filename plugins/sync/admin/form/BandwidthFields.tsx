import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { Icon } from '@crossdock/admin/kit'
import { Plus, Trash2 } from 'lucide-react'
import { maxValue, minValue, required, useTranslate } from 'ra-core'
import { NumberInput, TextInput } from 'react-admin'
import { useFieldArray } from 'react-hook-form'
import type { ContractForm } from './contract_form.js'

const MOST = 10

/** Limits of the transfer rate, each for a part of the day. */
export function BandwidthFields() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.form.${key}`, values)
  const { fields, append, remove } = useFieldArray<ContractForm, 'bandwidth'>({ name: 'bandwidth' })
  return (
    <Box role="group" aria-label={text('bandwidth')}>
      <Typography sx={{ fontWeight: 500 }}>{text('bandwidth')}</Typography>
      <Typography variant="body2" color="textSecondary">
        {text('bandwidthHint')}
      </Typography>
      {fields.map(({ id }, at) => (
        <Box key={id} sx={row}>
          <TextInput
            source={`bandwidth.${at}.from`}
            type="time"
            label={text('from')}
            validate={required(text('timeNeeded'))}
          />
          <TextInput
            source={`bandwidth.${at}.to`}
            type="time"
            label={text('to')}
            validate={required(text('timeNeeded'))}
          />
          <NumberInput
            source={`bandwidth.${at}.kbps`}
            label={text('kbps')}
            validate={[required(text('kbpsNeeded')), minValue(8), maxValue(100_000_000)]}
          />
          <IconButton
            aria-label={text('removeLimit', { number: at + 1 })}
            onClick={() => remove(at)}
            sx={{ mt: 2.75 }}
          >
            <Icon icon={Trash2} />
          </IconButton>
        </Box>
      ))}
      <Button
        size="small"
        variant="outlined"
        startIcon={<Icon icon={Plus} />}
        disabled={fields.length >= MOST}
        onClick={() => append({ from: '08:00', to: '18:00', kbps: 20_000 })}
        sx={{ mt: 1 }}
      >
        {text('addLimit')}
      </Button>
    </Box>
  )
}

const row = {
  display: 'grid',
  gap: 1.5,
  alignItems: 'start',
  mt: 1.5,
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr) minmax(0, 1fr) auto',
    sm: 'minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1.4fr) auto',
  },
} as const

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import MenuList from '@mui/material/MenuList'
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import { useTranslate } from 'ra-core'
import { useState, type SyntheticEvent } from 'react'
import { CheckItem } from './CheckItem.js'
import { isPeriod, periods, type PeriodName } from './periods.js'

interface PeriodValuesProps {
  label: string
  anchor: HTMLElement
  values: Record<string, unknown>
  onChange: (values: Record<string, unknown>) => void
  onClose: () => void
}

/** The editor for a period that ends now, or that is between two times. */
export default function PeriodValues(props: PeriodValuesProps) {
  const { label, anchor, values, onChange, onClose } = props
  const translate = useTranslate()
  const [between, setBetween] = useState(false)
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { mt: 0.75, width: 260 } } }}
    >
      {between ? (
        <Between values={values} onChange={onChange} />
      ) : (
        <MenuList autoFocusItem aria-label={label}>
          {(Object.keys(periods) as PeriodName[]).map((name) => (
            <CheckItem
              key={name}
              single
              checked={values.after === name}
              onClick={() => onChange({ after: name })}
            >
              {translate(`kit.list.period.${name}`)}
            </CheckItem>
          ))}
          <MenuItem onClick={() => setBetween(true)}>
            {translate('kit.list.period.between')}
          </MenuItem>
        </MenuList>
      )}
    </Popover>
  )
}

function Between({ values, onChange }: Pick<PeriodValuesProps, 'values' | 'onChange'>) {
  const translate = useTranslate()
  const text = (key: string) => translate(`kit.list.period.${key}`)
  const [from, setFrom] = useState(isPeriod(values.after) ? '' : local(values.after))
  const [to, setTo] = useState(local(values.before))
  const isBackwards = from !== '' && to !== '' && from >= to
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onChange({ ...(from && { after: instant(from) }), ...(to && { before: instant(to) }) })
  }
  const field = { type: 'datetime-local', slotProps: { inputLabel: { shrink: true } } } as const
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 2, p: 2 }}>
      <TextField
        {...field}
        autoFocus
        label={text('from')}
        value={from}
        onChange={({ target }) => setFrom(target.value)}
      />
      <TextField
        {...field}
        label={text('to')}
        value={to}
        onChange={({ target }) => setTo(target.value)}
        error={isBackwards}
        helperText={isBackwards ? text('backwards') : undefined}
      />
      <Button type="submit" variant="contained" disabled={isBackwards || (!from && !to)}>
        {text('apply')}
      </Button>
    </Box>
  )
}

const instant = (time: string) => new Date(time).toISOString()

/** The value of a datetime-local field: local time, to the minute. */
function local(value: unknown): string {
  const time = new Date(typeof value === 'string' ? value : NaN)
  if (Number.isNaN(time.getTime())) return ''
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}

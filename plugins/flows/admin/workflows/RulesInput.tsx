import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { Icon } from '@crossdock/admin/kit'
import { Plus, Trash2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useController } from 'react-hook-form'

interface Rule {
  value: string
  operator: string
  other?: string | null
}

const operators = ['equals', 'not_equals', 'contains', 'greater', 'less', 'exists', 'not_exists']
/** Maximum number of rules of the API. */
const mostRules = 20
const needsOther = (operator: string) => !operator.endsWith('exists')

/**
 * The rules that an event must fulfill, one a line. The form stores them as JSON text, like all lists of
 * objects.
 */
export function RulesInput({ source }: { source: string }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) =>
    translate(`flows.workflows.form.systemEvent.${key}`, values)
  const { field, fieldState } = useController({ name: source })
  const rules = rulesIn(field.value)
  const set = (changed: Rule[]) =>
    field.onChange(changed.length > 0 ? JSON.stringify(changed, null, 2) : '')
  const change = (at: number, part: Partial<Rule>) =>
    set(rules.map((rule, place) => (place === at ? { ...rule, ...part } : rule)))
  return (
    <Box role="group" aria-label={text('rules')} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography color="textSecondary">{text('rulesHint')}</Typography>
      {rules.map(({ value, operator, other }, at) => (
        <Box
          // Rules have no ids.
          key={at}
          role="group"
          aria-label={text('rule', { number: at + 1 })}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr auto', sm: '2fr 1fr 1fr auto' },
            alignItems: 'start',
            gap: 1,
          }}
        >
          <TextField
            label={text('value')}
            value={value}
            placeholder="trigger.body.total"
            onChange={({ target }) => change(at, { value: target.value })}
            sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
          />
          <TextField
            select
            label={text('operator')}
            value={operator}
            onChange={({ target }) =>
              change(at, {
                operator: target.value,
                ...(needsOther(target.value) ? {} : { other: null }),
              })
            }
            sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
          >
            {operators.map((one) => (
              <MenuItem key={one} value={one}>
                {text(`operators.${one}`)}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            label={text('other')}
            value={other ?? ''}
            disabled={!needsOther(operator)}
            onChange={({ target }) => change(at, { other: target.value })}
          />
          <IconButton
            aria-label={text('removeRule', { number: at + 1 })}
            onClick={() => set(rules.filter((_, place) => place !== at))}
          >
            <Icon icon={Trash2} />
          </IconButton>
        </Box>
      ))}
      {fieldState.error?.message && (
        <Typography variant="body2" color="error" role="alert">
          {fieldState.error.message}
        </Typography>
      )}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <Button
          startIcon={<Icon icon={Plus} />}
          disabled={rules.length >= mostRules}
          onClick={() => set([...rules, { value: '', operator: 'equals', other: '' }])}
        >
          {text('addRule')}
        </Button>
        {rules.length >= mostRules && (
          <Typography variant="body2" color="textSecondary">
            {translate('flows.workflows.form.atMost', { most: mostRules })}
          </Typography>
        )}
      </Box>
    </Box>
  )
}

function rulesIn(text: unknown): Rule[] {
  if (typeof text !== 'string' || text === '') return []
  const rules: unknown = JSON.parse(text)
  return Array.isArray(rules) ? (rules as Rule[]) : []
}

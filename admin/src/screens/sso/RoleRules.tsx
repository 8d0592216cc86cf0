import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { Icon, Tooltip } from '@crossdock/admin/kit'
import { Plus, Trash2 } from 'lucide-react'
import { required, useTranslate } from 'ra-core'
import { SelectInput, TextInput } from 'react-admin'
import { useFieldArray } from 'react-hook-form'
import type { RoleChoice } from './use_role_choices.js'

const source = 'settings.roleMapping'

/** Rules that map claim values to roles, in the order of evaluation. */
export function RoleRules({ roles }: { roles: RoleChoice[] }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`sso.form.${key}`)
  const rules = useFieldArray({ name: source })
  const needed = required(text('required'))
  const field = (at: number, name: string) => ({
    source: `${source}.${at}.${name}`,
    label: text(name),
    validate: needed,
    autoComplete: 'off',
    helperText: false,
    sx: { flex: '1 1 120px', minWidth: 0 },
  })
  return (
    <Box role="group" aria-label={text('rules')} sx={{ display: 'grid', gap: 1.5 }}>
      <Box>
        <Typography sx={{ fontWeight: 500 }}>{text('rules')}</Typography>
        <Typography variant="body2" color="textSecondary">
          {text('rulesHint')}
        </Typography>
      </Box>
      {rules.fields.map((rule, at) => (
        <Box key={rule.id} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'start' }}>
          <TextInput {...field(at, 'claim')} />
          <TextInput {...field(at, 'value')} />
          <SelectInput {...field(at, 'role')} choices={roles} />
          <Tooltip title={text('removeRule')}>
            <IconButton
              aria-label={`${text('removeRule')} ${at + 1}`}
              onClick={() => rules.remove(at)}
            >
              <Icon icon={Trash2} />
            </IconButton>
          </Tooltip>
        </Box>
      ))}
      <Box>
        <Button
          size="small"
          startIcon={<Icon icon={Plus} />}
          onClick={() => rules.append({ claim: '', value: '', role: '' })}
        >
          {text('addRule')}
        </Button>
      </Box>
    </Box>
  )
}

import type { Profile } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { fieldErrors, SaveButton, useAction, useOnce } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState, type FormEvent } from 'react'

const none = { firstName: '', lastName: '' }
const names = ['firstName', 'lastName'] as const

/** Asks once for the person's name. */
export function NameStep({ onSkip }: { onSkip: () => void }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`start.nameForm.${key}`)
  const [fields, setFields] = useState(none)
  const save = useAction<Profile, typeof none>(
    (body) => ({ path: 'settings/profile', method: 'PUT', body }),
    {
      invalidates: ['settings/profile', 'session', 'users'],
      error: { fallback: text('failed'), inForm: true },
    }
  )
  const errors = fieldErrors(save.error)
  const once = useOnce(true, save.isPending)
  const isEmpty = !fields.firstName.trim() && !fields.lastName.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isEmpty) once(() => save.mutate(fields))
  }
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ display: 'grid', gap: 2, maxWidth: 480 }}
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        {names.map((field) => (
          <TextField
            key={field}
            label={text(field)}
            value={fields[field]}
            error={errors[field] !== undefined}
            helperText={errors[field]}
            onChange={({ target }) => setFields({ ...fields, [field]: target.value })}
            slotProps={{
              htmlInput: {
                maxLength: 100,
                autoComplete: field === 'firstName' ? 'given-name' : 'family-name',
              },
            }}
          />
        ))}
      </Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <SaveButton disabled={isEmpty || save.isPending}>{text('save')}</SaveButton>
        <Button onClick={onSkip}>{translate('start.skip')}</Button>
      </Box>
    </Box>
  )
}

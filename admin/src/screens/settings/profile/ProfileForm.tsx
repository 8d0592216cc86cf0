import type { Profile } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { fieldErrors, useAction, useOnce, useUnlessChanged, useUnsaved } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState, type FormEvent } from 'react'

const fields = ['firstName', 'lastName'] as const
type Name = Pick<Profile, (typeof fields)[number]>

const nameOf = ({ firstName, lastName }: Name) => JSON.stringify([firstName, lastName])

/** The name of whoever looks, to be changed. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`settings.profile.${key}`)
  const { firstName, lastName } = profile
  const [name, setName] = useState({ firstName: firstName ?? '', lastName: lastName ?? '' })
  const isChanged = name.firstName !== (firstName ?? '') || name.lastName !== (lastName ?? '')
  const save = useAction<Profile, typeof name>(
    (body) => ({ path: 'settings/profile', method: 'PUT', body }),
    {
      // The menu shows the name, too.
      invalidates: ['settings/profile', 'session', 'users'],
      success: { title: text('saved') },
      error: { fallback: translate('settings.failed') },
      ifMatch: useUnlessChanged('settings/profile', profile, nameOf),
    }
  )
  useUnsaved({
    isDirty: () => isChanged && !save.isSuccess,
    discard: () => setName({ firstName: firstName ?? '', lastName: lastName ?? '' }),
    words: () => ({ key: save.isPending ? 'kit.saving' : 'kit.unsaved' }),
  })
  // After it was saved, too: the form is begun anew a moment later.
  const once = useOnce(true, save.isPending || save.isSuccess)
  const errors = fieldErrors(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    once(() => save.mutate(name))
  }
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        gap: 2,
      }}
    >
      {fields.map((field) => (
        <TextField
          key={field}
          label={text(field)}
          value={name[field]}
          error={errors[field] !== undefined}
          helperText={errors[field]}
          onChange={({ target }) => {
            setName({ ...name, [field]: target.value })
            save.reset()
          }}
          slotProps={{
            htmlInput: {
              maxLength: 100,
              autoComplete: field === 'firstName' ? 'given-name' : 'family-name',
            },
          }}
        />
      ))}
      <Box sx={{ gridColumn: '1 / -1' }}>
        <Button
          type="submit"
          variant="contained"
          disabled={!isChanged || save.isPending || save.isSuccess}
        >
          {text('save')}
        </Button>
      </Box>
    </Box>
  )
}
